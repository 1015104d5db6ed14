import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { fileOutcomeSchema, type FileOutcome } from '../../core/run/fileOutcome';
import { dayMs, minuteMs } from '../../core/text/duration';
import { flag, listOf, maybe, parseJson, readAs, textOrEmpty } from '../../core/text/json';
import { fileIdentitySchema } from '../../core/publish/fileIdentity';
import { suggestedPlaceSchema } from '../../core/publish/pageRecord';
import { targetSchema } from '../../core/wiki/target';
import type { UnfinishedRun } from '../../core/run/resume';
import type { Run } from '../../core/run/run';
import type { FileState } from '../../core/run/fileState';
import { processExists } from '../shared/processExists';

/** A run whose record was not written for so long has ended, even if a process with its ID exists. */
const silentMs = 10 * minuteMs;

/** A run older than this is no longer offered to be resumed. */
const keptMs = 30 * dayMs;

const fileName = /^run-(\d+)-(\d+)\.jsonl$/;

/** A run that ended with files left to send. */
export interface InterruptedRun extends UnfinishedRun {
  /** The name of the record's file, by which another window takes it. */
  readonly name: string;
  /** When it was started, in milliseconds since the epoch. */
  readonly startedAt: number;
}

export type OpenRunRecord = Pick<RunRecord, 'name' | 'sending' | 'ended' | 'close'>;

/**
 * The record of a run on the disk, with one line for each event; a send is recorded before it begins. The file's name
 * contains the process ID, so taking over the record is one rename.
 */
export class RunRecord {
  /** The lines that are still to be written. */
  #lines = '';
  #writing = Promise.resolve();

  private constructor(
    private readonly handle: FileHandle,
    private readonly file: string,
  ) {
    ownRecords.add(path.basename(file));
  }

  /** A record that is not kept, for a run that can't be resumed. */
  static readonly none: OpenRunRecord = {
    name: '',
    sending: () => Promise.resolve(),
    ended: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };

  static async create(folder: string, run: Run, now: number): Promise<RunRecord> {
    await mkdir(folder, { recursive: true });
    for (const old of await endedRecords(folder, now)) {
      if (now - startedAt(old) > keptMs) {
        await rm(path.join(folder, old), { force: true });
      }
    }
    const file = path.join(folder, `run-${now}-${process.pid}.jsonl`);
    const record = new RunRecord(await open(file, 'a'), file);
    try {
      const states = run.files
        .map((_file, index) => [index, run.state(index)] as const)
        .filter(([, state]) => typeof state === 'object');
      await record.#write(
        [run.files.length, ...run.files, { blocked: run.blocked }, ...states]
          .map((each) => JSON.stringify(each))
          .join('\n'),
      );
    } catch (error) {
      await record.close(true);
      throw error;
    }
    return record;
  }

  /** Takes the record of an ended run; undefined if another window did so first. */
  static async take(folder: string, { name }: InterruptedRun): Promise<RunRecord | undefined> {
    const file = path.join(folder, ownedBy(name, process.pid));
    try {
      await rename(path.join(folder, name), file);
    } catch {
      return undefined;
    }
    return new RunRecord(await open(file, 'a'), file);
  }

  /** Returns the ended runs, the oldest first. */
  static async interrupted(folder: string, now: number): Promise<readonly InterruptedRun[]> {
    const runs = (await endedRecords(folder, now)).map(async (name) => {
      const file = path.join(folder, name);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      if (text === undefined) {
        // The file is gone, or another program has it open; the next call will tell.
        return undefined;
      }
      const run = parseRecord(text);
      if (run === undefined) {
        await rm(file, { force: true }).catch(() => undefined);
      }
      return run && { ...run, name, startedAt: startedAt(name) };
    });
    return (await Promise.all(runs)).filter((run) => run !== undefined);
  }

  /** The name by which the rest of the run can be resumed once the record is closed. */
  get name(): string {
    return ownedBy(path.basename(this.file), noProcess);
  }

  /** Resolves when the send is on the disk; only then may it begin. */
  sending(index: number): Promise<void> {
    return this.#write(JSON.stringify([index]));
  }

  ended(index: number, outcome: FileOutcome): Promise<void> {
    return this.#write(JSON.stringify([index, outcome]));
  }

  /** Deletes the record of a complete run, or releases it for other windows. Never rejects, so that the run can end. */
  async close(complete: boolean): Promise<void> {
    await this.#writing;
    await this.handle.close().catch(() => undefined);
    ownRecords.delete(path.basename(this.file));
    const free = path.join(path.dirname(this.file), this.name);
    await (complete ? rm(this.file, { force: true }) : rename(this.file, free)).catch(() => undefined);
  }

  #write(line: string): Promise<void> {
    this.#lines += `${line}\n`;
    // Lines that are added during a write are written together afterwards.
    const mine = this.#writing.then(async () => {
      const lines = this.#lines;
      this.#lines = '';
      if (lines === '') {
        return;
      }
      try {
        await this.handle.appendFile(lines);
      } catch (error) {
        // Part of a line may have been written, so the next one begins after a line end.
        this.#lines = `\n${lines}${this.#lines}`;
        throw error;
      }
    });
    this.#writing = mine.catch(() => undefined);
    return mine;
  }
}

