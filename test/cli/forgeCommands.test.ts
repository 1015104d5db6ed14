import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { shownJson } from '../../src/cli/output/shownText.js';
import { Terminal } from './terminal.js';

/** As runners of forges read each line of both streams: `::name …::` begins one, the others stand anywhere in one. */
function commandsIn(output: string): readonly string[] {
  return output
    .split('\n')
    .flatMap((line) => [
      ...(/^\s*::[a-z-]+(?= .*?::|::)/.exec(line) ?? []),
      ...(line.match(/##(?:vso|teamcity)?\[[a-z-]+/gi) ?? []),
    ]);
}

const names = ['##[add-mask]', '##vso[task.add-mask]', '##VSO[add-mask]', "##teamcity[add-mask 'x']"];

describe('What a forge takes as commands', () => {
  let terminal: Terminal;

  before(async () => {
    terminal = await Terminal.open({
      ...Object.fromEntries(
        names.map((name) => [
          `docs/${name}evil.md`,
          `# ${name}\n\n[x](<missing${name.replaceAll('#', '%23')}.md>)\n`,
        ]),
      ),
      'docs/::add-mask::evil.md': '# Evil\n\n[x](<::stop-commands::x.md>)\n',
    });
    terminal.environment = {};
    await symlink('/etc/hosts', path.join(terminal.folder, '::add-mask::hosts.md'));
  });

  after(() => terminal.close());

  for (const format of ['text', 'json', 'gitlab']) {
    it(`is nothing of ${format}`, async () => {
      const { out, err } = await terminal.run('check', 'docs', '--format', format);
      assert.match(out, /add-mask/);
      assert.deepEqual(commandsIn(out + err), []);
    });
  }

  it('is our own annotations alone', async () => {
    const { out } = await terminal.run('check', 'docs', '--format', 'github');
    assert.deepEqual(
      commandsIn(out),
      [...names, ''].map(() => '::warning'),
    );
  });

  it('is nothing of a title in a plan', async () => {
    const place = { WIKI_IMPORT_ENDPOINT: terminal.wiki.importEndpoint };
    terminal.environment = place;
    const { out, err } = await terminal.run('plan', 'docs');
    terminal.environment = {};
    assert.match(out, /add-mask/);
    assert.deepEqual(commandsIn(out + err), []);
  });

  it('is the same value in JSON', () => {
    for (const name of names) {
      const json = shownJson({ [name]: `${name}[##${name}` });
      assert.deepEqual(commandsIn(json), []);
      assert.deepEqual(JSON.parse(json), { [name]: `${name}[##${name}` });
    }
  });

  it('is nothing of a refusal', async () => {
    for (const name of ['::add-mask::hosts.md', ...names.map((each) => `${each}hosts.md`)]) {
      const { exitCode, err } = await terminal.run('check', name);
      assert.equal(exitCode, 2);
      assert.match(err, /add-mask/);
      assert.deepEqual(commandsIn(err), []);
    }
  });
});
