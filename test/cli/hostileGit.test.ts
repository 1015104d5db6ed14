import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { page, UnattendedJob, updating } from './unattendedJob.js';

/** What reads each kind of key, so that Git says which values it refuses. */
const readers = [
  ['log', '-1', '-p', '--stat', '--textconv'],
  ['status'],
  ['branch', '--show-current'],
  ['ls-files'],
  ['rev-list', 'HEAD'],
  ['diff-tree', '-r', '--find-renames', 'HEAD'],
  ['cat-file', '-p', 'HEAD'],
  ['ls-tree', 'HEAD'],
  ['merge-base', 'HEAD', 'HEAD'],
  ['log', '-m', '--name-only', '--format=', '-z', 'HEAD~2..HEAD', '--'],
  ['ls-remote', '--get-url', 'origin'],
  ['ls-remote', 'https://127.0.0.1:1/nobody.git'],
];

/** A repository that came with a `.git` folder whose author wants Git to run and write what he has named there. */
describe('A hostile .git folder', () => {
  let job: UnattendedJob;
  let program: string;
  let marks: string;

  beforeEach(async () => {
    job = await UnattendedJob.open({ 'docs/a.md': page('One'), 'docs/b.md': page('Two'), ...updating });
    const { temporary } = job.terminal;
    program = path.join(temporary, 'program');
    marks = path.join(temporary, 'marks');
    await writeProgram(program);
  });
  afterEach(() => job.close());

  const writeProgram = async (file: string): Promise<void> => {
    // Git may also read it as settings.
    await writeFile(file, `#!/bin/sh\n[x]\nran="$(echo "$0 $*" >> '${marks}')"\n`);
    await chmod(file, 0o755);
  };

  /** The folder of Git as it is, apart from the settings. */
  const gitFolder = async (): Promise<ReadonlyMap<string, string>> => {
    const entries = await readdir(path.join(job.terminal.folder, '.git'), {
      recursive: true,
      withFileTypes: true,
    });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'config');
    const read = files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [
        file,
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ] as const;
    });
    return new Map((await Promise.all(read)).sort());
  };

  it('runs nothing and writes nothing, whatever any key of Git’s settings names', async () => {
    await job.succeed();
    await signCommit(job);
    await job.push({ 'docs/a.md': page('One', 'Changed.'), '.gitattributes': '* filter=x diff=x merge=x\n' });
    const hooks = path.join(job.terminal.folder, '.git/hooks');
    await mkdir(hooks, { recursive: true });
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'pre-auto-gc']) {
      await writeProgram(path.join(hooks, hook));
    }
    const set = await setEachKey(job, program);
    assert.ok(set.length > 500, `${set.length} keys are set.`);
    await rm(marks, { force: true });
    await writeProgram(program);
    const [source, before] = [await readFile(program, 'utf8'), await gitFolder()];
    // Each of these reads the history in another way.
    const said = [
      await job.terminal.run('check', '--base', 'HEAD~2', 'docs'),
      await job.terminal.run('plan', '--state', '.wiki'),
      await job.terminal.run('pages', '--state', '.wiki'),
      await job.publish(),
    ];
    assert.equal(await readFile(marks, 'utf8').catch(() => 'nothing ran'), 'nothing ran');
    assert.equal(await readFile(program, 'utf8'), source);
    assert.deepEqual(await gitFolder(), before);
    const exitCodes = said.map(({ exitCode }) => exitCode);
    assert.deepEqual(exitCodes, [0, 0, 0, 0], JSON.stringify(said, undefined, 1));
    // The first job sends both at a time, so that either may arrive first.
    assert.deepEqual([job.sent.slice(0, 2).toSorted(), job.sent.slice(2)], [['One', 'Two'], ['One']]);
    job.holds('One', 'Changed.');
    assert.ok(job.forge.asked.length > 0);
  }).timeout(180_000);

  it('is not asked for what a clone lacks, which a program of its author would fetch', async () => {
    await job.push({ 'docs/a.md': page('Another', 'Changed.') });
    const text = job.git('rev-parse', 'HEAD~1:docs/a.md');
    await rm(path.join(job.terminal.folder, '.git/objects', text.slice(0, 2), text.slice(2)));
    for (const [key, value] of Object.entries({
      promisor: 'true',
      url: job.terminal.folder,
      uploadpack: program,
    })) {
      job.git('config', `remote.x.${key}`, value);
    }
    const { exitCode, err } = await job.terminal.run('check', '--base', 'HEAD~1', 'docs');
    assert.deepEqual(
      [exitCode, err],
      [2, '--base: Git does not have all files of HEAD~1. Fetch them: clone without a filter.\n'],
    );
    assert.equal(await readFile(marks, 'utf8').catch(() => 'nothing ran'), 'nothing ran');
  });

  it('asks the forge with the header that the checkout left for it, and with nothing else that is there', async () => {
    job.git('config', `http.${job.forge.origin}/.extraHeader`, 'AUTHORIZATION: basic Y2hlY2tvdXQ=');
    job.git('config', `http.${job.forge.origin}/.cookieFile`, program);
    job.git('config', `http.${job.forge.origin}/.saveCookies`, 'true');
    const source = await readFile(program, 'utf8');
    await job.succeed();
    assert.deepEqual(new Set(job.forge.authorizations), new Set(['basic Y2hlY2tvdXQ=']));
    assert.equal(await readFile(program, 'utf8'), source);
  });
});

