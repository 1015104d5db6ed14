import assert from 'node:assert/strict';
import { gitIn } from '../../src/cli/git.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';

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
});
