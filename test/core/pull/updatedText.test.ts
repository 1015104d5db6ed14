import assert from 'node:assert/strict';
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

  it('names the conflicts, and is short where nothing was new', () => {
    assert.match(
      updatedText('a.md', { edits, conflicts: 2 }, 'off'),
      /not saved yet\. You and somebody in the wiki changed the same text: resolve the 2 conflicts\.$/,
    );
    assert.match(updatedText('a.md', { edits, conflicts: 1 }, 'off'), /: resolve the conflict\.$/);
    assert.match(
      updatedText('a.md', { edits, conflicts: 2 }, 'afterDelay'),
      /in the wiki\. You .* 2 conflicts\.$/,
    );
    assert.match(
      updatedTextBy('a.md', { edits, conflicts: 1 }, 'off', 'Mara Lind'),
      / You and “Mara Lind” changed the same text: resolve the conflict\.$/,
    );
    assert.match(updatedText('a.md', { edits: [], conflicts: 0 }, 'off'), /^a\.md has everything/);
  });
});
