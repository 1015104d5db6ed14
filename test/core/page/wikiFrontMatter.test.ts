import assert from 'node:assert/strict';
import { splitFrontMatter } from '../../../src/core/page/frontMatter.js';

const wikiOf = (yaml: string, connections?: readonly string[]) => {
  const text = `---\n${yaml}\n---\nText`;
  const { frontMatter, problems } = splitFrontMatter(text, { connections });
  return {
    frontMatter,
    problems: problems.map(({ message, start, end }) => [text.slice(start, end), message]),
  };
};

describe('The front matter’s wiki', () => {
  it('says where a page goes, however it is spelled', () => {
    const whole = { connection: 'Team', space: '1001', parent: '42', title: 'One', overwrite: true };
    for (const yaml of [
      'wiki: { connection: Team, space: 1001, parent: 0042, title: One, overwrite: true }',
      'wiki:\r\n  connection: "Team"\r\n  space: \'1001\'\r\n  parent: "0042" # digits\r\n  title: One\r\n  overwrite: true',
      'x: &x { connection: Team, space: 1001, parent: 0042, title: One, overwrite: true }\nwiki: *x',
      'wiki: { connection: Team, space: 1001, title: One, overwrite: true,\n  parent: https://a.example/wiki/spaces/D/pages/0042/T }',
    ]) {
      const { frontMatter, problems } = wikiOf(yaml, ['Team']);
      const { addresses: _, ...named } = frontMatter;
      assert.deepEqual([named, problems], [whole, []]);
    }
  });

  it('has a title that goes before the plain one', () => {
    assert.equal(wikiOf('wiki: { title: One }\ntitle: Two').frontMatter.title, 'One');
    assert.equal(wikiOf('wiki: { title: "" }\ntitle: Two').frontMatter.title, 'Two');
  });

  it('may leave values empty', () => {
    assert.deepEqual(wikiOf('wiki:\n  space:\n  parent: ~'), { frontMatter: {}, problems: [] });
    assert.deepEqual(wikiOf('wiki:'), { frontMatter: {}, problems: [] });
  });

  const bad: readonly (readonly [yaml: string, at: string, message: RegExp])[] = [
    ['wiki: DOCS', 'DOCS', /entries of its own/],
    ['publishOnSave: true', 'publishOnSave', /counts only as an entry of “wiki”/],
    ['wiki: { space: a b }', 'a b', /is a single word/],
    ['wiki:\n  parent: Guides', 'Guides', /digits only/],
    ['wiki:\n  parent: -4', '-4', /digits only/],
    ['wiki: { overwrite: yes }', 'yes', /true or false/],
    ['wiki: { overwrite: 1 }', '1', /true or false/],
    ['wiki: { space: [a] }', '[a]', /a single value/],
    ['wiki: { endpoint: "https://b.example" }', 'endpoint', /“endpoint” is not known/],
    ['wiki: { title: [One] }', '[One]', /a single text/],
    ['x: &x a b\nwiki: { space: *x }', '*x', /is a single word/],
  ];
  for (const [yaml, at, message] of bad) {
    it(`can’t be ${JSON.stringify(yaml)}, and the place is shown`, () => {
      const { frontMatter, problems } = wikiOf(yaml, ['Team']);
      assert.deepEqual(frontMatter, {});
      assert.deepEqual(problems.length, 1);
      assert.equal(problems[0]?.[0], at);
      assert.match(problems[0][1] ?? '', message);
    });
  }

  it('names a connection that does not exist, so that no other takes its place', () => {
    const { frontMatter, problems } = wikiOf('wiki: { connection: Other }', ['Team']);
    assert.deepEqual(frontMatter, { connection: 'Other' });
    assert.match(problems[0]?.[1] ?? '', /no connection named “Other”/);
  });

  it('takes the address of a page, which tells both space and parent', () => {
    const [page, other] = [
      'https://a.example/wiki/spaces/ENG/pages/42/A',
      'https://a.example/wiki/spaces/DOCS/pages/7',
    ];
    for (const [wiki, found, space, parent] of [
      [`space: ${page}`, { space: 'ENG', parent: '42' }, page, page],
      [`parent: ${page}`, { parent: '42', spaceKey: 'ENG' }, page, page],
      [`space: "1001", parent: ${page}`, { space: '1001', parent: '42' }, undefined, page],
      [`parent: ${page}, space: ${other}`, { space: 'DOCS', parent: '42' }, other, page],
      [`space: ${other}, parent: "9"`, { space: 'DOCS', parent: '9' }, other, undefined],
    ] as const) {
      const { addresses, ...named } = wikiOf(`wiki: { ${wiki} }`).frontMatter;
      assert.deepEqual([named, addresses], [found, { space, parent }], wiki);
    }
  });

  it('keeps what is good beside what is not', () => {
    assert.deepEqual(wikiOf('wiki: { space: DOCS, parent: x }').frontMatter, { space: 'DOCS' });
  });
});
