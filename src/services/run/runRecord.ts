import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { readEnding, type FileOutcome } from '../../core/run/fileOutcome';
import { minuteMs } from '../../core/connection/expiry';
import { readTarget } from '../../core/wiki/target';
import type { RunFile, FileState } from '../../core/run/run';
import { processExists } from '../shared/processExists';

/** A run whose record has not been written for this long is over, whichever process has its id now. */
const silentMs = 10 * minuteMs;

const name = /^run-(\d+)-(\d+)\.jsonl$/;

export interface RecordedRun {
  readonly files: readonly RunFile[];
  /** A file that was being sent when the record broke off stands as `sending`. */
  readonly standings: readonly FileState[];
}

/**
 * The record of a run on disk, one line for each thing that happened: a file is in it as being sent before it is sent.
 * Its name holds the process that it belongs to, so that taking it over is one rename.
 */
export class RunRecord {
  #lines = '';
  #writing: Promise<void> | undefined;

  private constructor(
    private readonly handle: FileHandle,
    private readonly file: string,
  ) {}

  /** Starts the record of a run; records of earlier runs that are over go. */
  static async create(folder: string, files: readonly RunFile[], now: number): Promise<RunRecord> {
    await mkdir(folder, { recursive: true });
    for (const old of await over(folder, now)) {
      await rm(path.join(folder, old), { force: true });
    }
    const file = path.join(folder, `run-${now}-${process.pid}.jsonl`);
    const record = new RunRecord(await open(file, 'a'), file);
    await record.#write([files.length, ...files].map((each) => JSON.stringify(each)).join('\n'));
    return record;
  }

  /** Takes over the last run that is over. Undefined when there is none; nothing else can take it meanwhile. */
  static async resume(
    folder: string,
    now: number,
  ): Promise<{ record: RunRecord; run: RecordedRun } | undefined> {
    const latest = (await over(folder, now)).at(-1);
    if (latest === undefined) {
      return undefined;
    }
    const file = path.join(folder, ownedBy(latest, process.pid));
    try {
      await rename(path.join(folder, latest), file);
    } catch {
      // Another window was quicker
      return undefined;
    }
    const run = parse(await readFile(file, 'utf8'));
    if (run === undefined) {
      await rm(file, { force: true });
      return undefined;
    }
    const record = new RunRecord(await open(file, 'a'), file);
    // The line may be broken off
    await record.#write('');
    return { record, run };
  }

  /** The last run that is over, as it was left. */
  static async last(folder: string, now: number): Promise<RecordedRun | undefined> {
    const latest = (await over(folder, now)).at(-1);
    const text = latest && (await readFile(path.join(folder, latest), 'utf8').catch(() => undefined));
    return text === undefined ? undefined : parse(text);
  }

  /** Resolves when it is on disk: only then may the file be sent. */
  sending(index: number): Promise<void> {
    return this.#write(JSON.stringify([index]));
  }

  ended(index: number, ending: FileOutcome): Promise<void> {
    return this.#write(JSON.stringify([index, ending]));
  }

  /** A record with nothing left to send is not kept; another belongs to nobody from now on. */
  async close(complete: boolean): Promise<void> {
    await this.#writing;
    await this.handle.close();
    living.delete(path.basename(this.file));
    if (complete) {
      await rm(this.file, { force: true });
    } else {
      await rename(this.file, path.join(path.dirname(this.file), ownedBy(path.basename(this.file), nobody)));
    }
  }

  #write(line: string): Promise<void> {
    living.add(path.basename(this.file));
    this.#lines += `${line}\n`;
    const before = this.#writing ?? Promise.resolve();
    // What comes while a write is under way goes into one
    const mine = before.then(async () => {
      const lines = this.#lines;
      this.#lines = '';
      if (lines !== '') {
        await this.handle.appendFile(lines);
      }
    });
    this.#writing = mine;
    return mine;
  }
}

/** Whether a run goes on, here or in another window. */
export async function isRunning(folder: string, now: number): Promise<boolean> {
  const records = await recordsIn(folder);
  return (await over(folder, now)).length < records.length;
}

const nobody = 0;

function ownedBy(record: string, pid: number): string {
  return record.replace(name, `run-$1-${pid}.jsonl`);
}

async function recordsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((each) => name.test(each)).sort();
}

/** Records that this process writes. */
const living = new Set<string>();

/** The names of the records that nobody writes any more, the oldest first. */
async function over(folder: string, now: number): Promise<string[]> {
  const records = await recordsIn(folder);
  const alive = await Promise.all(records.map((record) => isAlive(folder, record, now)));
  return records.filter((_record, index) => alive[index] !== true);
}

async function isAlive(folder: string, record: string, now: number): Promise<boolean> {
  const pid = Number(name.exec(record)?.[2]);
  if (pid === nobody) {
    return false;
  }
  if (pid === process.pid) {
    return living.has(record);
  }
  const writtenAt = await stat(path.join(folder, record)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return now - writtenAt < silentMs && processExists(pid);
}

/** Undefined when its list of files is not whole: then nothing was sent. */
function parse(text: string): RecordedRun | undefined {
  const [count, ...lines] = text.split('\n').map(json);
  const files = lines
    .slice(0, typeof count === 'number' ? count : 0)
    .map(readFileLine)
    .filter((file) => file !== undefined);
  if (typeof count !== 'number' || files.length !== count) {
    return undefined;
  }
  const standings: FileState[] = files.map(() => 'waiting');
  for (const line of lines.slice(count)) {
    const [index, ending] = Array.isArray(line) ? (line as [unknown, unknown]) : [];
    if (typeof index === 'number' && index in standings) {
      standings[index] = readEnding(ending) ?? 'sending';
    }
  }
  return { files, standings };
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Broken off in the middle
    return undefined;
  }
}

function readFileLine(value: unknown): RunFile | undefined {
  const { uri, path: shown, choice, mayHaveArrived } = (value ?? {}) as Record<keyof RunFile, unknown>;
  const { endpoint, target, suggestedTitle } = (choice ?? {}) as Record<keyof RunFile['choice'], unknown>;
  const read = readTarget(target);
  return typeof uri === 'string' &&
    typeof shown === 'string' &&
    typeof endpoint === 'string' &&
    typeof suggestedTitle === 'string' &&
    read !== undefined
    ? {
        uri,
        path: shown,
        choice: { endpoint, target: read, suggestedTitle },
        mayHaveArrived: mayHaveArrived === true,
      }
    : undefined;
}
