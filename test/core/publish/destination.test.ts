import assert from 'node:assert/strict';
import { isPlaceShared } from '../../../src/core/publish/destination.js';
import { readPageSettings, sharedSettings } from '../../../src/services/workspace/pageSettings.js';

const endpoint = 'https://wiki.example/import';
const target = { space: '1001', parent: '100102', title: 'Guide', overwrite: false };
const destination = { endpoint, target, suggestedTitle: 'Guide', suggestedPlace: {} };

describe('A destination that only this computer knows', () => {
  const rows: readonly (readonly [what: string, given: object, shared: object, isNamed: boolean])[] = [
    ['nothing names it', {}, {}, false],
    ['front matter names it', { suggestedPlace: { space: '1001', parent: '100102' } }, {}, true],
    ['shared settings name it', {}, { space: '1001', parent: '100102' }, true],
    ['both name a part', { suggestedPlace: { parent: '100102' } }, { space: '1001' }, true],
    ['the space has its key', { suggestedPlace: { space: 'DOCS', parent: '100102' } }, {}, true],
    ['one part is missing', { suggestedPlace: { parent: '100102' } }, {}, false],
    ['front matter names another parent page', { suggestedPlace: { space: '1001', parent: '2' } }, {}, false],
    ['front matter overrules the settings', { suggestedPlace: { parent: '2' } }, { ...target }, false],
    ['the title was chosen', { suggestedTitle: 'Manual' }, { ...target }, false],
  ];
  for (const [what, given, shared, isNamed] of rows) {
    it(`is known elsewhere: ${isNamed ? 'yes' : 'no'}, where ${what}`, () => {
      assert.equal(isPlaceShared({ ...destination, ...given }, shared), isNamed);
    });
  }

  it('is not named by a person’s own settings, but by those of the folder and its workspace', () => {
    const values: Readonly<Record<string, object>> = {
      space: { globalValue: '1', workspaceValue: '2', workspaceFolderValue: '3' },
      parent: { globalValue: '4', workspaceValue: '5' },
      overwrite: { globalValue: true },
    };
    const inspect = (key: string): object | undefined => values[key];
    const shared = sharedSettings({ get: () => 'of all', inspect });
    assert.deepEqual(readPageSettings(shared, 'a.md').defaults, { space: '3', parent: '5' });
  });
});
