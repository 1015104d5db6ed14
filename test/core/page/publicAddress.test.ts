import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../../src/core/page/page.js';
import { usualOptions } from '../../host/usualOptions.js';

describe('The public address of a file', () => {
  const address = 'https://files.example/raw/';
  const sent = (text: string, folder = 'docs/'): string =>
    readPage(text, 'file.md', {
      ...usualOptions,
      omitHeading: false,
      publicAddresses: { address, folder, unusable: [] },
    }).content;

  for (const [to, there] of [
    ['b.md', 'docs/b.md'],
    ['/b.md?c=d#e', 'b.md?c=d#e'],
    ['../b c.md', 'b%20c.md'],
    ['a\\b.md', 'docs/a/b.md'],
    ['/a:b.md', 'a:b.md'],
    ['/\t/host/a.md', undefined],
    ['/\\host/a.md', undefined],
    ['/\\\\[.md', undefined],
    ['\\/host/a.md', undefined],
    ['..\\..\\a.md', undefined],
    ['%2e%2e/%2E%2E/a.md', undefined],
    ['../../a.md', undefined],
    ['a/\ud83d.md', 'docs/a/%EF%BF%BD.md'],
  ] as const) {
    it(`${JSON.stringify(to)} ${there === undefined ? 'has none' : `is ${there}`}`, () => {
      const text = `<a href="${to}">b</a>`;
      assert.equal(sent(text), there === undefined ? text : `<a href="${address}${there}">b</a>`);
    });
  }

  it('of a definition is that of the file which its escapes and entities stand for', () => {
    assert.equal(
      sent('[a] [c]\n\n[a]: my\\_f.txt\n[c]: a&amp;b.txt\n'),
      `[a] [c]\n\n[a]: ${address}docs/my_f.txt\n[c]: ${address}docs/a&b.txt\n`,
    );
  });

  it('is below the setting’s, whatever is written, and nothing is thrown', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      ':',
      '[',
      '@',
      '?',
      '#',
      '\t',
      ' ',
      'a',
      '\ud83d',
    );
    const to = fc.array(part, { maxLength: 8 }).map((parts) => `${parts.join('')}.md`);
    fc.assert(
      fc.property(to, fc.constantFrom('', 'docs/', 'a b/\udc00/'), fc.boolean(), (there, folder, isImage) => {
        const text = isImage ? `<img src="${there}">` : `<a href="${there}">b</a>`;
        const [, was = ''] = /="([^]*?)"/.exec(text) ?? [];
        const [, is = ''] = /="([^]*?)"/.exec(sent(text, folder)) ?? [];
        assert.ok(is === was || new URL(is, 'https://wiki.example/').href.startsWith(address), is);
      }),
      { numRuns: 2000, seed: 20_261_121 },
    );
  });
});
