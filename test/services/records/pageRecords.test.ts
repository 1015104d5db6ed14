import assert from 'node:assert/strict';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Destination } from '../../../src/core/publish/destination.js';
import type { FileIdentity } from '../../../src/core/records/fileIdentity.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { hashOf } from '../../../src/services/records/hashOf.js';
import { FolderTargets } from '../../../src/services/records/folderTargets.js';
import type { PageRecords } from '../../../src/services/records/pageRecords.js';
import { RecentPlaces } from '../../../src/services/records/recentPlaces.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { openRecords, type OpenOptions } from './publishing.js';

const endpoint = 'https://a.example/';
const to = (title = 'One', overwrite = false): Destination => ({
  endpoint,
  target: { space: 'ENG', parent: '42', title, overwrite },
  suggestedTitle: title,
  suggestedPlace: {},
});
const file = (uri: string, workspacePath?: string): FileIdentity => ({ uri, workspacePath });
const a = file('file:///a.md');
const b = file('file:///b.md');
const answered = (meaning: 'published' | 'already exists'): Outcome => ({
  kind: 'answered',
  answer: { meaning, status: meaning === 'published' ? 200 : 400, message: 'Said.', truncated: false },
  mayHaveArrived: false,
  cancelled: false,
});
const taken = answered('published');
const refused = answered('already exists');
const lost: Outcome = { kind: 'unanswered', reason: 'reset', code: 'ECONNRESET' };
const place = (title = 'One') => ({ endpoint, space: 'ENG', parent: '42', title });

