import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { isObject, parseJson, readAs } from '../../core/text/json';
import { megabyte, unreadableText } from '../../core/page/unreadableReason';
import { realDisk } from '../../services/disk/disk';
import {
  importerKey,
  MemoryRows,
  readStoredPage,
  titleScopeKey,
  type RecordRow,
} from '../../services/records/recordRows';
import { writeWhole } from '../../services/disk/writeWhole';
import { readRegularFile } from '../../services/workspace/namedFile';
import { UsageError } from '../environment/usageError';

const rowSchema = v.object({
  kind: v.picklist(['page', 'value']),
  id: v.string(),
  value: v.optional(v.unknown()),
});

/** Of other values, such as the working folder that published, a next job has its own. */
function isKept({ kind, id }: Pick<RecordRow, 'kind' | 'id'>): boolean {
  return kind === 'page' || [titleScopeKey(''), importerKey('')].some((of) => id.startsWith(of));
}

const mostBytes = 1_000 * megabyte;

/** A file of JSON lines: each changed row is appended, and a row’s last line counts. */
export interface StateFile {
  readonly rows: MemoryRows;
  /** No page is known: it is the first run, or what was kept is gone. */
  readonly isEmpty: boolean;
  /** Rewrites the file with one line for each row, since a long history takes long to read. */
  readonly compact: () => Promise<void>;
}

/** Paths in the file are relative to `root`, so that they are valid in every checkout. */
export async function openStateFile(
  file: string,
  {
    root,
    isReadOnly,
    refused,
  }: {
    readonly root: string;
    readonly isReadOnly: boolean;
    readonly refused: (lines: number) => void;
  },
): Promise<StateFile> {
  const { bytes, why } = await readRegularFile(file, mostBytes);
  if (why !== undefined && why.kind !== 'missing') {
    throw new UsageError(unreadableText(file, why));
  }
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => readRow(line, root));
  const known = read.filter((row) => row !== undefined);
  if (known.length < lines.length) {
    refused(lines.length - known.length);
  }
  const linesOf = (rows: readonly RecordRow[]): string =>
    rows
      .filter(isKept)
      .map(({ kind, id, value }) =>
        JSON.stringify({ kind, id, value }, (_key, each) => withoutRoot(root, each)),
      )
      .map((line) => `${line}\n`)
      .join('');
  // False if an earlier process ended amid its last line: the next row must then begin on a new line.
  let isWhole = text === '' || text.endsWith('\n');
  const append = async (changed: readonly RecordRow[]): Promise<void> => {
    const added = linesOf(changed);
    if (isReadOnly || added === '') {
      return;
    }
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await appendFile(file, `${isWhole ? '' : '\n'}${added}`, {
      mode: 0o600,
      flush: true,
    });
    isWhole = true;
  };
  const rows = new MemoryRows(known, append);
  return {
    rows,
    isEmpty: known.every(({ kind }) => kind !== 'page'),
    compact: async () => {
      const { rows: all } = await rows.since(0);
      await writeWhole(realDisk, file, linesOf(all.filter(({ value }) => value !== undefined)));
    },
  };
}

/** Undefined for a line that does not fit, as of one who wrote the file with something else: the others count. */
function readRow(line: string, root: string): Omit<RecordRow, 'revision'> | undefined {
  const row = readAs(rowSchema, parseJson(line));
  if (row?.value === undefined) {
    return row && isKept(row) ? { ...row, value: undefined } : undefined;
  }
  try {
    const value = withRoot(root, row.value);
    const isFitting = row.kind === 'page' ? isPage(value) : isKept(row);
    return isFitting ? { ...row, value } : undefined;
  } catch {
    // It is nested too deeply, or has a path that is none.
    return undefined;
  }
}

function isPage(value: unknown): boolean {
  const page = readStoredPage(value);
  return (
    page !== undefined && [page, ...page.sends].every(({ file }) => !fileURLToPath(file.uri).includes('\0'))
  );
}

const scheme = 'root:';

/** As a replacer of JSON.stringify, makes the paths of each FileIdentity relative to the root. */
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

/** Undoes `withoutRoot` in the whole value, with the root of this checkout. */
function withRoot(root: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => withRoot(root, each));
  }
  if (!isObject(value)) {
    return value;
  }
  const { uri, realPath, repository } = value;
  if (typeof uri !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withRoot(root, each)]));
  }
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
