import assert from 'node:assert/strict';
import { titleOfFile } from '../../../src/core/page/markdownName.js';
import { hasSortingNumbers, isIndexName, withoutNumber } from '../../../src/core/page/numberedNames.js';

describe('A number that sorts files', () => {
  const named = (...names: readonly string[]): readonly string[] =>
    names.map((name) => titleOfFile(hasSortingNumbers(names) ? withoutNumber(name) : name));

  it('is no part of a title where the files beside it have one too', () => {
    assert.deepEqual(named('01-intro.md', '02-setup.md'), ['intro', 'setup']);
    assert.deepEqual(named('1. Intro.md', '2. Setup.md', '10. More.md'), ['Intro', 'Setup', 'More']);
    assert.deepEqual(named('10_intro.md', '20_setup.md', 'README.md'), ['intro', 'setup', 'README']);
    assert.deepEqual(named('00-basics', '01-more'), ['basics', 'more']);
    assert.deepEqual(named('01-2fa.md', '02-sso.md', 'faq.md'), ['2fa', 'sso', 'faq']);
  });

  it('is one where it may be a word, a date or a version', () => {
    for (const names of [
      ['2-factor.md', 'login.md'],
      ['01-intro.md', 'setup.md', 'faq.md'],
      ['01-intro.md', '01-setup.md'],
      ['3-ways.md', '5-reasons.md', '10-tips.md'],
      ['1-on-1s.md', '5-whys.md', '7-habits.md'],
      ['8.0.0.md', '8.1.0.md', '9.0-beta.md'],
      ['404.md', '413.md', '500.md'],
      ['2021-01.md', '2021-02.md', '2021-03.md'],
      ['2026-01-02-news.md', '2026-01-03-more.md'],
      ['01-02-news.md', '02-02-more.md'],
      ['1.2.0.md', '1.3.0.md'],
      ['2025-plan.md', '2026-plan.md'],
      ['1.md', '2.md'],
      ['100.md', '200.md'],
    ]) {
      assert.ok(
        !hasSortingNumbers(names) || names.every((name) => withoutNumber(name) === name),
        names.join(),
      );
    }
  });

  it('has nothing to do with a file that stands for its folder', () => {
    assert.deepEqual(
      ['README.md', 'index.markdown', '_index.md', 'readme.txt', 'index2.md', 'my-index.md'].map(isIndexName),
      [true, true, true, false, false, false],
    );
  });
});

describe('The name of a file in a wiki of Azure', () => {
  it('is read as it is shown there', () => {
    assert.equal(titleOfFile('Front%2Dend-work%3A-why%3F.md'), 'Front-end work: why?');
    assert.equal(titleOfFile('100%25-%zz-%2d.md'), '100%25 %zz -');
  });
});
