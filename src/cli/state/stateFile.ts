import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { isObject, parseJson, readAs } from '../../core/text/json';
import { codeOf, realDisk } from '../../services/disk/disk';
import { MemoryRows, type RecordRow, type RowKind } from '../../services/records/recordRows';
import { writeWhole } from '../../services/disk/writeWhole';

/** Leaves out the kind `folder`: the working folder of a job means nothing to the next job, which has another one. */
const kinds: readonly RowKind[] = ['page', 'titles'];
const rowSchema = v.object({ kind: v.picklist(kinds), id: v.string(), value: v.optional(v.unknown()) });

/** A file of JSON lines: each changed row is appended, and a row’s last line counts. */
export interface StateFile {
  readonly rows: MemoryRows;
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
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') {
      return '';
    }
    throw error;
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => readAs(rowSchema, parseJson(line)));
  const known = read.filter((row) => row !== undefined);
  if (known.length < lines.length) {
    refused(lines.length - known.length);
  }
  const linesOf = (rows: readonly RecordRow[]): string =>
    rows
      .filter(({ kind }) => kinds.includes(kind))
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
  const rows = new MemoryRows(
    known.map(({ kind, id, value }) => ({ kind, id, value: withRoot(root, value) })),
    append,
  );
  return {
    rows,
    compact: async () => {
      const { rows: all } = await rows.since(0);
      await writeWhole(realDisk, file, linesOf(all.filter(({ value }) => value !== undefined)));
    },
  };
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
