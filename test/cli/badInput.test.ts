import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const front = `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n`;

describe('Bad input in a terminal', () => {
  let terminal: Terminal;

  beforeEach(async () => {
    terminal = await Terminal.open({ 'a.md': `${front}# One\n\nText.\n` });
  });

  afterEach(() => terminal.close());

  for (const [what, content] of [
    ['of 20 MB', Buffer.alloc(20_000_000, 'Text. ')],
    ['that is binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
    ['in wrong UTF-8', Buffer.from([0x23, 0x20, 0xc3, 0x28, 0x0a])],
  ] as const) {
    it(`does not send a document ${what}, and hides no other`, async () => {
      await writeFile(path.join(terminal.folder, 'bad.md'), content);
      const { exitCode, out } = await terminal.run('publish');
      assert.equal(exitCode, 1, out);
      assert.match(out, /bad\.md {2}.*\w{3}/);
      assert.equal(terminal.wiki.requests.length, 1);
    });
  }

  it('does not send what Git LFS left in place of a text', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;
    await terminal.write({ 'bad.md': pointer });
    const { exitCode, out } = await terminal.run('publish');
    assert.equal(exitCode, 1, out);
    assert.match(out, /bad\.md {2}.* is a pointer of Git LFS, whose text was not fetched/);
    assert.equal(terminal.wiki.requests.length, 1);
  });

  it('takes an empty value for none, as that of a variable that is not set', async () => {
    for (const args of [
      ['publish', '--state', ''],
      ['publish', '--root='],
      ['publish', ''],
      ['token', '--min-days', ' '],
    ]) {
      const { exitCode, err } = await terminal.run(...args);
      assert.equal(exitCode, 2);
      assert.match(err, /^(?:--[a-z-]+ needs a value: |There is no file “”\.)/);
    }
    assert.equal(terminal.wiki.requests.length, 0);
  });

  it('does not follow a link to a device', async () => {
    await symlink('/dev/zero', path.join(terminal.folder, 'device.md'));
    const { exitCode, err } = await terminal.run('check', 'device.md');
    assert.equal(exitCode, 2);
    assert.match(err, /^device\.md is outside of /);
  });

  for (const pattern of ['**/(a+)+b', `${'*a'.repeat(40)}*b`, `${'**/a'.repeat(40)}b`]) {
    it(`ends where files.exclude has ${pattern.slice(0, 12)}`, async () => {
      await terminal.write({
        '.vscode/settings.json': JSON.stringify({ 'files.exclude': { [pattern]: true } }),
        [`${'a'.repeat(80)}.md`]: '# One\n\nText.\n',
      });
      const { exitCode, out } = await terminal.run('check');
      assert.deepEqual([exitCode, out], [0, '2 files, 0 problems, 0 errors.\n']);
    });
  }

  it('takes a folder whose name begins with two dots for what it is', async () => {
    await terminal.write({ '..notes/a.md': '# One\n\nText.\n' });
    const { exitCode, err } = await terminal.run('check', '..notes');
    assert.deepEqual([exitCode, err], [0, '']);
    const above = await terminal.run('check', '..');
    assert.deepEqual([above.exitCode, above.err.startsWith('.. is outside of ')], [2, true]);
  });

  it('names the line and column of settings that are broken, and sends nothing', async () => {
    await terminal.write({ '.vscode/settings.json': '{\n  "a": 1,\n  b\n}\n' });
    const { exitCode, err } = await terminal.run('publish');
    assert.equal(exitCode, 2);
    assert.match(err, /^\.vscode\/settings\.json:3:3: /);
    assert.equal(terminal.wiki.requests.length, 0);
  });

  it('says that settings are nested too deeply, and sends nothing', async () => {
    for (const levels of [101, 200_000]) {
      const value = `${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`;
      await terminal.write({ '.vscode/settings.json': `{ "publishToWiki.folders": ${value} }` });
      for (const command of ['check', 'plan', 'publish']) {
        const { exitCode, err } = await terminal.run(command);
        assert.deepEqual([exitCode, err], [2, '.vscode/settings.json is nested too deeply to be read.\n']);
      }
    }
    await terminal.write({
      '.vscode/settings.json': `{ "a": "${'['.repeat(1_000)}", // ${'['.repeat(1_000)}\n }`,
    });
    assert.equal((await terminal.run('check')).exitCode, 0);
  });

  it('says of an ID that is no text how to write it, and sends nothing', async () => {
    await terminal.write({ '.vscode/settings.json': '{ "publishToWiki.parent": 100102 }' });
    const { exitCode, err } = await terminal.run('publish');
    assert.equal(exitCode, 2);
    assert.equal(
      err,
      '.vscode/settings.json: publishToWiki.parent is a number. Write the ID in quotation marks.\n',
    );
    assert.equal(terminal.wiki.requests.length, 0);
  });

  it('sends no token to an endpoint that is not https', async () => {
    terminal.environment.WIKI_IMPORT_ENDPOINT = 'http://wiki.example/import';
    const { exitCode, err } = await terminal.run('publish');
    assert.equal(exitCode, 2);
    assert.match(err, /^WIKI_IMPORT_ENDPOINT: .*https/);
  });
});
