import assert from 'node:assert/strict';
import { isTooLongForOneLine } from '../../../src/core/text/notificationLength.js';
import { updateReportText as updatedTextBy } from '../../../src/core/pull/updatedText.js';

const updatedText = (
  ...[file, merged, autoSave]: readonly [string, Parameters<typeof updatedTextBy>[1], unknown]
): string => updatedTextBy(file, merged, autoSave, undefined);
const edits = [{ start: 0, end: 0, text: 'a' }];

describe('What is said of a file that was updated from the wiki', () => {
  it('is that it is not saved, unless VS Code saves it by itself', () => {
    assert.equal(
      updatedText('a.md', { edits, conflicts: 0 }, 'off'),
      'a.md now has what changed in the wiki. It is not saved yet. Check it and publish again.',
    );
    for (const autoSave of ['afterDelay', 'onFocusChange', 'onWindowChange', undefined]) {
      assert.equal(
        updatedText('a.md', { edits, conflicts: 0 }, autoSave),
        'a.md now has what changed in the wiki. Check it and publish again.',
      );
    }
  });

  it('names the conflicts in one line, which needs no button, and is short where nothing was new', () => {
    for (const [conflicts, author, text] of [
      [1, undefined, 'Resolve the conflict with the wiki.'],
      [2, undefined, 'Resolve the 2 conflicts with the wiki.'],
      [1, 'Mara Lind', 'Resolve the conflict with “Mara Lind”.'],
      [2, 'Mara Lind', 'Resolve the 2 conflicts with “Mara Lind”.'],
    ] as const) {
      assert.equal(updatedTextBy('a.md', { edits, conflicts }, 'off', author), text);
      assert.equal(isTooLongForOneLine(text), false);
    }
    assert.match(updatedText('a.md', { edits: [], conflicts: 0 }, 'off'), /^a\.md has everything/);
  });
});
