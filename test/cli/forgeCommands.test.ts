import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { Terminal } from './terminal.js';

/** As a forge's runner reads each line of both streams: `::name …::` begins one, `##[name …]` stands anywhere in one. */
function commandsIn(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => {
    const [, name] =
      /^\s*::([a-z-]+)(?: .*?)?::/.exec(line) ?? /##\[([a-z-]+)(?: [^\]]*)?\]/.exec(line) ?? [];
    return name === undefined ? [] : [name];
  });
}

describe('What a forge takes as commands', () => {
  let terminal: Terminal;

  before(async () => {
    terminal = await Terminal.open({
      'docs/##[add-mask]evil.md': '# Evil\n\n[x](missing%23%23[stop-commands].md)\n',
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
    assert.deepEqual(commandsIn(out), ['warning', 'warning']);
  });

  it('is nothing of a refusal', async () => {
    for (const name of ['::add-mask::hosts.md', '##[add-mask]hosts.md']) {
      const { exitCode, err } = await terminal.run('check', name);
      assert.equal(exitCode, 2);
      assert.match(err, /add-mask/);
      assert.deepEqual(commandsIn(err), []);
    }
  });
});
