import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { page, UnattendedJob, updating } from './unattendedJob.js';

const files = { 'docs/a.md': page('One'), 'docs/b.md': page('Two') };

describe('Runs where nobody is, of a commit that may be an older one,', () => {
  let job: UnattendedJob;

  beforeEach(async () => {
    job = await UnattendedJob.open({ ...files, ...updating });
  });
  afterEach(() => job.close());

  const changeA = (text: string) => job.push({ 'docs/a.md': page('One', text) });

  it('refuse an older commit where the state knows the newer one', async () => {
    await job.succeed();
    await changeA('Newer.');
    await job.succeed();
    job.git('checkout', '--quiet', '-B', 'main', 'HEAD~1');
    const said = await job.publish();
    assert.equal(said.exitCode, 2);
    job.holds('One', 'Newer.');
    await job.follow(said, 'allow older');
    job.holds('One', 'About One.');
  });

  it('replace nothing by an older commit without a state', async () => {
    await job.succeed();
    await changeA('Newer.');
    await job.succeed();
    await job.evict();
    job.git('checkout', '--quiet', '-B', 'main', 'HEAD~1');
    const refused = await job.publish();
    assert.deepEqual([refused.exitCode, job.sent.length], [2, 3]);
    assert.match(
      refused.err,
      /^This commit does not follow the newest one of main, [\da-f]{40}\. Nothing was sent\./m,
    );
    const said = await job.followed(refused, 'allow older');
    job.holds('One', 'Newer.');
    assert.equal((await job.followed(said, 'take over', '--allow-older')).exitCode, 0);
    job.holds('One', 'About One.');
  });

  it('refuse an older commit where the checkout takes it for the newest, and its branch is what the forge says', async () => {
    const older = job.git('rev-parse', 'HEAD');
    await changeA('Newer.');
    job.git('update-ref', 'refs/remotes/origin/main', older);
    job.git('checkout', '--quiet', '--detach', older);
    job.terminal.environment.GITHUB_REF_NAME = 'main';
    const said = await job.publish('--take-over');
    assert.deepEqual([said.exitCode, job.sent.length], [2, 0], said.out);
    await job.follow(said, 'allow older');
  });

  it('send nothing when they run again', async () => {
    await job.succeed();
    job.terminal.environment.GITHUB_RUN_ATTEMPT = '2';
    await job.succeed();
    assert.equal(job.sent.length, 2);
  });

  for (const answers of ['a password is needed', 'that it is broken', 'never'] as const) {
    it(`are refused a second time without a state where the forge answers: ${answers}`, async () => {
      job.forge.answers = answers;
      job.terminal.environment.GITHUB_RUN_ATTEMPT = '2';
      const said = await job.publish();
      assert.deepEqual([said.exitCode, job.sent.length], [2, 0], said.out);
      assert.match(
        said.err,
        /^The job runs again, and nothing tells whether a newer commit was published since\./m,
      );
      await job.follow(said, 'allow older');
      assert.deepEqual(job.made, ['One', 'Two']);
    }).timeout(60_000);
  }

  it('go on a first time, and a second time with a state, where the forge does not answer, and say so', async () => {
    job.forge.answers = 'that it is broken';
    for (const attempt of ['1', '2']) {
      job.terminal.environment.GITHUB_RUN_ATTEMPT = attempt;
      await changeA(`Attempt ${attempt}.`);
      const { exitCode, out, err } = await job.publish();
      assert.equal(exitCode, 0, out);
      assert.match(err, /^ {2}The remote “origin” did not tell whether main has a newer commit\.$/m);
      job.holds('One', `Attempt ${attempt}.`);
    }
  });

  it('ask no forge that is not reached by HTTPS, nor run what a setting of the repository names', async () => {
    const trace = path.join(job.terminal.temporary, 'ran');
    const helper = path.join(job.terminal.temporary, 'helper');
    await writeFile(helper, `#!/bin/sh\necho ran >> ${trace}\n`);
    await chmod(helper, 0o755);
    job.git('config', 'core.sshCommand', helper);
    job.git('config', 'core.askPass', helper);
    job.git('config', 'credential.helper', helper);
    job.forge.answers = 'a password is needed';
    await job.succeed();
    assert.ok(job.forge.asked.length > 0);
    for (const address of ['ssh://git@127.0.0.1/docs.git', `ext::${helper}`, job.terminal.folder]) {
      job.git('remote', 'set-url', 'origin', address);
      const { err } = await job.publish();
      assert.match(err, /did not tell whether main has a newer commit/);
    }
    await assert.rejects(readFile(trace), /ENOENT/);
  });

  it('refuse what was pushed by force until somebody allows it', async () => {
    await job.succeed();
    await changeA('Taken back.');
    await job.succeed();
    job.git('reset', '--quiet', '--hard', 'HEAD~1');
    await changeA('By force.');
    const said = await job.publish();
    job.holds('One', 'Taken back.');
    await job.follow(said, 'allow older');
    job.holds('One', 'By force.');
  });
});
