import assert from 'node:assert/strict';
import { addressOfHeading, hasKnownAnchors } from '../../../src/core/page/anchors.js';
import { readPage } from '../../../src/core/page/page.js';
import { usualOptions } from '../../host/usualOptions.js';

const page = 'https://w.example/wiki/spaces/DOCS/pages/7/B';
const anchorsOf = (text: string, omitHeading = true) =>
  readPage(text, 'b.md', { ...usualOptions, omitHeading, anchors: true }).anchors ?? [];
const to = (text: string, fragment: string): string =>
  addressOfHeading(page, anchorsOf(text), fragment).slice(page.length);

describe('The anchor of a heading', () => {
  for (const [text, fragment, anchor] of [
    ['## Set up the server', 'set-up-the-server', '#Set-up-the-server'],
    ['## Set up the server', 'Set-Up-The-Server', '#Set-up-the-server'],
    ['## *Set* **up** `the` [server](a.md)', 'set-up-the-server', '#Set-up-the-server'],
    ['Set up\n------', 'set-up', '#Set-up'],
    ['> - ## Set up', 'set-up', '#Set-up'],
    ['## What’s new? (2.0)', 'whats-new-20', '#What%E2%80%99s-new%3F-(2.0)'],
    ['## Read & write', 'read--write', '#Read-%26-write'],
    ['## Read & write', 'read-write', '#Read-%26-write'],
    ['## Über_uns', 'über_uns', '#%C3%9Cber_uns'],
    ['## 日本語 見出し', '日本語-見出し', '#%E6%97%A5%E6%9C%AC%E8%AA%9E-%E8%A6%8B%E5%87%BA%E3%81%97'],
    ['## A\n\n## A\n\n## A', 'a-2', '#A.2'],
    ['## A\n\n## a', 'a-1', '#a'],
    ['# A\n\n## A', 'a-1', '#A'],
    ['# A\n\n## A', 'a', ''],
    ['# A\n\n## B', 'nowhere', ''],
    ['## ![a](b.png)', '', ''],
    ['```\n## A\n```', 'a', ''],
    ['<!-- wiki:skip -->\n## A\n<!-- /wiki:skip -->\n\n## A', 'a', '#A'],
    ['## A', '__proto__', ''],
    ['## A \ud83d', 'a', '#A-%EF%BF%BD'],
  ] as const) {
    it(`“${fragment}” is ${anchor || 'not known'} in ${JSON.stringify(text)}`, () =>
      assert.equal(to(text, fragment), anchor));
  }

  it('counts the first heading where it is sent', () => {
    assert.deepEqual(anchorsOf('# A\n\n## A', false), [
      ['a', 'A'],
      ['a-1', 'A.1'],
    ]);
  });

  it('is known at the addresses of one kind of wiki', () => {
    assert.ok(hasKnownAnchors(page));
    assert.ok(hasKnownAnchors('https://w.example/wiki/spaces/DOCS/pages/7'));
    assert.ok(!hasKnownAnchors('https://w.example/display/DOCS/B'));
    assert.ok(!hasKnownAnchors('https://w.example/wiki/pages/viewpage.action?pageId=7'));
    assert.ok(!hasKnownAnchors(`${page}?a=b`));
  });
});
