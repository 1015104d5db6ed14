import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';

interface Workflow {
  readonly jobs: {
    readonly release: { readonly steps: readonly { readonly run?: string }[] };
  };
}

const read = (...names: string[]): string => readFileSync(path.join(projectRoot, ...names), 'utf8');

describe('The tag of a release', function () {
  this.timeout(60_000);
  let folder = '';
  let checkout = '';

  const run = (program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) => {
    const { PATH = '' } = process.env;
    return promisify(execFile)(program, args, { cwd, env: { PATH, HOME: folder, ...env } });
  };

  const commit = (): Promise<unknown> => {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    return run('git', [...who, 'commit', '--quiet', '--allow-empty', '--message', 'A change'], checkout);
  };

  before(async () => {
    folder = await temporaryFolder('release');
    checkout = path.join(folder, 'checkout');
    await run('git', ['init', '--quiet', '--bare', 'origin'], folder);
    await run('git', ['clone', '--quiet', 'origin', 'checkout'], folder);
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const tarball = `publish-to-wiki-${version}.tgz`;
    await mkdir(path.join(checkout, 'dist'));
    await copyFile(path.join(projectRoot, 'dist', tarball), path.join(checkout, 'dist', tarball));
    for (const name of ['action.yml', '.gitignore']) {
      await copyFile(path.join(projectRoot, name), path.join(checkout, name));
    }
    await run('git', ['add', '--all'], checkout);
    await commit();
    await run('git', ['push', '--quiet', 'origin', 'HEAD:main'], checkout);
  });

  after(() => removeFolder(folder));

  it('has what the action runs, and is made once', async () => {
    const { jobs } = parse(read('.github', 'workflows', 'release.yml')) as Workflow;
    const script = jobs.release.steps.find((step) => step.run?.includes('refs/tags/'))?.run ?? '';
    const tag = (): Promise<unknown> => run('bash', ['-e', '-c', script], checkout, { TAG: 'v9.9.9' });
    await tag();
    await run('git', ['clone', '--quiet', '--branch', 'v9.9.9', 'origin', 'action'], folder);
    const { runs } = parse(readFileSync(path.join(folder, 'action', 'action.yml'), 'utf8')) as {
      runs: { main: string };
    };
    await writeFile(path.join(folder, 'a.md'), '# A\n\nText.\n');
    const entry = path.join(folder, 'action', runs.main);
    const inputs = { INPUT_COMMAND: 'check', INPUT_PATHS: 'a.md' };
    const { stdout } = await run(process.execPath, [entry], folder, inputs);
    assert.equal(stdout, ' 1 file, 0 problems, 0 errors.\n');

    await rm(path.join(checkout, 'dist', 'npm'), { recursive: true });
    await run('git', ['reset', '--quiet', '--hard', 'origin/main'], checkout);
    await commit();
    await assert.rejects(tag(), /already exists/);
  });
});
