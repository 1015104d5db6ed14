import assert from 'node:assert/strict';
import { inStoreFolder, openNotes, putNote, textOf } from '../services/store/notes.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';

describe('The store in an extension host', () => {
  it('loads Node’s database without a warning, and keeps a record', async () => {
    const folder = await temporaryFolder('store');
    const warnings: string[] = [];
    const warn = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', warn);
    try {
      const { store, told } = openNotes(inStoreFolder(folder));
      await putNote(store, 'a', 'one');
      store.close();
      const next = openNotes(inStoreFolder(folder));
      assert.deepEqual([await textOf(next.store, 'a'), next.store.isPersistent], ['one', true]);
      next.store.close();
      assert.deepEqual([told, next.told, warnings.filter((each) => each.includes('SQLite'))], [[], [], []]);
    } finally {
      process.off('warning', warn);
      await removeFolder(folder);
    }
  });
});