/** Whether any window has a run under way. */
export async function isRunning(folder: string, now: number): Promise<boolean> {
  const records = await recordsIn(folder);
  return (await endedRecords(folder, now)).length < records.length;
}

const noProcess = 0;

function ownedBy(record: string, pid: number): string {
  return record.replace(fileName, `run-$1-${pid}.jsonl`);
}

function startedAt(record: string): number {
  return Number(fileName.exec(record)?.[1]);
}

async function recordsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((each) => fileName.test(each)).sort();
}

/** The records that this process writes. */
const ownRecords = new Set<string>();

/** Returns the names of ended records, the oldest first. */
async function endedRecords(folder: string, now: number): Promise<string[]> {
  const records = await recordsIn(folder);
  const alive = await Promise.all(records.map((record) => isAlive(folder, record, now)));
  return records.filter((_record, index) => alive[index] !== true);
}

async function isAlive(folder: string, record: string, now: number): Promise<boolean> {
  const pid = Number(fileName.exec(record)?.[2]);
  if (pid === noProcess) {
    return false;
  }
  if (pid === process.pid) {
    return ownRecords.has(record);
  }
  const writtenAt = await stat(path.join(folder, record)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return now - writtenAt < silentMs && processExists(pid);
}

const texts = listOf(v.string());

const chosenText = v.exactOptional(v.string());
const chosenSchema = v.object({
  endpoint: chosenText,
  space: chosenText,
  parent: chosenText,
  title: chosenText,
  overwrite: v.exactOptional(v.boolean()),
  accepted: chosenText,
});

const runFileSchema = v.object({
  file: fileIdentitySchema,
  path: v.string(),
  destination: v.object({
    endpoint: v.string(),
    target: targetSchema,
    suggestedTitle: v.string(),
    suggestedPlace: suggestedPlaceSchema,
  }),
  others: maybe(texts),
  chosen: v.fallback(chosenSchema, {}),
  under: maybe(v.string()),
  knownProblems: maybe(texts),
  needs: maybe(texts),
  linked: maybe(texts),
  mayHaveArrived: flag,
});

const blockedSchema = v.object({
  blocked: listOf(v.object({ uri: v.string(), path: v.string(), title: v.string(), reason: textOrEmpty })),
});

const eventSchema = v.tuple([v.number(), v.optional(v.unknown())]);

/** Returns undefined if the list of files is incomplete, since then nothing was sent. */
function parseRecord(text: string): UnfinishedRun | undefined {
  const [count, ...lines] = text.split('\n').map(parseJson);
  if (typeof count !== 'number') {
    return undefined;
  }
  const files = readAs(v.array(runFileSchema), lines.slice(0, count));
  if (files?.length !== count) {
    return undefined;
  }
  const states: FileState[] = files.map(() => 'waiting');
  for (const line of lines.slice(count)) {
    const [index = -1, outcome] = readAs(eventSchema, line) ?? [];
    if (index in states) {
      states[index] = readAs(fileOutcomeSchema, outcome) ?? 'sending';
    }
  }
  return { files, states, blocked: readAs(blockedSchema, lines[count])?.blocked ?? [] };
}
