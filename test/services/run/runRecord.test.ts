import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileOutcome } from '../../../src/core/run/fileOutcome.js';
import type { RunFile } from '../../../src/core/run/run.js';
import { isRunning, RunRecord } from '../../../src/services/run/runRecord.js';

const now = Date.now();
const files: RunFile[] = ['a.md', 'b.md', 'c.md'].map((name) => ({
  uri: `file:///${name}`,
  path: name,
  choice: {
    endpoint: 'https://a.example/x',
    target: { space: 'ENG', parent: '42', title: name, overwrite: name === 'b.md' },
    suggestedTitle: name,
  },
  mayHaveArrived: name === 'c.md',
}));
const published: FileOutcome = {
  kind: 'published',
  message: 'Said\n“so”.',
  exists: false,
  mayHaveArrived: false,
};

describe('The record of a run', () => {
  let folder: string;

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
    const record = await RunRecord.create(folder, files, now);
    await record.sending(0);
    await record.ended(0, published);
    await record.sending(1);
    await abandon();
    assert.deepEqual(await RunRecord.last(folder, now), {
      files,
      standings: [published, 'sending', 'waiting'],
    });
    const resumed = await RunRecord.resume(folder, now);
    assert.deepEqual(resumed?.run, { files, standings: [published, 'sending', 'waiting'] });
    await resumed.record.close(true);
    await record.close(true);
  });

  it('has a file in it on disk before it may be sent', async () => {
    const record = await RunRecord.create(folder, files, now);
    await Promise.all([record.sending(0), record.sending(2)]);
    assert.match(await readFile(await only(), 'utf8'), /\n\[0\]\n\[2\]\n$/);
    await record.close(false);
  });

  it('goes on in the same record, after a line that was broken off', async () => {
    await (await RunRecord.create(folder, files, now)).close(false);
    await appendFile(await abandon(), '[0]\n[0,{"kind":"publ');
    const first = await RunRecord.resume(folder, now);
    assert.deepEqual(first?.run.standings, ['sending', 'waiting', 'waiting']);
    await first.record.sending(1);
    await first.record.ended(1, published);
    await first.record.close(false);
    const second = await RunRecord.resume(folder, now);
    assert.deepEqual(second?.run.standings, ['sending', published, 'waiting']);
    await second.record.close(false);
  });

  it('is not taken over while its run goes on, here or elsewhere', async () => {
    const record = await RunRecord.create(folder, files, now);
    assert.equal(await RunRecord.resume(folder, now), undefined);
    assert.equal(await isRunning(folder, now), true);
    const file = await only();
    const elsewhere = path.join(folder, `run-${now}-${process.ppid}.jsonl`);
    await rename(file, elsewhere);
    assert.equal(await RunRecord.resume(folder, now), undefined);
    // ... but not for ever: process ids are used again
    const anHourAgo = new Date(now - 3_600_000);
    await utimes(elsewhere, anHourAgo, anHourAgo);
    const resumed = await RunRecord.resume(folder, now);
    assert.ok(resumed);
    await resumed.record.close(true);
    assert.equal(await isRunning(folder, now), false);
    await record.close(true);
  });

  it('is taken over by one only', async () => {
    await (await RunRecord.create(folder, files, now)).close(false);
    await abandon();
    const both = await Promise.all([RunRecord.resume(folder, now), RunRecord.resume(folder, now)]);
    assert.equal(both.filter((each) => each !== undefined).length, 1);
    for (const each of both) {
      await each?.record.close(true);
    }
  });

  it('is gone once all is published, and when another run starts', async () => {
    await (await RunRecord.create(folder, files, now)).close(true);
    assert.deepEqual(await readdir(folder), []);
    await (await RunRecord.create(folder, files, now)).close(false);
    const second = await RunRecord.create(folder, files, now + 1);
    await only();
    await second.close(false);
  });

  for (const [what, text] of [
    ['is empty', ''],
    ['is nonsense', 'nonsense\n{}\n'],
    ['ends in its list of files', `3\n${JSON.stringify(files[0])}\n`],
    [
      'names a target that is none',
      `1\n${JSON.stringify({ ...files[0], choice: { endpoint: 'x', target: {}, suggestedTitle: '' } })}\n`,
    ],
  ] as const) {
    it(`that ${what} is none`, async () => {
      await writeFile(path.join(folder, 'run-1-1.jsonl'), text);
      assert.equal(await RunRecord.resume(folder, Date.now() + 3_600_000), undefined);
    });
  }

  it('leaves other files alone, and a folder that is not there', async () => {
    await writeFile(path.join(folder, 'other.txt'), '');
    await (await RunRecord.create(folder, files, now)).close(true);
    assert.deepEqual(await readdir(folder), ['other.txt']);
    assert.equal(await RunRecord.resume(path.join(folder, 'none'), now), undefined);
  });
});
