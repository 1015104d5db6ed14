import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentForTitle } from '../../src/core/publish/contentForTitle.js';
import { splitFrontMatter } from '../../src/core/page/frontMatter.js';
import { readPage } from '../../src/core/page/page.js';
import { assertQuick, holds, hostile } from './runs.js';
import { usualOptions } from '../host/usualOptions.js';

const laughs = (levels: number): string =>
  Array.from({ length: levels }, (_, level) =>
    level === 0
      ? 'a0: &a0 [lol, lol]'
      : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}*a${level - 1}]`,
  ).join('\n');
const key = fc.oneof(
  fc.constantFrom('title', 'wiki', 'connection', 'space', 'parent', 'overwrite', 'publishOnSave', 'endpoint'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '<<', '? ', '"', '!!js/function'),
  fc.string(),
);
const depth = fc.oneof({ weight: 100, arbitrary: fc.nat(20) }, fc.nat(2000));
const value = fc.oneof(
  hostile,
  fc.json(),
  fc.constantFrom('*a0', '*a9', '&b [*b]', '&c { x: *c }', '&d { title: *d, space: *d }', '!!js/undefined x'),
  fc.constantFrom(
    '!!binary eA==',
    '!tag { a: 1 }',
    '2026-01-01',
    '1e999',
    '.nan',
    '0x10',
    '|\n  x\n',
    '>-\n',
    '~',
  ),
  depth.map((depth) => '['.repeat(depth)),
  depth.map((depth) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`),
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key, value).map(([name, is]) => `${name}: ${is}`) },
  {
    weight: 4,
    arbitrary: fc.tuple(key, key, value).map(([outer, inner, is]) => `${outer}:\n  ${inner}: ${is}`),
  },
  fc.tuple(value).map(([is]) => `wiki: ${is}`),
  { weight: 1, arbitrary: fc.nat(20).map(laughs) },
  hostile,
);
const yaml = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const ending = fc.constantFrom('\n---\n', '\n...\n', '\r\n---\r\n', '\n---', '\n');
const documents = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom('---\n', '---\r\n', '--- \n', ''),
    yaml,
    ending,
    hostile,
  )
  .map(([mark, open, matter, close, text]) => `${mark}${open}${matter}${close}# Heading\n\n${text}\n`);
const longest = 1_000_000;

describe('Any document', function () {
  this.timeout(300_000);

  after(() => {
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  it('has front matter of the right types or a problem, and problems that lie in the text', () => {
    holds(fc.tuple(documents, fc.boolean(), fc.boolean()), ([text, omitHeading, omitComments]) => {
      const { frontMatter, contentAt, problems } = splitFrontMatter(text, { connections: ['Team Wiki'] });
      assert.ok(contentAt >= 0 && contentAt <= text.length);
      for (const each of ['title', 'connection', 'space', 'parent'] as const) {
        assert.ok(['string', 'undefined'].includes(typeof frontMatter[each]), each);
      }
      for (const each of ['overwrite', 'publishOnSave'] as const) {
        assert.ok(['boolean', 'undefined'].includes(typeof frontMatter[each]), each);
      }
      // Front matter names a connection of the person's, never a place
      assert.ok(frontMatter.connection === undefined || frontMatter.connection === 'Team Wiki');
      assert.ok(!('endpoint' in frontMatter));
      const page = readPage(text, 'a.md', { ...usualOptions, omitHeading, omitComments });
      assert.equal(typeof contentForTitle(page, page.title), 'string');
      for (const { start, end, message } of [...problems, ...page.problems]) {
        assert.ok(start >= 0 && end >= start && end <= text.length && message !== '');
      }
    });
  });

  const shapes: Record<string, (at: number) => string> = {
    keys: (at) => `k${at}: 1\n`,
    'flow keys': (at) => `${at === 0 ? 'wiki: {' : ','}k${at}: 1`,
    anchors: (at) => `k${at}: &a${at} x\n`,
    aliases: (at) => (at === 0 ? 'a: &a x\n' : `k${at}: *a\n`),
    'aliases of a wiki': (at) => (at === 0 ? 'a: &a x\nwiki:\n' : `  k${at}: *a\n`),
    errors: () => 'a: ]\n',
    'open lists': () => '[',
    dashes: () => '- ',
  };
  const readable = new Set(['keys', 'anchors', 'aliases']);
  for (const [name, shape] of Object.entries(shapes)) {
    it(`is not a long wait with a megabyte of ${name}`, () => {
      const matter: string[] = [];
      for (let at = 0, length = 0; length < longest; at += 1) {
        length += matter.push(shape(at)) && shape(at).length;
      }
      const before = process.cpuUsage();
      const { problems } = splitFrontMatter(`---\n${matter.join('')}\n---\n# A\n`, { connections: [] });
      assert.equal(problems.length, readable.has(name) ? 0 : 1);
      assertQuick(before);
    });
  }
});
