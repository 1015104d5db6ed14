import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { languages } from '../../src/cli/environment/language.js';
import { npm } from '../host/npm.js';

const run = promisify(execFile);

describe('The package for npm', function () {
  this.timeout(60_000);
  let folder = '';

  before(async () => {
    folder = await temporaryFolder('npm');
    const guide = readFileSync(path.join(projectRoot, 'docs', 'guide', 'terminal.md'), 'utf8');
    const [, named = ''] = /^npm install --global (\S+)$/m.exec(guide) ?? [];
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
    const tarball = path.join(projectRoot, named);
    await npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
  });

  after(() => removeFolder(folder));

  it('is installed without anything else, and runs', async () => {
    assert.deepEqual(
      (await readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.')),
      ['publish-to-wiki'],
    );
    await writeFile(path.join(folder, 'a.md'), '# A\n\nText.\n');
    const program = path.join(folder, 'node_modules', '.bin', 'publish-to-wiki');
    const { stdout } = await run(program, ['check', 'a.md', '--lang', 'en'], { cwd: folder });
    assert.equal(stdout, '1 file, 0 problems, 0 errors.\n');
    for (const language of languages) {
      const help = await run(program, ['--help', '--lang', language], { cwd: folder });
      assert.equal(help.stdout.startsWith('Usage:'), language === 'en', help.stdout);
    }
  });

  it('has its bundles, which load, its licences and nothing of the editor', async () => {
    const installed = path.join(folder, 'node_modules', 'publish-to-wiki');
    const files = (await readdir(installed)).sort();
    assert.deepEqual(files, [
      'LICENSE',
      'README.md',
      'ThirdPartyNotices.txt',
      'action.js',
      'commandLine.js',
      'dispatch.js',
      'l10n',
      'l10n.js',
      'main.js',
      'package.json',
      'page.js',
      'pageWorker.js',
      'result.schema.json',
    ]);
    for (const file of ['dispatch.js', 'l10n.js', 'page.js']) {
      await run(process.execPath, ['--eval', `require(${JSON.stringify(path.join(installed, file))})`]);
    }
    const texts = files
      .filter((file) => file !== 'l10n')
      .map((file) => readFileSync(path.join(installed, file), 'utf8'));
    assert.ok(texts.every((text) => !text.includes('require("vscode")') && !text.includes(projectRoot)));
  });
});
