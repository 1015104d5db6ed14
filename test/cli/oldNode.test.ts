import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';

describe('A Node.js that is too old', () => {
  let folder: string;

  before(async () => {
    folder = await temporaryFolder('node');
  });
  after(() => removeFolder(folder));

  for (const [version, isTooOld] of [
    ['18.20.8', true],
    ['20.20.2', true],
    ['22.18.0', true],
    ['22.19.0', false],
    ['23.11.1', true],
    ['24.0.0', false],
  ] as const) {
    it(`is ${isTooOld ? 'told in one line' : 'not'} ${version}`, async () => {
      const claim = path.join(folder, `${version}.cjs`);
      const versions = `{ ...process.versions, node: '${version}' }`;
      await writeFile(claim, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
      const main = path.join(projectRoot, 'dist', 'npm', 'main.js');
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', claim, main, '--help'], {
        encoding: 'utf8',
      });
      const told = `publish-to-wiki needs Node.js 22.19, or 24 and later; this is ${version}.\n`;
      assert.deepEqual([status, stderr], isTooOld ? [2, told] : [0, '']);
      assert.equal(stdout === '', isTooOld);
    });
  }
});
