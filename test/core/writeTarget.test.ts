import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitFrontMatter } from '../../src/core/frontMatter.js';
import { applyEdits } from '../../src/core/problem.js';
import { writeTarget, type WrittenTarget } from '../../src/core/writeTarget.js';

const target: WrittenTarget = { space: 'DOCS', parent: '0042' };
const written = (text: string, what = target): string => {
  const { value } = writeTarget(text, what);
  assert.ok(value);
  return applyEdits(text, [value]);
};
const wiki = 'wiki:\n  space: DOCS\n  parent: "0042"\n';

describe('Writing a target into the front matter', () => {
  const cases: readonly (readonly [what: string, text: string, written: string])[] = [
    ['makes it when there is none', '# One\n', `---\n${wiki}---\n\n# One\n`],
    ['makes it in an empty document', '', `---\n${wiki}---\n\n`],
    ['stands after a byte order mark', '\ufeff# One\n', `\ufeff---\n${wiki}---\n\n# One\n`],
    ['fills an empty one', '---\n---\nText', `---\n${wiki}---\nText`],
    [
      'keeps comments, order and spelling',
      '---\n# first\ntags: [a, "b"] # second\n\ntitle: \'One\'\n...\nText',
      `---\n# first\ntags: [ a, "b" ] # second\n\ntitle: 'One'\n${wiki}...\nText`,
    ],
    [
      'changes what is there, and keeps what it does not know',
      '---\nwiki:\n  # the team’s\n  space: OLD # why\n  other: 1\ntitle: One\n---\nText',
      '---\nwiki:\n  # the team’s\n  space: DOCS # why\n  other: 1\n  parent: "0042"\ntitle: One\n---\nText',
    ],
    [
      'keeps CR LF',
      '---\r\na: 1\r\n---\r\nText\r\n',
      `---\r\na: 1\r\n${wiki.replaceAll('\n', '\r\n')}---\r\nText\r\n`,
    ],
    ['replaces a wiki that is no map', '---\nwiki: DOCS\n---\nText', `---\n${wiki}---\nText`],
    [
      'leaves text between thematic breaks alone',
      '---\nwords\n---\nText',
      `---\n${wiki}---\n\n---\nwords\n---\nText`,
    ],
  ];
  for (const [what, text, expected] of cases) {
    it(what, () => assert.equal(written(text), expected));
  }

  it('writes nothing into front matter that can’t be read', () => {
    assert.match(writeTarget('---\na: [\n---\nText', target).problem ?? '', /can’t be read/);
  });

  it('is read again as it was written, whatever the words', () => {
    const word = fc.stringMatching(/^[^\s/:?#]+$/);
    fc.assert(
      fc.property(
        word,
        fc.stringMatching(/^\d+$/),
        fc.string({ minLength: 1 }),
        fc.boolean(),
        (space, parent, name, overwrite) => {
          const title = name.replace(/\s+/g, ' ').trim();
          const whole = {
            space,
            parent,
            overwrite,
            ...(title === '' || title.length > 255 ? {} : { title }),
          };
          const text = written('---\na: 1 # one\n---\nText', whole);
          assert.deepEqual(splitFrontMatter(text).frontMatter, whole);
          assert.ok(text.endsWith('\n---\nText') && text.includes('# one'));
        },
      ),
    );
  });
});
