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
        open.set('titles', 'stays', { endpoint: 'https://wiki.example', scope: 'parent' });
        open.set('titles', 'goes', { endpoint: 'https://wiki.example', scope: 'parent' });
      });
      await rows.change((open) => open.set('titles', 'goes', undefined));
      const known = await (await openFile()).rows.since(0);
      assert.deepEqual(
        known.rows.filter(({ value }) => value !== undefined).map(({ id }) => id),
        ['stays'],
      );
    } finally {
      await removeFolder(root);
    }
  });
});
