import assert from 'node:assert/strict';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashOf } from '../../../src/services/records/hashOf.js';
import { PublishedTexts } from '../../../src/services/records/publishedTexts.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

const now = Date.now();
const hourMs = 3_600_000;

describe('The texts that were published', () => {
  let folder: string;
  let keep: boolean;
  let texts: PublishedTexts;
  beforeEach(async () => {
    folder = path.join(await temporaryFolder('texts'), 'texts');
    keep = true;
    texts = new PublishedTexts({ folder, keep: () => keep, most: { count: 3, bytes: 10 } });
  });
  afterEach(() => removeFolder(path.dirname(folder)));

  const put = async (page: string, text: string, hoursAgo = 0): Promise<void> => {
    await texts.put(page, text);
    const at = (now - hoursAgo * hourMs) / 1000;
    await utimes(path.join(folder, page), at, at);
  };
  const kept = async () => (await readdir(folder)).sort();
  const wanted = (): Promise<boolean> => Promise.resolve(true);

  it('are whole, and readable by their owner alone', async () => {
    await texts.put('a', 'Text ä\r\n');
    assert.equal(await texts.get('a', hashOf('Text ä\r\n')), 'Text ä\r\n');
    assert.equal(await texts.get('a', hashOf('Other')), undefined);
    assert.equal((await stat(path.join(folder, 'a'))).mode & 0o077, 0);
    assert.equal((await stat(folder)).mode & 0o077, 0);
  });

  it('are not kept when they are not to be, and those that were go', async () => {
    await put('a', 'A');
    keep = false;
    await texts.put('b', 'B');
    assert.deepEqual(await kept(), ['a']);
    await texts.sweep(wanted, now);
    assert.deepEqual(await kept(), []);
  });

  it('go when nothing refers to them, unless their record is about to be written', async () => {
    await put('a', 'A', 1);
    await put('b', 'B', 1);
    await put('new', 'C');
    await writeFile(path.join(folder, 'a.1.tmp'), 'A');
    await utimes(path.join(folder, 'a.1.tmp'), 0, 0);
    await texts.sweep((page) => Promise.resolve(page === 'a'), now);
    assert.deepEqual(await kept(), ['a', 'new']);
  });

  it('are so many at most: the oldest go', async () => {
    for (const [hoursAgo, page] of ['a', 'b', 'c', 'd'].entries()) {
      await put(page, page, hoursAgo);
    }
    await texts.sweep(wanted, now);
    assert.deepEqual(await kept(), ['a', 'b', 'c']);
  });

  it('are of such a size at most: the oldest go', async () => {
    await put('a', '12345', 1);
    await put('b', '123456', 2);
    await put('c', '1', 3);
    await texts.sweep(wanted, now);
    assert.deepEqual(await kept(), ['a']);
  });
});
