import assert from 'node:assert/strict';
import path from 'node:path';
import { openStateFile } from '../../src/cli/state/stateFile.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';

describe('The file of a state', () => {
  it('has what each change left, also where a killed job did not rewrite it', async () => {
    const root = await temporaryFolder('state');
    const openFile = (): ReturnType<typeof openStateFile> =>
      openStateFile(path.join(root, 'state.jsonl'), {
        root,
        isReadOnly: false,
        refused: (lines) => assert.fail(`${lines} lines can’t be read.`),
      });
    try {
      const { rows } = await openFile();
      await rows.change((open) => {
        open.set('value', 'titles stay', { scope: 'parent' });
        open.set('value', 'titles go', { scope: 'parent' });
        open.set('value', 'of this computer', true);
      });
      await rows.change((open) => open.set('value', 'titles go', undefined));
      const known = await (await openFile()).rows.since(0);
      assert.deepEqual(
        known.rows.filter(({ value }) => value !== undefined).map(({ id }) => id),
        ['titles stay'],
      );
    } finally {
      await removeFolder(root);
    }
  });
});
