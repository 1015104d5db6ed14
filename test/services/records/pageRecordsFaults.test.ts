import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { hashOf } from '../../../src/services/records/hashOf.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { destinationAt, one, openRecords, publishOne } from './publishing.js';
import type { Orders } from './publishingProcess.js';

/** `npm run kills` plays more of them, each night. */
const rounds = process.env.KILLS === undefined ? 1 : 3;

describe('The pages that files made survive', () => {
  let wiki: Wiki;
  let token: string;
  let folder: string;
  let pages: string;
  beforeEach(async () => {
    wiki = await startWiki();
    token = await wiki.createToken();
    folder = await temporaryFolder('faults');
    pages = path.join(folder, 'pages');
  });
  afterEach(async () => {
    await wiki.close();
    await removeFolder(folder);
  });

  const place = (title = 'One') => ({
    endpoint: wiki.importEndpoint,
    space: '1001',
    parent: '100102',
    title,
  });
  const inWiki = (title = 'One') => wiki.pages.findPage('1001', '100102', title)?.content;
  const known = async (within = pages, title = 'One') =>
    (await openRecords(within).read()).recordAt(place(title));
  const publish = (content: string, records = openRecords(pages), title = 'One') =>
    publishOne(records, { file: one, to: destinationAt(wiki.importEndpoint, title), content }, token);

  /** Another process publishes. Resolves with the signal that ended it. */
  const inProcess = (orders: Partial<Orders>): Promise<string | undefined> => {
    const script = path.join(__dirname, 'publishingProcess.js');
    const all = { folder: pages, endpoint: wiki.importEndpoint, token, texts: ['v2'], ...orders };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [script, JSON.stringify(all)], (error) => {
        if (error === null || error.signal === 'SIGKILL') {
          resolve(error?.signal);
        } else {
          reject(new Error(error.message));
        }
      });
    });
  };

  /** Kills a process at each of its steps; what it leaves must be true of the wiki. */
  const killAtEachStep = async (check: (left: string) => Promise<void>): Promise<number> => {
    for (let diesAt = 1; ; diesAt++) {
      const left = path.join(folder, String(diesAt));
      await cp(pages, left, { recursive: true }).catch(() => undefined);
      const signal = await inProcess({ folder: left, diesAt });
      await check(left);
      if (signal === undefined) {
        return diesAt;
      }
    }
  };

  it('a window that is killed at any step of a page’s first publish', async () => {
    const steps = await killAtEachStep(async (left) => {
      const record = await known(left);
      const content = inWiki();
      assert.deepEqual(record?.file.uri, record && one.uri);
      assert.ok(content === undefined || record !== undefined, 'The page is in the wiki and nobody knows.');
      assert.ok(record?.published === undefined || content === 'v2');
      for (const page of wiki.pages.pages.filter(({ title }) => title === 'One')) {
        wiki.pages.deletePage(page.id);
      }
    });
    assert.ok(steps > 6, String(steps));
  }).timeout(240_000);

  it('a window that is killed at any step of a page’s next publish', async () => {
    await publish('v1');
    const steps = await killAtEachStep(async (left) => {
      const record = (await known(left)) ?? assert.fail('The page is forgotten.');
      assert.equal(record.file.uri, one.uri);
      const last = record.published?.hash ?? assert.fail('It is not the file’s own any more.');
      const content = inWiki() ?? '';
      assert.ok(last === hashOf(content) || record.pending?.hash === hashOf(content), content);
      // Afterwards all goes on as before
      await publish('v1', openRecords(left));
      const after = await known(left);
      assert.deepEqual([after?.published?.hash, after?.pending], [hashOf('v1'), undefined]);
    });
    assert.ok(steps > 6, String(steps));
  }).timeout(240_000);

  const full = Object.assign(new Error('No room.'), { code: 'ENOSPC' });

  it('a disk that is full, and is not wrong after it', async () => {
    await publish('v1');
    const state: { fault: Error | undefined } = { fault: full };
    const failures: unknown[] = [];
    const here = openRecords(pages, {
      fault: () => state.fault,
      failed: (error) => failures.push(error),
    });
    await publish('v2', here);
    await publish('v1', here, 'Two');
    assert.equal(inWiki(), 'v2');
    assert.ok(failures.length > 0);
    // This window knows
    const index = await here.read();
    assert.equal(index.recordAt(place())?.published?.hash, hashOf('v2'));
    assert.equal(index.recordAt(place('Two'))?.published?.hash, hashOf('v1'));
    assert.equal((await known())?.published?.hash, hashOf('v1'));
    state.fault = undefined;
    await publish('v3', here);
    const after = await known();
    assert.deepEqual([after?.published?.hash, after?.pending], [hashOf('v3'), undefined]);
  });

  it('a connection that moves on a disk that is full: all stays, and moves once there is room', async () => {
    await publish('v1');
    const state: { fault: Error | undefined } = { fault: full };
    const here = openRecords(pages, { fault: () => state.fault, failed: () => undefined });
    const there = { ...place(), endpoint: 'https://new.example/' };
    const takeOver = () => here.moveEndpoint(wiki.importEndpoint, there.endpoint);
    await assert.rejects(takeOver(), {
      name: 'UserError',
      message: /^What was published to the old address/,
    });
    const record = (await known()) ?? assert.fail('The page is forgotten.');
    assert.equal(await openRecords(pages).text(record), 'v1');
    state.fault = undefined;
    await takeOver();
    const after = await openRecords(pages).read();
    assert.equal(after.recordAt(place()), undefined);
    const moved = after.recordAt(there) ?? assert.fail('The page is forgotten.');
    assert.deepEqual([moved.published?.hash, moved.pending], [hashOf('v1'), undefined]);
    assert.equal(await openRecords(pages).text(moved), 'v1');
  });

  it('a page that its wiki has moved, on a disk that does not take its new place: its own record stays', async () => {
    await publish('v1');
    const state: { fault: Error | undefined } = { fault: undefined };
    const here = openRecords(pages, { fault: () => state.fault, failed: () => undefined });
    await here.read();
    await here.titleScopes.record(wiki.importEndpoint, 'space', 'lookup');
    state.fault = full;
    const { target, ...to } = destinationAt(wiki.importEndpoint);
    const there = { ...to, target: { ...target, parent: '100103' } };
    await publishOne(here, { file: one, to: there, content: 'v1' }, token);
    assert.equal((await known())?.published?.hash, hashOf('v1'));
  });

  it('two windows that publish the same file at once, again and again', async () => {
    const texts = (window: string) => Array.from({ length: 25 }, (_, round) => `${window} ${round}`);
    for (let round = 0; round < rounds; round++) {
      await Promise.all(['a', 'b'].map((window) => inProcess({ texts: texts(`${round} ${window}`) })));
      const record = (await known()) ?? assert.fail('The page is forgotten.');
      const content = inWiki() ?? '';
      assert.ok(record.pending !== undefined || record.published?.hash === hashOf(content), content);
      assert.equal(record.file.uri, one.uri);
    }
    await publish('end');
    const record = await known();
    assert.deepEqual([record?.published?.hash, record?.pending], [hashOf('end'), undefined]);
  }).timeout(240_000);

  it('two windows that publish different files at once', async () => {
    const [here, there] = [openRecords(pages), openRecords(pages)];
    const titles = Array.from({ length: 20 }, (_, index) => `Page ${index}`);
    await Promise.all(
      titles.map((title, index) => publish(`Text ${index}`, index % 2 === 0 ? here : there, title)),
    );
    const index = await openRecords(pages).read();
    for (const [number, title] of titles.entries()) {
      assert.equal(index.recordAt(place(title))?.published?.hash, hashOf(`Text ${number}`));
    }
  });
});