/** Puts a commit with a signature on top, which Git would check with the program of `gpg.program`. */
async function signCommit(job: UnattendedJob): Promise<void> {
  const text = job.git('cat-file', 'commit', 'HEAD');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const [, head = '', message = ''] = /^([^]*?)\n\n([^]*)$/.exec(text) ?? [];
  const parent = `parent ${job.git('rev-parse', 'HEAD')}`;
  const signed = `${head.replace(/^parent .*\n/gm, '').replace(/^(tree .*)$/m, `$1\n${parent}`)}\n${signature}\n\n${message}\n`;
  const commit = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: job.terminal.folder,
    input: signed,
    encoding: 'utf8',
  }).trim();
  job.git('reset', '--quiet', '--hard', commit);
  await job.push({});
}

/**
 * Sets each key that this Git has to the program, or to true where Git wants a boolean; leaves out what makes Git refuse
 * to work. Returns the keys that are set.
 */
async function setEachKey(job: UnattendedJob, program: string): Promise<readonly string[]> {
  const { folder } = job.terminal;
  const file = path.join(folder, '.git/config');
  const own = await readFile(file, 'utf8');
  const { origin } = new URL(job.git('remote', 'get-url', 'origin'));
  const names = job
    .git('help', '--config')
    .split('\n')
    .filter((line) => /^[a-z][\w-]*\./i.test(line));
  const values = new Map(names.flatMap((name) => keysOf(name, origin)).map((key) => [key, program]));
  const refusal = async (keys: readonly string[], args: readonly string[]): Promise<string | undefined> => {
    const lines = keys.map((key) => settingText(key, values.get(key) ?? ''));
    await writeFile(file, `${own}${lines.join('\n')}\n`);
    const options = {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_ALLOW_PROTOCOL: 'https' },
    } as const;
    const { status, stderr } = spawnSync('git', args, options);
    return status === 0 || stderr.includes("unable to access 'https") ? undefined : stderr;
  };
  for (const args of readers) {
    for (let text: string | undefined; (text = await refusal([...values.keys()], args)) !== undefined;) {
      const all = [...values.keys()];
      let key = keyIn(text, all, own.split('\n').length - 1);
      for (let [least, most] = [0, all.length]; key === undefined;) {
        const middle = Math.ceil((least + most) / 2);
        [least, most] =
          (await refusal(all.slice(0, middle), args)) === undefined ? [middle, most] : [least, middle];
        key = most - least === 1 ? all[least] : undefined;
      }
      if (values.get(key) === program && text.includes('boolean')) {
        values.set(key, 'true');
      } else {
        values.delete(key);
      }
    }
  }
  await refusal([...values.keys()], ['version']);
  return [...values.keys()];
}

/** The keys that a name of the list stands for, such as `remote.<name>.url`. */
function keysOf(name: string, origin: string): readonly string[] {
  const key = name
    .replace(/<(?:url|base)>/, `${origin}/`)
    .replace('<cmd>', 'log')
    .replace(/<[^>]*>/, 'x')
    .replace(/\*$/, 'x');
  return /^http\.\w+$/.test(name) ? [key, name.replace('.', `.${origin}/.`)] : [key];
}

/** The key that Git complains of, by its name or its line. */
function keyIn(text: string, keys: readonly string[], linesBefore: number): string | undefined {
  const [, line] = /bad config (?:line|variable '[^']*' in file '[^']*' at line) (\d+)/.exec(text) ?? [];
  const complaint = /^(?:fatal|error): .*$/im.exec(text)?.[0].toLowerCase() ?? '';
  const named = keys.filter((key) => complaint.includes(key.toLowerCase()));
  return (
    named.sort((one, other) => other.length - one.length)[0] ??
    (line === undefined ? undefined : keys[Math.floor((Number(line) - 1 - linesBefore) / 2)])
  );
}

function settingText(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const middle = first === last ? '' : ` "${key.slice(first + 1, last)}"`;
  return `[${key.slice(0, first)}${middle}]\n\t${key.slice(last + 1)} = ${value}`;
}
