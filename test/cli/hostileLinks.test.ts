import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { guides } from '../ui/steps.js';
import { page, UnattendedJob } from './unattendedJob.js';

const secret = 'canary-5f2c9a';

/** A branch can bring links, and Markdown files whose folders ignore rules of the branch let in again. */
describe('A hostile link', () => {
  let job: UnattendedJob;
  const targets = {
    'docs/git.md': '../.git/config',
    'docs/branch.md': '../.git/logs/notes.md',
    'docs/ignored.md': '../.env',
    'docs/private.md': '../private/plan.md',
    'docs/state.md': '../.wiki/local.jsonl',
    'docs/outside.md': '/etc/hostname',
    'docs/index.md': '../private/plan.md',
    'docs/sub': '../private',
    'docs/hidden': '../.git',
  } as const;
  const links = Object.keys(targets);

  before(async () => {
    job = await UnattendedJob.open({
      'docs/a.md': page('One'),
      '.gitignore': '.wiki*\n.env\nprivate/\n',
      '.wikiignore': '!.git/\n!docs/hidden/\n',
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.space': guides.space,
        'publishToWiki.parent': guides.parent,
      }),
    });
    const { folder } = job.terminal;
    const place = page('Secret', secret);
    await job.terminal.write({
      ...{ '.env': place, 'private/plan.md': place, '.git/logs/notes.md': place, '.wiki/local.jsonl': place },
    });
    job.git('config', `http.${job.forge.origin}/.extraHeader`, secret);
    for (const [link, target] of Object.entries(targets)) {
      await symlink(target, path.join(folder, link));
    }
  });
  after(() => job.close());

  it('is left out of a folder, which is said, and nothing of it is sent or told', async () => {
    for (const args of [['check'], ['plan'], ['publish'], ['publish', '--take-over', 'docs']]) {
      const { out, err } = await job.terminal.run(...args);
      assert.ok(!(out + err).includes(secret), out + err);
      const left = links.filter((link) =>
        err.includes(`${link}${link.endsWith('.md') ? '' : '/'}: a link, which is not followed`),
      );
      assert.deepEqual(left, links, out + err);
    }
    assert.deepEqual(new Set(job.sent), new Set(['One']));
  });

  it('is refused where it is named itself, and the sentence names the way on', async () => {
    const before = job.sent.length;
    const named = [
      ...links.filter((link) => link.endsWith('.md')),
      'docs/sub/plan.md',
      'docs/hidden/logs/notes.md',
      '.git/logs/notes.md',
    ];
    for (const file of named) {
      for (const command of ['check', 'plan', 'publish']) {
        const { exitCode, out, err } = await job.terminal.run(command, file);
        assert.notEqual(exitCode, 0, file);
        assert.match(out + err, /is a link to|is outside of|is in a folder of Git/, file);
        assert.ok(!(out + err).includes(secret), out + err);
      }
    }
    assert.equal(job.sent.length, before);
    await job.push({ 'docs/real.md': page('Real') });
    await symlink('real.md', path.join(job.terminal.folder, 'docs/link.md'));
    const { out, err } = await job.terminal.run('publish', 'docs/link.md');
    const [, real = ''] =
      /is a link to (\S+)\. Links are not followed: use that file itself/.exec(out + err) ?? [];
    assert.equal((await job.terminal.run('publish', real)).exitCode, 0, out + err);
    assert.equal(job.sent.at(-1), 'Real');
  });
});
