import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs } from '../../../src/core/text/duration.js';
import { OnceAcrossWindows } from '../../../src/services/shared/onceAcrossWindows.js';

describe('Something that is granted once', () => {
  let root: string;
  let folder: string;
  const window = () => new OnceAcrossWindows(folder, Date.now);
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'once-'));
    folder = path.join(root, 'not', 'there');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('goes to one of many windows that ask at the same time', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => window().claim('a token’s end')));
    assert.equal(claims.filter(Boolean).length, 1);
  });

  it('is not granted again by the same window or a later one', async () => {
    const first = window();
    assert.equal(await first.claim('a'), true);
    assert.equal(await first.claim('a'), false);
    assert.equal(await window().claim('a'), false);
    assert.equal(await window().claim('b'), true);
  });

  it('does not show in the folder what it was about', async () => {
    await window().claim('https://a.example/ ../../etc');
    assert.match((await readdir(folder)).join(), /^[0-9a-f]{32}$/);
  });

  it('is swept away after sixty days, and not before', async () => {
    for (const [what, days] of [
      ['old', 61],
      ['young', 59],
    ] as const) {
      await window().claim(what);
      const [name = ''] = (await readdir(folder)).slice(-1);
      const at = (Date.now() - days * dayMs) / 1000;
      await utimes(path.join(folder, name), at, at);
    }
    await window().claim('new');
    assert.deepEqual([await window().claim('young'), await window().claim('old')], [false, true]);
  });

  it('is not granted where nothing can be written', async () => {
    await writeFile(path.join(root, 'file'), '');
    assert.equal(await new OnceAcrossWindows(path.join(root, 'file', 'folder'), Date.now).claim('a'), false);
  });

  it('is granted while another window sweeps the same files away', async () => {
    await window().claim('a');
    await symlink(path.join(root, 'gone'), path.join(folder, 'swept'));
    assert.equal(await window().claim('b'), true);
  });

  it('is granted where something old can’t be swept away', async () => {
    const unremovable = path.join(folder, 'folder');
    await mkdir(unremovable, { recursive: true });
    const at = (Date.now() - 61 * dayMs) / 1000;
    await utimes(unremovable, at, at);
    assert.equal(await window().claim('a'), true);
  });
});
