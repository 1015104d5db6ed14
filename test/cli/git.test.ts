import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gitIn } from '../../src/cli/git/git.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { programFile } from './terminal.js';

describe('Git in a folder', () => {
  let root: string;
  before(async () => (root = await temporaryFolder('git')));
  after(() => removeFolder(root));

  it('reads the settings that the person names by variables, and gets no token', async () => {
    const { PATH } = process.env;
    const environment = {
      ...{ PATH, HOME: root, XDG_CONFIG_HOME: root, WIKI_API_TOKEN: 'secret', GIT_DIR: '/nowhere' },
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: root,
      GIT_CONFIG_KEY_1: 'alias.variables',
      GIT_CONFIG_VALUE_1: '!env',
    };
    const git = gitIn(root, environment);
    assert.equal(await git('config', '--get', 'safe.directory'), `${root}\n`);
    const variables = await git('variables');
    assert.match(variables, new RegExp(`^XDG_CONFIG_HOME=${root}$`, 'm'));
    assert.doesNotMatch(variables, /secret|nowhere/);
  });

  it('does not look for programs in the current folder of Windows, which is the repository', async () => {
    const programs = path.join(root, 'programs');
    await mkdir(programs);
    const git = path.join(programs, 'git');
    await writeFile(git, `#!/bin/sh\nenv > "${root}/variables"\n`);
    await chmod(git, 0o755);
    const env = { PATH: programs + path.delimiter + (process.env.PATH ?? '') };
    const args = [programFile, 'check', '--base', 'main'];
    await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(() => undefined);
    const variables = await readFile(path.join(root, 'variables'), 'utf8');
    assert.match(variables, /^NoDefaultCurrentDirectoryInExePath=1$/m);
  });
});
