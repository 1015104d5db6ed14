import assert from 'node:assert/strict';
import { page, UnattendedJob, updating } from './unattendedJob.js';

const settings = '.vscode/settings.json';

describe('A page whose file is gone, where nobody is,', () => {
  let job: UnattendedJob;

  beforeEach(async () => {
    job = await UnattendedJob.open({ 'docs/a.md': page('One'), ...updating });
    await job.succeed();
  });
  afterEach(() => job.close());

  it('is not taken for one that is only out of sight in a sparse checkout', async () => {
    await job.push({ 'other/b.md': page('One', 'Of another file.') });
    job.git('sparse-checkout', 'set', '--no-cone', '/other/', '/.vscode/', '/.gitignore');
    const said = await job.publish('other');
    assert.deepEqual([said.exitCode, job.sent.length], [1, 1], said.out);
    job.holds('One', 'About One.');
    assert.match(said.out, /To replace it, write “overwrite: true” in its front matter/);
    const taken = await job.publish('--take-over', 'other');
    assert.equal(taken.exitCode, 0, taken.out);
    job.holds('One', 'Of another file.');
  });

  it('is not moved by a file that names another parent, while its own is only out of sight', async () => {
    await job.close();
    const there = page('One', 'Of another file.').replace(/parent: "\d+"/, 'parent: "100103"');
    const files = { 'docs/a.md': page('One'), ...updating };
    job = await UnattendedJob.open(files, { titlesPerSpace: true });
    job.withPlatformToken();
    await job.succeed();
    await job.push({ 'other/b.md': there });
    assert.equal((await job.publish()).exitCode, 1);
    job.git('sparse-checkout', 'set', '--no-cone', '/other/', '/.vscode/', '/.gitignore');
    const said = await job.publish('other');
    assert.equal(said.exitCode, 1, said.out);
    job.holds('One', 'About One.');
  });

  it('is left to nobody where the wiki never said that the file made it', async () => {
    await job.push({ 'docs/b.md': page('Theirs', 'Without an answer.') });
    job.terminal.wiki.script({ do: 'cutRequest', afterBytes: 'all' });
    assert.equal((await job.publish()).exitCode, 4);
    job.git('rm', '--quiet', 'docs/b.md');
    await job.push({ 'docs/c.md': page('Theirs', 'Of another file.') });
    const said = await job.publish();
    assert.deepEqual([said.exitCode, job.find('Theirs')?.content], [1, 'Of others.'], said.out);
    assert.match(said.out, /docs\/c\.md .* write “overwrite: true” in its front matter/);
  });

  it('is not left to a file of another branch that does not have it', async () => {
    job.git('rm', '--quiet', 'docs/a.md');
    await job.push({ 'docs/b.md': page('One', 'Of a branch.') });
    const branch = job.git('rev-parse', 'HEAD');
    job.git('reset', '--quiet', '--hard', 'HEAD~1');
    await job.push({ 'docs/a.md': page('One', 'Later.') });
    await job.succeed();
    job.git('checkout', '--quiet', '-B', 'release', branch);
    const said = await job.publish();
    assert.equal(said.exitCode, 1, said.out);
    job.holds('One', 'Later.');
    await job.follow(said, 'take over');
    job.holds('One', 'Of a branch.');
  });

  it('is left by the settings to a file of the same root alone', async () => {
    await job.push({
      'x/a.md': page('X'),
      [`x/${settings}`]: updating[settings],
      [`y/${settings}`]: updating[settings],
    });
    await job.succeed('--root', 'x', 'x');
    job.git('rm', '--quiet', 'x/a.md');
    await job.push({ 'y/a.md': page('X', 'Of y.') });
    const said = await job.publish('--root', 'y', 'y');
    assert.equal(said.exitCode, 1, said.out);
    job.holds('X', 'About X.');
    await job.push({ 'x/b.md': page('X', 'Of x.') });
    await job.succeed('--root', 'x', 'x');
    job.holds('X', 'Of x.');
  });
});
