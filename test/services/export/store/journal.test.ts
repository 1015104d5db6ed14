import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Secret } from '../../../../src/core/text/secret';
import {
  newDataKey,
  unsealTokens,
  readHeader,
  sealTokens,
} from '../../../../src/services/export/store/journal';

const key = newDataKey(1000);
const tokens = {
  rotation: 7,
  refreshToken: new Secret('canary-refresh'),
  accessToken: new Secret('canary-access'),
  refreshedAt: 2000,
  clockOffsetMs: -3,
};
const sealed = sealTokens('000001-00', key, tokens);

describe('the journal', () => {
  it('gives back what was sealed', () => {
    const found = unsealTokens(sealed, '000001-00', key);
    assert.deepEqual(
      { ...found, refreshToken: found?.refreshToken.reveal(), accessToken: found?.accessToken?.reveal() },
      { ...tokens, refreshToken: 'canary-refresh', accessToken: 'canary-access' },
    );
  });

  it('holds no token in the clear, and a fresh nonce each time', () => {
    assert.ok(!sealed.includes('canary') && !Buffer.from(sealed, 'base64').toString().includes('canary'));
    assert.notEqual(sealed, sealTokens('000001-00', key, tokens));
  });

  it('names its key for a window that lacks it', () => {
    const expected = { family: '000001-00', rotation: 7, keyId: key.id, keyMadeAt: 1000 };
    assert.deepEqual(readHeader(sealed), expected);
  });

  it('opens for its own family and key only', () => {
    assert.equal(unsealTokens(sealed, '000002-00', key), undefined);
    assert.equal(unsealTokens(sealed, '000001-00', { ...newDataKey(1000), id: key.id }), undefined);
    assert.equal(unsealTokens(sealed, '000001-00', newDataKey(1000)), undefined);
  });

  it('is rejected after any flipped bit', () => {
    const bytes = Buffer.from(sealed);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.equal(unsealTokens(flipped.toString('utf8'), '000001-00', key), undefined, `bit ${bit}`);
    }
  });

  it('is rejected when it ends early, at every byte', () => {
    for (let end = 0; end < sealed.length; end += 1) {
      assert.equal(unsealTokens(sealed.slice(0, end), '000001-00', key), undefined);
    }
  });

  it('is rejected, not fatal, whatever the file holds', () => {
    const garbage = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
    fc.assert(fc.property(garbage, (text) => unsealTokens(text, '000001-00', key) === undefined));
    const member = fc.record({
      version: fc.constant(1),
      sealed: fc.base64String(),
      family: fc.constant('000001-00'),
    });
    const rest = { rotation: 7, keyId: key.id, keyMadeAt: 1000 };
    fc.assert(
      fc.property(
        member,
        (it) => unsealTokens(JSON.stringify({ ...it, ...rest }), '000001-00', key) === undefined,
      ),
    );
  });
});
