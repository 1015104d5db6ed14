import assert from 'node:assert/strict';
import { spaceInText } from '../../../src/core/wiki/lookups.js';

describe('The ID of a space', () => {
  const eng = { id: '1002', key: 'ENG' };
  const docs = { id: 1001, key: 'DOCS' };
  const copied: readonly (readonly [text: string, id: string | undefined])[] = [
    [JSON.stringify({ results: [eng], _links: {} }), '1002'],
    [JSON.stringify(eng, null, 2), '1002'],
    [`Pretty-print ${JSON.stringify({ results: [docs, eng] }, null, 2)}`, '1002'],
    [JSON.stringify([docs]), '1001'],
    [JSON.stringify({ results: [docs, { ...docs, id: '1003' }] }), undefined],
    [JSON.stringify({ results: [{ id: 'no ID', key: 'ENG' }] }), undefined],
    [JSON.stringify({ results: [] }), undefined],
    [JSON.stringify({ ...eng, description: 'x'.repeat(1_000_000) }), undefined],
    ['{"results": [{"id": "1002", "key": "ENG"', undefined],
    ['{'.repeat(50_000) + '}'.repeat(50_000), undefined],
    ['ENG', undefined],
  ];
  for (const [text, id] of copied) {
    it(`is read from what a person copies as ${text.slice(0, 60)} as ${id}`, () => {
      assert.equal(spaceInText(text, 'eng')?.id, id);
    });
  }
});
