import assert from 'node:assert/strict';
import { arrivedPage, withSendBegun, isMadeBySend } from '../../../src/core/publish/recordChanges.js';
import { recordOf, type StoredPage } from '../../../src/core/records/storedPage.js';
import type { FoundPage } from '../../../src/core/wiki/lookups.js';

const file = { uri: 'file:///a.md', realPath: '/a.md' };
const other = { uri: 'file:///b.md', realPath: '/b.md' };
const endpoint = 'https://a.example/x';
const destination = {
  endpoint,
  target: { space: 'S', parent: '1', title: 'One', overwrite: false },
  suggestedTitle: 'One',
  suggestedPlace: {},
};
const minute = 60_000;
const made: FoundPage = { id: '7', title: 'One', spaceId: 'S', version: 1, changedAt: 1_500, authorId: 'us' };

/** A page that was sent, each time a second later. */
function sent(...sends: readonly { hash?: string; wasMissing?: boolean; by?: typeof file }[]): StoredPage {
  const page = sends.reduce<StoredPage | undefined>((before, { hash = 'h', wasMissing, by = file }, at) => {
    const sentAt = (at + 1) * 1_000;
    const send = { id: String(at), file: by, destination, hash, sender: 'a', sentAt, wasMissing };
    return withSendBegun(before, send, () => false, sentAt);
  }, undefined);
  return page ?? assert.fail();
}
const isMade = (page: StoredPage, found: FoundPage = made): boolean => {
  const record = recordOf('id', page) ?? assert.fail();
  return isMadeBySend(record, found, new Set(['us']));
};

describe('A page that a send without an answer may have made', () => {
  const missing = sent({ wasMissing: true });

  it('is the document’s if a lookup right before found none, also of an earlier send', () => {
    assert.equal(isMade(missing), true);
    assert.equal(isMade(sent({ wasMissing: true }, { wasMissing: false })), true);
    assert.equal(isMade(missing, { ...made, changedAt: undefined }), true);
  });

  it('is nobody’s that knows where it was not looked for, was there, or is another by now', () => {
    assert.equal(isMade(sent({})), false);
    assert.equal(isMade(sent({ wasMissing: false })), false);
    assert.equal(isMade(sent({ wasMissing: true }, { by: other })), false);
    for (const found of [
      { version: 2 },
      { version: undefined },
      { status: 'trashed' },
      { changedAt: 30 * minute },
      { authorId: 'somebody' },
      { authorId: undefined },
    ]) {
      assert.equal(isMade(missing, { ...made, ...found }), false, JSON.stringify(found));
    }
  });

  it('has the text that was sent, or an unknown one of several', () => {
    const wiki = { id: '7', version: 1 };
    const known = recordOf('id', arrivedPage(missing, wiki));
    assert.deepEqual([known?.published?.hash, known?.pending, known?.wiki?.isLast], ['h', undefined, true]);
    const several = arrivedPage(sent({ wasMissing: true }, { hash: 'i' }), wiki);
    assert.equal(recordOf('id', several)?.published?.hash, '');
  });
});
