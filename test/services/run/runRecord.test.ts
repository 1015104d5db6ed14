import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileOutcome } from '../../../src/core/run/fileOutcome.js';
import { Run } from '../../../src/core/run/run.js';
import type { RunFile } from '../../../src/core/run/runFile.js';
import { isRunning, RunRecord, type InterruptedRun } from '../../../src/services/run/runRecord.js';

const now = Date.now();
const files: RunFile[] = ['a.md', 'b.md', 'c.md'].map((name) => ({
  file: { uri: `file:///${name}`, realPath: `/${name}`, workspacePath: name },
  path: name,
  destination: {
    endpoint: 'https://a.example/x',
    target: { space: 'ENG', parent: '42', title: name, overwrite: name === 'b.md' },
    suggestedTitle: name,
    suggestedPlace: { space: 'ENG' },
  },
  chosen: name === 'b.md' ? { overwrite: true, space: 'ENG' } : {},
  ...(name === 'c.md' && { knownProblems: ['a problem'] }),
  ...(name === 'a.md' && { linked: ['file:///b.md'] }),
  mayHaveArrived: name === 'c.md',
}));
const published: FileOutcome = {
  kind: 'published',
  message: 'Said\n“so”.',
  exists: false,
  mayHaveArrived: false,
};

/** The disk is full from now on, and half of what is written still fits. */
function filling(record: RunRecord): { emptied: boolean } {
  const full = { emptied: false };
  const { handle } = record as unknown as { handle: FileHandle };
  const append = handle.appendFile.bind(handle);
  handle.appendFile = async (data) => {
    const text = data as string;
    await append(full.emptied ? text : text.slice(0, text.length / 2));
    if (!full.emptied) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    }
  };
  return full;
}

