import { createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, parseJson, parseObject } from '../core/text/json';
import { realDisk, type Disk } from '../services/export/system/disk';

export interface StateDiskOptions {
  /** The path of the folder that recorded paths are relative to. */
  readonly root: string;
  /** The key of the signatures; if undefined, files are not signed. */
  readonly key: string | undefined;
  /** Whether writes are discarded. */
  readonly isReadOnly: boolean;
  /** Is called for each file that is left aside. */
  readonly refused: (why: Refusal) => void;
}

/** Whether a file is not what was once written, or has no valid signature. */
export type Refusal = 'broken' | 'unsigned';

/** Returns a disk whose files are valid in every checkout, since their paths are relative, and can only be created with the key. */
export function stateDisk(options: StateDiskOptions): Disk {
  const { isReadOnly } = options;
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const open = async (file: string, ...others: readonly unknown[]): Promise<unknown> => {
    const handle = isReadOnly
      ? { writeFile: nothing, sync: nothing, close: nothing }
      : await realDisk.open(file, ...(others as [string, number]));
    return {
      writeFile: (text: string) => handle.writeFile(signedText(options, file, text)),
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  };
  const readFile = async (file: string): Promise<string> =>
    verifiedText(options, file, await realDisk.readFile(file, 'utf8'));
  const changing = isReadOnly ? { mkdir: nothing, rename: nothing, unlink: nothing } : {};
  return { ...realDisk, ...changing, open, readFile } as unknown as Disk;
}

interface Sealed {
  readonly signature?: string;
  readonly content: string;
}

function signedText(options: StateDiskOptions, file: string, text: string): string {
  const content = JSON.stringify(JSON.parse(text, (_key, value) => withoutRoot(options.root, value)));
  const signature = signatureOf(options, file, content);
  return JSON.stringify({ ...(signature !== undefined && { signature }), content } satisfies Sealed);
}

/** Returns the text of a signed file; empty if it is left aside. */
function verifiedText(options: StateDiskOptions, file: string, text: string): string {
  const { signature, content } = parseObject(text) ?? {};
  if (typeof content !== 'string' || parseJson(content) === undefined) {
    options.refused('broken');
    return '';
  }
  const wanted = signatureOf(options, file, content);
  if (wanted !== undefined && !isSame(wanted, signature)) {
    options.refused('unsigned');
    return '';
  }
  return JSON.stringify(JSON.parse(content, (_key, value) => withRoot(options.root, value)));
}

/** Signs the content with the part of the name that stays when a file is replaced or marked. */
function signatureOf({ key }: StateDiskOptions, file: string, content: string): string | undefined {
  const folder = path.basename(path.dirname(file));
  const [name] = path.basename(file).split('.');
  return (
    key &&
    createHmac('sha256', key)
      .update(JSON.stringify([folder, name, content]))
      .digest('hex')
  );
}

function isSame(wanted: string, signature: unknown): boolean {
  const given = Buffer.from(String(signature));
  return given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted));
}

const scheme = 'root:';

/** Returns a file's identity with paths relative to the root. */
function withoutRoot(root: string, value: unknown): unknown {
  if (!isObject(value) || typeof value.uri !== 'string') {
    return value;
  }
  const from = `${pathToFileURL(root).href}/`;
  const { uri, realPath, repository } = value;
  return {
    ...value,
    uri: uri.startsWith(from) ? `${scheme}${uri.slice(from.length)}` : uri,
    ...(typeof realPath === 'string' && { realPath: pathWithin(root, realPath) }),
    ...(isObject(repository) && {
      repository: { ...repository, folder: pathWithin(root, String(repository.folder)) },
    }),
  };
}

function withRoot(root: string, value: unknown): unknown {
  if (!isObject(value) || typeof value.uri !== 'string') {
    return value;
  }
  const { uri, realPath, repository } = value;
  return {
    ...value,
    uri: uri.startsWith(scheme) ? `${pathToFileURL(root).href}/${uri.slice(scheme.length)}` : uri,
    ...(typeof realPath === 'string' && { realPath: path.resolve(root, realPath) }),
    ...(isObject(repository) && {
      repository: { ...repository, folder: path.resolve(root, String(repository.folder)) },
    }),
  };
}

function pathWithin(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
