import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Destination } from '../../../src/core/publish/destination.js';
import type { FileIdentity } from '../../../src/core/publish/pageRecord.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { hashOf } from '../../../src/services/publish/hashOf.js';
import type { PageRecords } from '../../../src/services/publish/pageRecords.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { openRecords } from './publishing.js';

const endpoint = 'https://a.example/';
const to = (title = 'One', overwrite = false): Destination => ({
  endpoint,
  target: { space: 'ENG', parent: '42', title, overwrite },
  suggestedTitle: title,
  suggestedPlace: {},
});
const file = (uri: string): FileIdentity => ({ uri });
const taken: Outcome = {
  kind: 'answered',
  answer: { meaning: 'published', status: 200, message: 'Said.', truncated: false },
  mayHaveArrived: false,
  cancelled: false,
};
const lost: Outcome = { kind: 'unanswered', reason: 'reset', code: 'ECONNRESET' };

describe('Pages that a file is known to by its text', () => {
  let folder: string;
  let records: PageRecords;
  let now: number;
  const open = (): PageRecords =>
    openRecords(path.join(folder, 'pages'), { now: () => ++now, isAlive: () => false });
  beforeEach(async () => {
    folder = await temporaryFolder('known');
    now = 1_000;
    records = open();
  });
  afterEach(() => removeFolder(folder));

  const publish = async (
    of: FileIdentity,
    content: string,
    {
      outcome = taken,
      destination = to(),
      by = records,
    }: { outcome?: Outcome; destination?: Destination; by?: PageRecords } = {},
  ): Promise<void> => {
    await by.sending(of, destination, hashOf(content));
    await by.settled(of, destination, content, outcome);
  };
  /** As a window that starts now sees it. */
  const seen = async (title = 'One') => {
    const record = (await open().read()).at({ endpoint, space: 'ENG', parent: '42', title });
    return record && { files: record.files.map(({ uri }) => uri) };
  };
  const onDisk = async (name: string): Promise<FileIdentity> => {
    const realPath = path.join(folder, 'files', name);
    await mkdir(path.dirname(realPath), { recursive: true });
    await writeFile(realPath, '');
    return { uri: pathToFileURL(realPath).href, realPath };
  };

  const inClone = async (name: string, origin?: string): Promise<FileIdentity> => {
    const there = await onDisk(name);
    const top = path.join(folder, 'files', name.split('/')[0] ?? '');
    const workspacePath = name.slice(name.indexOf('/') + 1);
    return { ...there, workspacePath, ...(origin !== undefined && { repository: { origin, folder: top } }) };
  };
  const found = async (of: FileIdentity, text: string, by = records): Promise<number> =>
    (await by.ofFile(of, [hashOf(text)], await by.read())).length;

  it('are known again in a clone, by path and text, and once it was seen by the file', async () => {
    await publish(await inClone('one/a.md', 'git'), 'v1');
    assert.equal(await found(await inClone('two/b.md', 'git'), 'v1'), 0);
    assert.equal(await found(await inClone('two/a.md'), 'v1'), 0, 'no repository');
    assert.equal(await found(await inClone('two/a.md', 'another'), 'v1'), 0, 'another repository');
    const clone = await inClone('two/a.md', 'git');
    assert.equal(await found(clone, 'v2'), 0);
    assert.equal(await found(clone, 'v1'), 1);
    const later = open();
    assert.equal(await found(clone, 'edited', later), 1);
    const first = await inClone('one/a.md');
    assert.deepEqual((await seen())?.files, [first.uri], 'it owns nothing');
    await publish(clone, 'edited', { destination: to('One', true), by: later });
    assert.deepEqual((await seen())?.files, [clone.uri, first.uri]);
  });

  it('are a clone’s as soon as it was sent there, whatever came of it', async () => {
    await publish(await inClone('one/a.md', 'git'), 'v1');
    const clone = await inClone('two/a.md', 'git');
    assert.equal(await found(clone, 'v1'), 1);
    await publish(clone, 'v2', { outcome: lost, destination: to('One', true) });
    const [own] = (await open().read()).ofFile(clone);
    assert.deepEqual([own?.published?.hash, own?.pending?.hash], [hashOf('v1'), hashOf('v2')]);
    assert.equal(own?.claims, undefined);
  });

  it('are asked about once for two folders', async () => {
    const [self, next] = [await inClone('two/a.md', 'git'), await inClone('two/b.md', 'git')];
    const by = await inClone('one/a.md', 'git');
    for (const [isOne, expected] of [
      [false, []],
      [true, [[next.uri, (await inClone('one/b.md')).uri]]],
    ] as const) {
      await publish(by, 'v1');
      await publish(await inClone('one/b.md', 'git'), 'v1', { destination: to('Two') });
      await publish(self, 'v1', { destination: { ...to('Own'), answer: { by, isOne } } });
      const later = open();
      const known = await later.ofFile(next, [hashOf('v1')], await later.read());
      assert.deepEqual(
        known
          .filter(({ place: { title } }) => title === 'Two')
          .map(({ files }) => files.map(({ uri }) => uri)),
        expected,
      );
    }
  });

  it('are known again after a move outside VS Code, and not in a copy', async () => {
    const [before, copy] = [await onDisk('a.md'), await onDisk('b.md')];
    await publish(before, 'v1');
    assert.equal(await found(copy, 'v1'), 0);
    const after = path.join(folder, 'files', 'c.md');
    await rename(before.realPath ?? '', after);
    const moved = { uri: pathToFileURL(after).href, realPath: after };
    assert.equal(await found(moved, 'v1'), 1);
    assert.equal(await found(moved, 'edited', open()), 1, 'seen before');
    assert.deepEqual((await seen())?.files, [before.uri], 'it owns nothing');
    await records.handOver(moved.uri, 'file:///elsewhere.md');
    assert.equal(await found(file('file:///elsewhere.md'), 'edited'), 1);
    await publish(moved, 'edited', { destination: to('One', true) });
    assert.deepEqual((await seen())?.files, [moved.uri]);
    assert.equal(await found(before, 'v1'), 0);
  });

  it('are taken by none of two copies that are looked at, and by the first that is published', async () => {
    const [before, one, other] = [await onDisk('a.md'), await onDisk('b.md'), await onDisk('c.md')];
    await publish(before, 'v1');
    await rm(before.realPath ?? '');
    assert.deepEqual(await Promise.all([one, other].map((copy) => found(copy, 'v1'))), [1, 1]);
    assert.deepEqual((await seen())?.files, [before.uri]);
    await publish(one, 'v2', { destination: to('One', true) });
    assert.deepEqual((await seen())?.files, [one.uri]);
    assert.equal(await found(other, 'v1'), 0);
  });

  it('are nobody’s when two of the same text are gone', async () => {
    const [one, two] = [await onDisk('x/a.md'), await onDisk('y/a.md')];
    await publish(one, 'same');
    await publish(two, 'same', { destination: to('Two') });
    await rename(path.join(folder, 'files'), path.join(folder, 'elsewhere'));
    assert.equal(
      (await records.ofFile(file('file:///a.md'), [hashOf('same')], await records.read())).length,
      0,
    );
  });
});
