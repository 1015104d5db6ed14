import { createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, parseObject } from '../core/text/json';
import { realDisk, type Disk } from '../services/export/system/disk';

export interface StateDiskOptions {
  /** The path of the folder that the files are of. */
  readonly root: string;
  /** What the files are signed with; without one they are taken as they are. */
  readonly key: string | undefined;
  /** Nothing is written: what would be is forgotten. */
  readonly isReadOnly: boolean;
  /** Called for each file that has no signature of this key. */
  readonly refused: () => void;
}

/** A disk whose files are good in every checkout: the paths in them are those from the root, and who has no key can’t make one. */
export function stateDisk(options: StateDiskOptions): Disk {
  const { isReadOnly } = options;
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const open = async (file: string, ...others: readonly unknown[]): Promise<unknown> => {
    const handle = isReadOnly
      ? { writeFile: nothing, sync: nothing, close: nothing }
      : await realDisk.open(file, ...(others as [string, number]));
    return {
      writeFile: (text: string) => handle.writeFile(sealed(options, file, text)),
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  };
  const readFile = async (file: string): Promise<string> =>
    unsealed(options, file, await realDisk.readFile(file, 'utf8'));
  const changing = isReadOnly ? { mkdir: nothing, rename: nothing, unlink: nothing } : {};
  return { ...realDisk, ...changing, open, readFile } as unknown as Disk;
}

interface Sealed {
  readonly signature?: string;
  readonly content: string;
}

function sealed(options: StateDiskOptions, file: string, text: string): string {
  const content = JSON.stringify(JSON.parse(text, (_key, value) => withoutRoot(options.root, value)));
  const signature = signatureOf(options, file, content);
  return JSON.stringify({ ...(signature !== undefined && { signature }), content } satisfies Sealed);
}

/** Empty where the signature is not that of the key. */
function unsealed(options: StateDiskOptions, file: string, text: string): string {
  const { signature, content } = parseObject(text) ?? {};
  const wanted = typeof content === 'string' ? signatureOf(options, file, content) : undefined;
  if (typeof content !== 'string' || (wanted !== undefined && !isSame(wanted, signature))) {
    options.refused();
    return '';
  }
  return JSON.stringify(JSON.parse(content, (_key, value) => withRoot(options.root, value)));
}

/** A file that is written whole, or marked as doubted, changes the rest of its name. */
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

/** The identity of a file, by its path from the root. */
function withoutRoot(root: string, value: unknown): unknown {
  if (!isObject(value) || typeof value.uri !== 'string') {
    return value;
  }
  const from = `${pathToFileURL(root).href}/`;
  const { uri, realPath, repository } = value;
  return {
    ...value,
    uri: uri.startsWith(from) ? `${scheme}${uri.slice(from.length)}` : uri,
    ...(typeof realPath === 'string' && { realPath: relative(root, realPath) }),
    ...(isObject(repository) && {
      repository: { ...repository, folder: relative(root, String(repository.folder)) },
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

function relative(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
