import assert from 'node:assert/strict';
import { movedConnections, readStoredEndpoints } from '../../../src/core/connection/movedConnections.js';

const a = { name: 'a', endpoint: 'https://a.example/' };
const b = { name: 'b', endpoint: 'https://b.example/' };
const moved = { name: 'a', endpoint: 'https://new.example/' };

describe('A connection whose address changed', () => {
  it('is one of the same name', () => {
    const before = { a: a.endpoint, b: b.endpoint };
    assert.deepEqual(movedConnections([moved, b], before), [{ ...moved, oldEndpoint: a.endpoint }]);
  });

  it('is the only new one, where one of another name is gone, and may be any of those that are', () => {
    const before = { a: a.endpoint, b: b.endpoint };
    const renamed = { ...moved, name: 'new.example' };
    assert.deepEqual(movedConnections([renamed, b], before), [{ ...renamed, oldEndpoint: a.endpoint }]);
    assert.deepEqual(
      movedConnections([renamed], before).map(({ oldEndpoint }) => oldEndpoint),
      [a.endpoint, b.endpoint],
    );
    const other = { name: 'other', endpoint: 'https://other.example/' };
    assert.deepEqual(movedConnections([renamed, other], before), []);
  });

  it('is none that is new, as it was, or had an address that another has now', () => {
    assert.deepEqual(movedConnections([a, b], { a: a.endpoint }), []);
    assert.deepEqual(movedConnections([moved, { ...a, name: 'c' }], { a: a.endpoint }), []);
    assert.deepEqual(movedConnections([{ ...a, name: 'constructor' }], readStoredEndpoints({})), []);
  });

  it('is not known from what can’t be read', () => {
    for (const stored of [undefined, null, 7, 'a', [1], { a: 1 }]) {
      assert.deepEqual(movedConnections([moved], readStoredEndpoints(stored)), []);
    }
  });
});
