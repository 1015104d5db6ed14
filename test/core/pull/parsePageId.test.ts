import assert from 'node:assert/strict';
import { parsePageId, pagePromptText } from '../../../src/core/pull/parsePageId.js';

const nowhere = (): undefined => undefined;

describe('The page of a file, as a person says it', () => {
  it('is asked for with the name of the file, also where something is wrong', () => {
    assert.match(pagePromptText('install.md') ?? '', /install\.md/);
    for (const text of ['no id', ' ', 'https://wiki.example/x']) {
      assert.match(parsePageId('install.md', text, nowhere).problem ?? '', /^install\.md: /, text);
    }
    assert.match(
      parsePageId('install.md', 'no id', nowhere).problem ?? '',
      /A page ID consists of digits only/,
    );
    assert.equal(parsePageId('install.md', '1', () => 'Elsewhere.').problem, 'install.md: Elsewhere.');
    assert.equal(parsePageId('install.md', ' 42 ', nowhere).value, '42');
  });

  it('is asked for without a name where there is no file yet', () => {
    assert.equal(pagePromptText(undefined), undefined);
    assert.match(parsePageId(undefined, 'no id', nowhere).problem ?? '', /^A page ID/);
  });
});
