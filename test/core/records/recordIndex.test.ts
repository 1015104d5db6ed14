import assert from 'node:assert/strict';
import { placeKey } from '../../../src/core/records/pageRecord.js';
import { RecordIndex } from '../../../src/core/records/recordIndex.js';
import { elsewhere, endpoint, record } from '../publish/states.js';

describe('The pages that are known', () => {
  it('have their titles by ID, each in its own wiki', () => {
    const index = new RecordIndex(placeKey);
    const wiki = { id: '5', version: 1, isLast: true };
    for (const page of [record({}, { wiki }), record({ endpoint: elsewhere, title: 'Two' }, { wiki })]) {
      index.set(page.id, page);
    }
    assert.deepEqual(
      [endpoint, elsewhere, 'https://c.example/'].map((each) => index.titleOf(each, '5')),
      ['One', 'Two', undefined],
    );
  });
});
