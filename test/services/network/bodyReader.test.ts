import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BodyReader, mostBodyBytes } from '../../../src/services/network/bodyReader.js';
import { holds } from '../../properties/runs.js';

describe('A body', () => {
  it('is whole up to the cap, and cut there', () => {
    const reader = new BodyReader();
    assert.equal(reader.add(Buffer.alloc(mostBodyBytes - 1, 'a')), true);
    assert.equal(reader.add(Buffer.from('b')), true);
    assert.equal(reader.add(Buffer.alloc(0)), true);
    assert.equal(reader.text().length, mostBodyBytes);
    assert.equal(reader.add(Buffer.from('cc')), false);
    assert.equal(reader.text().slice(-2), 'ab');
  });

  it('is the text that was sent, wherever it was parted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, size) => {
        const reader = new BodyReader();
        const bytes = Buffer.from(`a${text}`);
        for (let start = 0; start < bytes.length; start += size + 1) {
          assert.ok(reader.add(bytes.subarray(start, start + size + 1)));
        }
        assert.equal(reader.text(), `a${text.toWellFormed()}`);
      }),
    );
  });

  it('is text, whatever the bytes, and no more of it than the cap', () => {
    holds(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (chunks) => {
      const reader = new BodyReader();
      for (const chunk of chunks) {
        reader.add(chunk);
      }
      const read = reader.text();
      assert.ok(read.isWellFormed() && read.length <= mostBodyBytes);
    });
  });
});
