import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAs } from '../../../src/core/text/json.js';
import {
  parseParent,
  parsePlace,
  parseSpace,
  parseTitle,
  targetSchema,
} from '../../../src/core/wiki/target.js';
import { anyAddress, holds } from '../../properties/runs.js';

const site = 'https://acme.example.com/wiki';
const target = { space: 'ENG', parent: '42', title: 'One', overwrite: true };

describe('A space', () => {
  for (const text of ['ENG', ' 1001 ', '~jane', '__proto__', 'Ünï']) {
    it(`is read from ${JSON.stringify(text)}`, () => assert.equal(parseSpace(text).value, text.trim()));
  }
  for (const text of ['', '  ', 'a b', `${site}/spaces/ENG`, 'a#b', 'a?b', 'a\nb']) {
    it(`is not read from ${JSON.stringify(text)}`, () => assert.ok(parseSpace(text).problem));
  }
});

describe('A parent page', () => {
  const good: readonly (readonly [text: string, id: string])[] = [
    ['42', '42'],
    [' 42\n', '42'],
    ['9'.repeat(30), '9'.repeat(30)],
    ['007', '7'],
    ['000', '0'],
    [`${site}/pages/viewpage.action?pageId=0042`, '42'],
    [`${site}/spaces/ENG/pages/42`, '42'],
    [`${site}/spaces/ENG/pages/42/A+Title`, '42'],
    [`${site}/spaces/ENG/pages/42/A+Title?focusedCommentId=7#x`, '42'],
    [`${site}/spaces/ENG/pages/42/2024`, '42'],
    [`${site}/spaces/ENG/pages/42/2024/`, '42'],
    [`${site}/spaces/ENG/pages/edit-v2/42`, '42'],
    [`${site}/pages/viewpage.action?pageId=42`, '42'],
    [`${site}/spaces/pages/pages/42/A`, '42'],
    [`${site}/spaces/ENG/overview?homepageId=42`, '42'],
  ];
  for (const [text, id] of good) {
    it(`is read from ${text}`, () => assert.equal(parseParent(text).value, id));
  }

  const bad: readonly (readonly [text: string, problem: RegExp])[] = [
    ['', /Enter the ID/],
    ['4 2', /digits/],
    ['-42', /digits/],
    ['4.2', /digits/],
    ['٤٢', /digits/],
    ['A Title', /digits/],
    [`${site}/spaces/ENG/overview`, /no page ID/],
    [`${site}/spaces/ENG/pages/A+Title`, /no page ID/],
    [`${site}/pages/viewpage.action?pageId=abc`, /no page ID/],
    [`${site}/pages/viewpage.action?pageId=`, /no page ID/],
    [`${site}/spaces/ENG/pages/42x/A`, /no page ID/],
  ];
  for (const [text, problem] of bad) {
    it(`is not read from ${JSON.stringify(text)}`, () =>
      assert.match(parseParent(text).problem ?? '', problem));
  }

  it('is digits or a problem, whatever is typed, and a space or a title is no more than that', () => {
    holds(anyAddress, (text) => {
      const { value, problem } = parseParent(text);
      assert.ok(problem === undefined ? /^\d+$/.test(value) : problem !== '');
      assert.doesNotMatch(parseSpace(text).value ?? 'a', /[\s/:?#]/);
      const title = parseTitle(text);
      assert.ok(title.problem !== undefined || (title.value !== '' && title.value.length <= 255));
    });
  });
});

describe('A place in settings or front matter', () => {
  const page = `${site}/spaces/ENG/pages/42/A`;
  for (const [text, part, place] of [
    ['1001', 'space', { space: '1001' }],
    [page, 'space', { space: 'ENG', parent: '42' }],
    [`${site}/spaces/~jane/overview?homepageId=42`, 'space', { space: '~jane', parent: '42' }],
    [`${site}/display/ENG/A`, 'space', { space: 'ENG' }],
    ['42', 'parent', { parent: '42' }],
    [page, 'parent', { parent: '42', spaceKey: 'ENG' }],
    [`${site}/pages/viewpage.action?pageId=42`, 'parent', { parent: '42' }],
    [`${site}/spaces/%20/pages/42`, 'parent', { parent: '42' }],
  ] as const) {
    it(`is read from ${text} as ${part}`, () => {
      const { addresses, ...read } = parsePlace(text, part).value ?? {};
      const address = text.startsWith('https:') ? text : undefined;
      assert.deepEqual([read, addresses?.space, addresses?.parent], [place, address, address]);
    });
  }

  it('is not read from an address that tells none', () => {
    assert.match(
      parsePlace(`${site}/pages/viewpage.action?pageId=42`, 'space').problem ?? '',
      /not an address/,
    );
    assert.match(parsePlace(`${site}/spaces/ENG`, 'parent').problem ?? '', /no page ID/);
  });
});

describe('A title', () => {
  it('has 1 to 255 characters', () => {
    assert.equal(parseTitle('  One ').value, 'One');
    assert.equal(parseTitle('a'.repeat(255)).value?.length, 255);
    assert.match(parseTitle('a'.repeat(256)).problem ?? '', /256.*255/);
    assert.match(parseTitle(' \t').problem ?? '', /Enter/);
  });
});

describe('A remembered target', () => {
  it('is read as it was written', () => {
    assert.deepEqual(readAs(targetSchema, { ...target, extra: 1 }), target);
  });

  for (const overwrite of [undefined, 'true', 1, false]) {
    it(`does not overwrite by ${JSON.stringify(overwrite)}`, () => {
      assert.equal(readAs(targetSchema, { ...target, overwrite })?.overwrite, false);
    });
  }

  const broken = [undefined, null, 1, 'text', [], {}, { space: 1, parent: '1', title: 'a' }];
  for (const value of [
    ...broken,
    { ...target, parent: 'x' },
    { ...target, title: ' ' },
    { ...target, space: 'a b' },
  ]) {
    it(`is not read from ${JSON.stringify(value)}`, () =>
      assert.equal(readAs(targetSchema, value), undefined));
  }

  it('has digits for its parent, and nothing around its words', () => {
    const { parent } = readAs(targetSchema, { ...target, parent: `${site}/spaces/ENG/pages/42` }) ?? {
      parent: '42',
    };
    assert.equal(parent, '42');
    assert.deepEqual(readAs(targetSchema, { ...target, space: ' ENG ', title: 'One ' }) ?? target, target);
  });

  it('is a target or nothing, whatever was stored', () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof readAs(targetSchema, value)?.space !== 'number'));
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (space, parent, title) => {
        const read = readAs(targetSchema, { space, parent, title, overwrite: true });
        assert.ok(read === undefined || (read.space !== '' && read.title !== ''));
      }),
    );
  });
});
