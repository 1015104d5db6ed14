import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mayBeGarbled, unreadableText, unreadableReasonOf } from '../../core/page/unreadableReason';
import { membersOf } from '../../core/text/json';
import type { Parsed } from '../../core/text/parsed';
import { blockingReader } from './blockingReader';
import { entriesOnDisk } from './entriesOnDisk';
import { whyNotInPlace } from './ownPlace';
import { isNotFound, mostMarkdownBytes, mostRulesBytes, readRegularFile, type NamedFile } from './namedFile';
import type { Variables } from './gitSettings';
import { Repositories } from './repositories';
import { childOf, fileNameOf, pathBelow, type SharedReading, type Workspace } from './workspace';

export interface DiskWorkspaceOptions {
  /** A path, not a URI. */
  readonly root: string;
  /** The settings by their full names, such as `publishToWiki.space`. */
  readonly settings: () => Readonly<Record<string, unknown>>;
  readonly now: () => number;
  readonly variables: Variables;
}

const { realpath, stat } = blockingReader;

/** The default of `files.exclude` in VS Code. */
const hiddenAnyway = Object.fromEntries(
  ['**/.git', '**/.svn', '**/.hg', '**/.DS_Store', '**/Thumbs.db'].map((pattern) => [pattern, true]),
);

export function diskWorkspace({ root, settings, now, variables }: DiskWorkspaceOptions): Workspace {
  const repositories = new Repositories(now, variables);
  const rootUri = fileUriOf(root);
  const fromRoot = (uri: string): string => pathBelow(rootUri, uri).replace(/\/$/, '');
  const isInside = (uri: string): boolean =>
    uri === rootUri || uri.startsWith(`${rootUri.replace(/\/$/, '')}/`);
  const read = async (
    uri: string,
    mostBytes: number,
    onRealPath?: SharedReading['onRealPath'],
  ): Promise<NamedFile> => {
    const file = fileURLToPath(uri);
    const why = await whyNotInPlace(file, [root], { realPathOf: realpath, onRealPath });
    return why === undefined ? readRegularFile(file, mostBytes, blockingReader) : { why };
  };
  return {
    rootOf: (uri) => (isInside(uri) ? rootUri : undefined),
    shownPath: (uri) => (isInside(uri) ? fromRoot(uri) : fileURLToPath(uri)),
    settings: (section) => ({
      get: (key: string) => {
        const value = settings()[`${section}.${key}`];
        return section === 'files' && key === 'exclude' ? { ...hiddenAnyway, ...membersOf(value) } : value;
      },
      inspect: (key: string) => ({ workspaceValue: settings()[`${section}.${key}`] }),
    }),
    join: (uri, ...names) => childOf(uri, names) ?? fileUriOf(path.join(fileURLToPath(uri), ...names)),
    identify: async (uri, known) => {
      const file = fileURLToPath(uri);
      const realPath = known ?? (await realpath(file).catch(() => file));
      return {
        uri,
        realPath,
        workspacePath: isInside(uri) ? fromRoot(uri) : undefined,
        repository: await repositories.of(realPath),
      };
    },
    whyNotInPlace: (uri) => whyNotInPlace(fileURLToPath(uri), [root]),
    text: async (uri, known) => textOf(uri, await read(uri, mostMarkdownBytes, known?.onRealPath)),
    isGarbled: async (uri, text) => {
      if (!mayBeGarbled(text)) {
        return false;
      }
      const { bytes } = await read(uri, mostMarkdownBytes);
      return bytes === undefined || decodeText(bytes, true) === undefined;
    },
    isUnsaved: () => false,
    isGone: (uri) => stat(fileURLToPath(uri)).then(() => false, isNotFound),
    isFolder: async (uri) => (await stat(fileURLToPath(uri))).isDirectory(),
    files: {
      entries: (folder) => entriesOnDisk(fileURLToPath(folder)),
      readRules: async (uri) => {
        const file = await read(uri, mostRulesBytes);
        return file.why?.kind === 'missing' ? undefined : textOf(uri, file);
      },
      repository: async (folder) => {
        const around = await repositories.repositoryAround(fileURLToPath(folder));
        return around && { ...around, top: fileUriOf(around.top) };
      },
    },
  };
}

function fileUriOf(file: string): string {
  return pathToFileURL(file).href;
}

function textOf(uri: string, { bytes, why }: NamedFile): Parsed<string> {
  if (why !== undefined) {
    return { problem: unreadableText(fileNameOf(uri), why) };
  }
  const text = decodeText(bytes, false);
  // VS Code, too, takes a file with a NUL character for a binary one.
  return text?.includes('\0') === false
    ? { value: text }
    : { problem: unreadableText(fileNameOf(uri), unreadableReasonOf(bytes)) };
}

/**
 * Decodes like VS Code: UTF-8, unless a byte order mark says UTF-16. Undefined if `strict` and the bytes are invalid.
 */
export function decodeText(bytes: Uint8Array, strict: boolean): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: strict }).decode(bytes);
  } catch {
    return undefined;
  }
}