describe('The record of a run', () => {
  let folder: string;

  const left = async (): Promise<InterruptedRun> =>
    (await RunRecord.interrupted(folder, now)).at(-1) ?? assert.fail();
  /** Takes over the latest one. */
  const resume = async (): Promise<{ run: InterruptedRun; record: RunRecord } | undefined> => {
    const run = (await RunRecord.interrupted(folder, now)).at(-1);
    const record = run && (await RunRecord.take(folder, run));
    return run && record && { run, record };
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'run-record-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const only = async (): Promise<string> => {
    const names = await readdir(folder);
    assert.equal(names.length, 1, names.join());
    return path.join(folder, names[0] ?? '');
  };
  /** As a process that was killed leaves it. */
  const abandon = async (): Promise<string> => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const file = path.join(folder, `run-${now}-${pid}.jsonl`);
    await rename(await only(), file);
    return file;
  };

  it('tells after a kill what was published, what was being sent, and what was not', async () => {
    const record = await RunRecord.create(folder, new Run(files), now);
    await record.sending(0);
    await record.ended(0, published);
    await record.sending(1);
    await abandon();
    const { startedAt, files: recorded, states } = await left();
    assert.deepEqual([startedAt, recorded, states], [now, files, [published, 'sending', 'waiting']]);
    const resumed = (await resume()) ?? assert.fail();
    await resumed.record.close(true);
    await record.close(true);
  });

  it('has a file in it on disk before it may be sent', async () => {
    const record = await RunRecord.create(folder, new Run(files), now);
    await Promise.all([record.sending(0), record.sending(2)]);
    assert.match(await readFile(await only(), 'utf8'), /\n\[0\]\n\[2\]\n$/);
    await record.close(false);
  });

  it('is read as far as its last whole line', async () => {
    await (await RunRecord.create(folder, new Run(files), now)).close(false);
    await appendFile(await abandon(), '[0]\n[0,{"kind":"publ');
    assert.deepEqual((await left()).states, ['sending', 'waiting', 'waiting']);
  });

  it('begins with what an earlier run came to', async () => {
    const run = new Run(files, [published, 'waiting', 'waiting']);
    await (await RunRecord.create(folder, run, now)).close(false);
    assert.deepEqual((await left()).states, [published, 'waiting', 'waiting']);
  });

  it('is not taken over while its run goes on, here or elsewhere', async () => {
    const record = await RunRecord.create(folder, new Run(files), now);
    assert.equal(await resume(), undefined);
    assert.equal(await isRunning(folder, now), true);
    const file = await only();
    const elsewhere = path.join(folder, `run-${now}-${process.ppid}.jsonl`);
    await rename(file, elsewhere);
    assert.equal(await resume(), undefined);
    // ... but not for ever: process ids are used again
    const anHourAgo = new Date(now - 3_600_000);
    await utimes(elsewhere, anHourAgo, anHourAgo);
    const resumed = await resume();
    assert.ok(resumed);
    await resumed.record.close(true);
    assert.equal(await isRunning(folder, now), false);
    await record.close(true);
  });

  it('is taken over by one only', async () => {
    await (await RunRecord.create(folder, new Run(files), now)).close(false);
    await abandon();
    const both = await Promise.all([resume(), resume()]);
    assert.equal(both.filter((each) => each !== undefined).length, 1);
    for (const each of both) {
      await each?.record.close(true);
    }
  });

  it('is gone once all is published', async () => {
    await (await RunRecord.create(folder, new Run(files), now)).close(true);
    assert.deepEqual(await readdir(folder), []);
  });

  it('outlives another run, and each can be resumed', async () => {
    await (await RunRecord.create(folder, new Run(files), now)).close(false);
    await (await RunRecord.create(folder, new Run(files.slice(0, 1)), now + 1)).close(false);
    const counts = (await RunRecord.interrupted(folder, now)).map((run) => run.files.length);
    assert.deepEqual(counts, [3, 1]);
    await (await resume())?.record.close(true);
    const first = await resume();
    assert.equal(first?.run.files.length, 3);
    await first.record.close(true);
  });

  it('is not kept for ever', async () => {
    await (await RunRecord.create(folder, new Run(files), now - 40 * 86_400_000)).close(false);
    const second = await RunRecord.create(folder, new Run(files), now);
    await only();
    await second.close(true);
  });

  it('of a run that can’t be written keeps no other run from beginning', async () => {
    await symlink('/dev/full', path.join(folder, `run-${now}-${process.pid}.jsonl`));
    await assert.rejects(RunRecord.create(folder, new Run(files), now), /ENOSPC/);
    assert.equal(await isRunning(folder, now), false);
  });

  it('of a run in whose middle the disk was full is closed, and can be resumed', async () => {
    const record = await RunRecord.create(folder, new Run(files), now);
    await record.sending(0);
    const full = filling(record);
    await assert.rejects(record.ended(0, published), /ENOSPC/);
    await assert.rejects(record.sending(1), /ENOSPC/);
    await record.close(false);
    assert.equal(await isRunning(folder, now), false);
    full.emptied = true;
    const resumed = await resume();
    assert.deepEqual(resumed?.run.states, ['sending', 'waiting', 'waiting']);
    await resumed.record.close(true);
  });

  it('is closed whatever the disk does, since a run ends', async () => {
    const record = await RunRecord.create(folder, new Run(files), now);
    // What it would be renamed to is taken
    await mkdir(path.join(folder, record.name));
    const { handle } = record as unknown as { handle: FileHandle };
    const close = handle.close.bind(handle);
    handle.close = async () => {
      await close();
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    };
    await record.close(false);
    assert.equal(await isRunning(folder, now), false);
  });

  it('writes what it could not write before, once there is room again', async () => {
    const record = await RunRecord.create(folder, new Run(files), now);
    const full = filling(record);
    await assert.rejects(record.ended(0, published), /ENOSPC/);
    full.emptied = true;
    await record.sending(1);
    await record.close(false);
    const resumed = await resume();
    assert.deepEqual(resumed?.run.states, [published, 'sending', 'waiting']);
    await resumed.record.close(true);
  });

  for (const [what, text] of [
    ['is empty', ''],
    ['is nonsense', 'nonsense\n{}\n'],
    ['ends in its list of files', `3\n${JSON.stringify(files[0])}\n`],
    [
      'names a target that is none',
      `1\n${JSON.stringify({ ...files[0], destination: { endpoint: 'x', target: {}, suggestedTitle: '' } })}\n`,
    ],
  ] as const) {
    it(`that ${what} is none`, async () => {
      await writeFile(path.join(folder, 'run-1-0.jsonl'), text);
      assert.deepEqual(await RunRecord.interrupted(folder, now), []);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('is kept while it can’t be read', async () => {
    await (await RunRecord.create(folder, new Run(files), now)).close(false);
    const file = await only();
    await rename(file, path.join(folder, 'read by another program'));
    // No reading ends, and removing it is possible
    await symlink(path.basename(file), file);
    assert.deepEqual(await RunRecord.interrupted(folder, now), []);
    assert.ok((await readdir(folder)).includes(path.basename(file)));
    await rename(path.join(folder, 'read by another program'), file);
    assert.equal((await left()).files.length, files.length);
  });

  it('leaves other files alone, and a folder that is not there', async () => {
    await writeFile(path.join(folder, 'other.txt'), '');
    await (await RunRecord.create(folder, new Run(files), now)).close(true);
    assert.deepEqual(await readdir(folder), ['other.txt']);
    assert.deepEqual(await RunRecord.interrupted(path.join(folder, 'none'), now), []);
  });
});
