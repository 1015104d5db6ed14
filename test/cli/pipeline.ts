import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import type { Terminal } from './terminal.js';

const run = promisify(execFile);

interface Job {
  readonly stage?: string;
  readonly image: { readonly name: string };
  readonly script: readonly string[];
  readonly artifacts?: { readonly reports: { readonly codequality: string } };
}

interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** The jobs of a pipeline that includes the component, once its schema has been asked; rejected where it is none. */
export async function jobsOf(pipeline: string): Promise<Readonly<Record<string, Job | undefined>>> {
  const folder = await temporaryFolder('pipeline');
  try {
    await run('git', ['init', '--quiet'], { cwd: folder });
    await run('git', ['config', 'user.email', 'ada@example.org'], { cwd: folder });
    await run('git', ['remote', 'add', 'origin', 'https://forge.example/a/b.git'], { cwd: folder });
    await mkdir(path.join(folder, 'templates'));
    const component = path.join('templates', 'publish-to-wiki.yml');
    await copyFile(path.join(projectRoot, component), path.join(folder, component));
    const local = pipeline.replaceAll(/component: \S+\/publish-to-wiki@\S+/g, `local: ${component}`);
    await writeFile(path.join(folder, '.gitlab-ci.yml'), local);
    await run('git', ['add', '--all'], { cwd: folder });
    const program = require.resolve('gitlab-ci-local');
    const { stdout } = await run(process.execPath, [program, '--preview'], { cwd: folder });
    return parse(stdout) as Record<string, Job>;
  } finally {
    await removeFolder(folder);
  }
}

/** Runs lines in a shell in which the packaged command line is what `npm` installs outside of the checkout, and is on the path. */
export async function runLine(terminal: Terminal, line: string, version: string): Promise<Ran> {
  const main = path.join(projectRoot, 'dist', 'npm', 'main.js');
  const programs = await temporaryFolder('programs');
  const started = `exec "${process.execPath}" "${main}" "$@"`;
  const scripts = {
    'publish-to-wiki': started,
    npm: `[ "$PWD $*" = "/ install --global publish-to-wiki@${version}" ] || exit 99`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(path.join(programs, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(programs, name), 0o755);
  }
  try {
    return await runIn(terminal, line, process.env.HOME ?? '', programs);
  } finally {
    await removeFolder(programs);
  }
}

/** Runs lines in a shell with the real npm. `registry`: the origin of what a person’s own settings name. */
export async function runWithNpm(terminal: Terminal, line: string, registry: string): Promise<Ran> {
  const home = await temporaryFolder('home');
  const prefix = path.join(home, 'global');
  const settings = [`registry=${registry}/`, `prefix=${prefix}`, 'audit=false', 'update-notifier=false'];
  try {
    await writeFile(path.join(home, '.npmrc'), settings.join('\n'));
    // What npm installs runs on this version of Node.js
    const programs = [path.join(prefix, 'bin'), path.dirname(process.execPath)];
    return await runIn(terminal, line, home, programs.join(path.delimiter));
  } finally {
    await removeFolder(home);
  }
}

async function runIn(terminal: Terminal, line: string, home: string, programs: string): Promise<Ran> {
  try {
    const { stdout, stderr } = await run('sh', ['-e', '-c', line], {
      cwd: terminal.folder,
      env: {
        ...terminal.environment,
        HOME: home,
        CI_PROJECT_DIR: terminal.folder,
        PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}`,
      },
    });
    return { exitCode: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, out: stdout, err: stderr };
  }
}
