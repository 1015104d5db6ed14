import assert from 'node:assert/strict';
import type { WorkspaceConfiguration } from 'vscode';
import { readPageSettings } from '../../../src/services/page/pageSettings.js';

const read = (values: Record<string, unknown>, path?: string) =>
  readPageSettings({ get: (key: string) => values[key] } as WorkspaceConfiguration, path);

describe('The settings of a page', () => {
  it('leave the heading and comments out unless told otherwise', () => {
    const usual = read({});
    assert.deepEqual([usual.omitHeading, usual.omitComments, usual.defaults], [true, true, {}]);
    const other = read({ omitHeading: false, omitComments: false, space: 'D', parent: '1', overwrite: null });
    assert.deepEqual([other.omitHeading, other.omitComments], [false, false]);
    assert.deepEqual(other.defaults, { space: 'D', parent: '1' });
  });

  it('have a public place for a document in a folder', () => {
    const place = (publicAddress: unknown, path?: string) => read({ publicAddress }, path).publicPlace;
    assert.deepEqual(place(' https://p.example/x ', 'docs/a.md'), {
      address: 'https://p.example/x/',
      folder: 'docs/',
    });
    assert.deepEqual(place('https://p.example', 'a.md'), { address: 'https://p.example/', folder: '' });
    for (const address of ['', 'p.example', 'javascript:x', 'https://', 1, undefined]) {
      assert.equal(place(address, 'a.md'), undefined);
    }
    assert.equal(place('https://p.example', undefined), undefined);
  });
});