describe('The pages that files made', () => {
  let folder: string;
  let records: PageRecords;
  let now: number;
  let failures: unknown[];
  const open = (change: OpenOptions = {}): PageRecords =>
    openRecords(path.join(folder, 'pages'), {
      now: () => ++now,
      failed: (error) => failures.push(error),
      isAlive: () => false,
      ...change,
    });
  beforeEach(async () => {
    folder = await temporaryFolder('records');
    [now, failures] = [1_000, []];
    records = open();
  });
  afterEach(async () => {
    await removeFolder(folder);
    assert.deepEqual(failures, []);
  });

  const texts = (): Promise<string[]> => readdir(path.join(folder, 'pages', 'texts'));
  const publish = async (
    of: FileIdentity,
    content: string,
    { outcome = taken, destination = to(), by = records } = {},
  ): Promise<void> => {
    await by.recordSend(of, destination, hashOf(content), { maySend: () => true });
    await by.recordOutcome(of, destination, content, outcome);
  };
  const stateOf = (record: PageRecord | undefined) =>
    record && {
      file: record.file.uri,
      published: record.published?.hash,
      pending: record.pending?.hash,
    };
  /** As a window that starts now sees it. */
  const seen = async (title = 'One') => stateOf((await open().read()).recordAt(place(title)));

  it('are none at first', async () => {
    assert.deepEqual((await records.read()).records, []);
  });

  it('may have arrived from before the send to the answer', async () => {
    await records.recordSend(a, to(), hashOf('v1'), { maySend: () => true });
    assert.deepEqual(await seen(), { file: a.uri, published: undefined, pending: hashOf('v1') });
    await records.recordOutcome(a, to(), 'v1', taken);
    assert.deepEqual(await seen(), { file: a.uri, published: hashOf('v1'), pending: undefined });
  });

  it('are not there when the wiki took nothing', async () => {
    await publish(a, 'v1', { outcome: refused });
    assert.equal(await seen(), undefined);
  });

  it('are unknown while a send had no answer that tells, whatever was published before', async () => {
    await publish(a, 'v1');
    await publish(a, 'v2', { outcome: lost });
    assert.deepEqual(await seen(), { file: a.uri, published: hashOf('v1'), pending: hashOf('v2') });
    await publish(a, 'v1', { outcome: refused });
    assert.equal((await seen())?.pending, hashOf('v2'));
    await publish(a, 'v1');
    assert.deepEqual(await seen(), { file: a.uri, published: hashOf('v1'), pending: undefined });
  });

  it('stay a file’s own whatever another file tries, until the wiki takes it', async () => {
    await publish(a, 'v1');
    for (const outcome of [refused, lost]) {
      await publish(b, 'other', { outcome, destination: to('One', true) });
      assert.deepEqual((await seen())?.file, a.uri);
    }
    await publish(b, 'other', { destination: to('One', true) });
    assert.deepEqual(await seen(), { file: b.uri, published: hashOf('other'), pending: undefined });
  });

  it('are known to the file that may have replaced one', async () => {
    await publish(a, 'v1');
    await publish(b, 'other', { outcome: lost, destination: to('One', true) });
    const said = async (of: FileIdentity) => {
      const own = (await open().read()).ofFile(of);
      return own.map((each) => [stateOf(each), each.otherSends?.map((claim) => claim.file.uri)]);
    };
    const [pending, unconfirmed] = [hashOf('other'), { file: b.uri, published: undefined }];
    assert.deepEqual(await said(a), [
      [{ file: a.uri, published: hashOf('v1'), pending: undefined }, [b.uri]],
    ]);
    assert.deepEqual(await said(b), [[{ ...unconfirmed, pending }, undefined]]);
    await records.handOver(b.uri, 'file:///c.md');
    assert.deepEqual(await said(b), []);
    assert.deepEqual(await said(file('file:///c.md')), [
      [{ file: 'file:///c.md', published: undefined, pending }, undefined],
    ]);
    await publish(a, 'v2', { destination: to('One', true) });
    assert.deepEqual(await said(a), [
      [{ file: a.uri, published: hashOf('v2'), pending: undefined }, undefined],
    ]);
    assert.deepEqual(await said(file('file:///c.md')), []);
  });

  it('are the file’s that may have made one, when the other’s try was refused', async () => {
    await records.recordSend(a, to(), hashOf('v1'), { maySend: () => true });
    await publish(b, 'other', { outcome: lost });
    await records.recordOutcome(a, to(), 'v1', refused);
    assert.deepEqual(await seen(), { file: b.uri, published: undefined, pending: hashOf('other') });
  });

  it('remember a consent once the wiki took it', async () => {
    const said = async () => (await open().read()).recordAt(place())?.mayOverwrite;
    await publish(a, 'v1');
    await publish(a, 'v2', { outcome: refused, destination: to('One', true) });
    assert.equal(await said(), false);
    await publish(a, 'v2', { destination: to('One', true) });
    await publish(a, 'v3');
    assert.equal(await said(), true);
  });

  it('leave a failed try as a suggestion of the file, until something is published', async () => {
    await publish(a, 'v1', { outcome: refused, destination: to('Tried', true) });
    assert.deepEqual(records.index.attempt(a)?.target, to('Tried').target);
    await publish(a, 'v1');
    assert.equal(records.index.attempt(a), undefined);
  });

  it('keep the last text for the comparison, and no other', async () => {
    await publish(a, 'v1');
    await publish(a, 'v2');
    const record = (await open().read()).recordAt(place()) ?? assert.fail();
    assert.equal(await open().text(record), 'v2');
    assert.equal((await texts()).length, 1);
  });

  it('keep no text of files that are deleted, and know their pages still', async () => {
    for (const [uri, title] of [
      ['file:///docs/x.md', 'One'],
      ['file:///docs2/x.md', 'Two'],
    ] as const) {
      await publish(file(uri), 'v1', { destination: to(title) });
    }
    await records.deleted('file:///docs');
    assert.equal((await texts()).length, 1);
    assert.deepEqual((await seen())?.file, 'file:///docs/x.md');
    await records.deleted('file:///docs2/x.md');
    assert.deepEqual(await texts(), []);
  });

  it('keep no text, once it is not young, of a file that is gone without a word', async () => {
    const [there, gone] = [await onDisk('there.md'), await onDisk('gone.md')];
    await publish(there, 'v1');
    await publish(gone, 'v1', { destination: to('Two') });
    await rm(gone.realPath ?? '');
    now = Date.now();
    await open().sweep();
    assert.equal((await texts()).length, 2);
    now += 3_600_000;
    await open().sweep();
    assert.equal((await texts()).length, 1);
    assert.deepEqual((await seen('Two'))?.file, gone.uri);
  });

  it('keep no such text once a window publishes', async () => {
    const [there, gone] = [await onDisk('there.md'), await onDisk('gone.md')];
    await publish(gone, 'v1');
    const [text = ''] = await texts();
    await rm(gone.realPath ?? '');
    await utimes(path.join(folder, 'pages', 'texts', text), 0, 0);
    now = Date.now();
    await publish(there, 'v1', { destination: to('Two'), by: open() });
    while ((await texts()).includes(text)) {
      await pause(5);
    }
    assert.equal((await texts()).length, 1);
  });

  it('follow a file, and a folder with all that is in it', async () => {
    const inner = file('file:///docs/x.md');
    await publish(inner, 'v1');
    await publish(file('file:///docs2/x.md'), 'v1', { destination: to('Two') });
    await records.handOver('file:///docs', 'file:///new');
    assert.deepEqual((await seen())?.file, 'file:///new/x.md');
    assert.deepEqual((await seen('Two'))?.file, 'file:///docs2/x.md');
    await records.forget('file:///new/x.md');
    assert.equal(await seen(), undefined);
  });

  it('follow a file that is moved while it is sent, also where another working folder published its page last', async () => {
    const inFolder = (folder: string): FileIdentity => ({
      uri: `file://${folder}/a.md`,
      realPath: `${folder}/a.md`,
      workspacePath: 'a.md',
      repository: { remote: 'one', folder, branch: 'main' },
    });
    const [one, two] = [inFolder('/one'), inFolder('/two')];
    await publish(one, 'v1');
    await records.recordSend(two, to('One', true), hashOf('v2'), { maySend: () => true });
    await records.handOver(two.uri, 'file:///d.md');
    await records.recordOutcome(two, to('One', true), 'v2', taken);
    assert.deepEqual(await seen(), { file: 'file:///d.md', published: hashOf('v2'), pending: undefined });
  });

  it('follow a file that moves on before its last move is written down', async () => {
    await publish(a, 'v1');
    const names = Array.from({ length: 20 }, (_, at) => `file:///moved/${at}.md`);
    await Promise.all(names.map((to, at) => records.handOver(names[at - 1] ?? a.uri, to)));
    assert.deepEqual((await seen())?.file, names.at(-1));
    await Promise.all([records.handOver('file:///moved', 'file:///b'), records.forget('file:///b/19.md')]);
    assert.equal(await seen(), undefined);
  });

  it('are not under way for ever where another process has the id of a window that died', async () => {
    await records.recordSend(a, to(), hashOf('v1'), { maySend: () => true });
    const isUnderWay = async (afterMs: number): Promise<boolean> => {
      const later = open({ isAlive: () => true, now: () => now + afterMs });
      return later.isUnderWay((await later.read()).recordAt(place()) ?? assert.fail());
    };
    assert.equal(await isUnderWay(14 * 60_000), true);
    assert.equal(await isUnderWay(16 * 60_000), false);
  });

  const onDisk = async (name: string): Promise<FileIdentity> => {
    const realPath = path.join(folder, 'files', name);
    await mkdir(path.dirname(realPath), { recursive: true });
    await writeFile(realPath, '');
    return { uri: pathToFileURL(realPath).href, realPath };
  };

  it('go with a connection to its new address', async () => {
    await publish(a, 'v1');
    await publish(b, 'v1', { outcome: refused, destination: to('Two') });
    await records.moveEndpoint(endpoint, 'https://new.example/');
    const index = await open().read();
    assert.equal(index.recordAt(place()), undefined);
    assert.deepEqual(stateOf(index.recordAt({ ...place(), endpoint: 'https://new.example/' })), {
      file: a.uri,
      published: hashOf('v1'),
      pending: undefined,
    });
    assert.equal(records.index.attempt(b)?.endpoint, 'https://new.example/');
    assert.equal((await texts()).length, 1, 'The text has gone along.');
  });

  it('are forgotten one by one, with their texts, in each window', async () => {
    const other = open();
    await publish(a, 'v1');
    await publish(b, 'v1', { destination: to('Two') });
    await other.read();
    await records.forgetPage(place());
    for (const now of [records, other, open()]) {
      const index = await now.read();
      assert.deepEqual(
        [index.recordAt(place()), index.ofFile(a).length, index.ofFile(b).length],
        [undefined, 0, 1],
      );
    }
    assert.equal((await texts()).length, 1);
  });

  it('take along what else is known of a wiki at its old address, and keep what is known at the new one', async () => {
    const moved = 'https://new.example/import';
    const clone = { ...a, repository: { remote: 'r', folder: '/clone' } };
    const [recent, folders] = [new RecentPlaces(records.values), new FolderTargets(records.values)];
    await publish(clone, 'v1');
    await records.recordLookup(place(), { id: '5', address: 'https://a.example/wiki/pages/5' });
    await recent.remember(endpoint, { space: 'ENG', parent: '42' });
    await recent.rememberAddress('https://a.example/other', '7', 'https://a.example/7');
    await folders.remember(['file:///docs/a.md'], { endpoint, space: 'ENG', parent: '42' });
    await records.recordImporter(endpoint, 'old');
    await records.recordImporter(moved, 'new');
    await records.moveEndpoint(endpoint, moved);
    for (const now of [records, open()]) {
      const index = await now.read();
      assert.equal(
        index.recordAt({ ...place(), endpoint: moved })?.wiki?.address,
        'https://new.example/wiki/pages/5',
      );
      assert.deepEqual(
        [endpoint, moved].map((each) => [index.hasFolderPublished(each, clone), now.importerOf(each)]),
        [
          [false, undefined],
          [true, 'new'],
        ],
      );
      const places = new RecentPlaces(now.values);
      assert.deepEqual(
        [places.endpoint(), places.spaces(moved), places.spaces(endpoint)],
        [moved, ['ENG'], []],
      );
      assert.equal(places.address('https://a.example/other', '7'), 'https://a.example/7');
      assert.equal(new FolderTargets(now.values).targetFor('file:///docs/b.md')?.endpoint, moved);
    }
  });

  describe('in two windows', () => {
    it('are seen by the other', async () => {
      const other = open();
      await other.read();
      await publish(a, 'v1');
      assert.equal((await other.read()).ofFile(a).length, 1);
      await publish(a, 'v2', { by: other });
      assert.equal((await records.read()).recordAt(place())?.published?.hash, hashOf('v2'));
    });

    it('are seen by a window that could not record a send that it left', async () => {
      let isFull = true;
      const fault = () => (isFull ? new Error('ENOSPC') : undefined);
      const failed = (): void => undefined;
      const other = open({ fault, failed });
      await publish(a, 'v1');
      await other.read();
      assert.equal(await other.recordSend(b, to(), hashOf('v2'), { maySend: () => false }), false);
      isFull = false;
      await publish(a, 'v3');
      assert.equal((await other.read()).recordAt(place())?.published?.hash, hashOf('v3'));
    });

    it('are unknown when two sends of different texts overlapped', async () => {
      const other = open();
      await Promise.all([records.read(), other.read()]);
      await records.recordSend(a, to(), hashOf('v1'), { maySend: () => true });
      await other.recordSend(a, to(), hashOf('v2'), { maySend: () => true });
      await other.recordOutcome(a, to(), 'v2', taken);
      await records.recordOutcome(a, to(), 'v1', taken);
      for (const { published, pending } of [
        await seen(),
        stateOf((await records.read()).recordAt(place())),
      ].map((one) => one ?? assert.fail())) {
        assert.deepEqual(new Set([published, pending]), new Set([hashOf('v1'), hashOf('v2')]));
      }
      await publish(a, 'v3');
      assert.deepEqual(await seen(), { file: a.uri, published: hashOf('v3'), pending: undefined });
    });
  });
});
