// A window of its own, as far as a process goes: it uses the store as ordered, and says on a line each what came of it.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../../src/services/store/store.js';
import { idsOf, openNotes, putNote } from './notes.js';

export interface Orders {
  readonly file: string;
  readonly name: string;
  readonly does: 'send' | 'stopInWrite' | 'stopInRead' | 'stopAlone' | 'write';
  readonly sends?: number;
  readonly pauseMs?: number;
  readonly busyMs?: number;
  /** Gives up what root may do, so that the disk can refuse it something. */
  readonly asNobody?: boolean;
}

/** What is written at once reaches whoever reads it even if the process dies right after. */
const say = (what: unknown): void => void writeSync(1, `${JSON.stringify(what)}\n`);

/** Stands still until it is told to go on; on Windows, for ever. */
const stop = (): void => {
  if (process.platform === 'win32') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  } else {
    process.kill(process.pid, 'SIGSTOP');
  }
};

/** Begins and ends sends, each in a transaction; says each that was acknowledged, and at last how long they took. */
async function send(store: Store, { name, sends = 0, pauseMs = 0 }: Orders): Promise<void> {
  const tookMs: number[] = [];
  for (let at = 0; at < sends; at++) {
    const id = `${name}-${String(at).padStart(5, '0')}`;
    const begunAt = performance.now();
    await putNote(store, id, 'begun');
    const revision = await putNote(store, id, 'ended');
    tookMs.push(performance.now() - begunAt);
    say({ id, revision });
    await (pauseMs > 0 ? pause(pauseMs) : undefined);
  }
  say({ tookMs });
}

async function main(): Promise<void> {
  const orders = JSON.parse(process.argv[2] ?? '') as Orders;
  const { file, name, does, busyMs = 10_000, asNobody = false } = orders;
  if (asNobody && process.getuid?.() === 0) {
    process.setegid?.(65_534);
    process.seteuid?.(65_534);
  }
  const { store, told } = openNotes(file, { busyMs });
  if (does === 'send') {
    await send(store, orders);
  } else if (does === 'stopAlone') {
    // As long as a commit holds it: then others can't even read
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(file, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    say('holds');
    stop();
  } else if (does === 'write') {
    say('begins');
    const before = await idsOf(store);
    const revision = await putNote(store, name, 'written');
    say({ before, revision, after: await idsOf(store), isKept: store.isPersistent });
  } else {
    const work = does === 'stopInWrite' ? store.write.bind(store) : store.read.bind(store);
    await work((db) => {
      db.all('SELECT * FROM notes');
      if (does === 'stopInWrite') {
        db.run("INSERT INTO notes VALUES ('half', 'half', 0)");
      }
      say('holds');
      stop();
    });
  }
  say({ told });
  store.close();
}

void main();
