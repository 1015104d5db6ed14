import assert from 'node:assert/strict';
import { readPage, type Page, type PageOptions } from '../../../src/core/page/page.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { usualOptions } from '../../host/usualOptions.js';

const b = 'https://w.example/wiki/spaces/DOCS/pages/7/B';
const publicAddresses = {
  address: 'https://p.example/',
  folder: 'docs/',
  unusable: [],
};
const options: PageOptions = {
  ...usualOptions,
  linkedPages: [
    ['b.md', b],
    ['b/', b, '/docs/b.md'],
    ['b', b, '/docs/b.md'],
    ['/site/b/', b, '/docs/b.md'],
    ['b.html#part', `${b}#Part`, '/docs/b.md#part'],
    ['[[b]]', b, '/docs/b.md'],
    ['[[b#part]]', `${b}#Part`, '/docs/b.md#part'],
    ['[[c]]', false, '/docs/c.md'],
    ['c/', false, '/docs/c/README.md'],
    ['/site/c', false, '/docs/c.md'],
    ['[[known]]', null, '/docs/known.md'],
  ],
};
const read = (text: string, change: Partial<PageOptions> = {}): Page =>
  readPage(text, 'page.md', { ...options, ...change });
const told = ({ problems }: Page): string[] => problems.map(({ kind, to }) => `${kind} ${to ?? ''}`.trim());

describe('A link to the page of a file that it does not name', () => {
  for (const [text, sent] of [
    ['[x](b/) [x](b) [x](/site/b/) [x](b.html#part)', `[x](${b}) [x](${b}) [x](${b}) [x](${b}#Part)`],
    ['[[b]], [[b|the *other*]] and [[b#part]]', `[b](${b}), [the *other*](${b}) and [b#part](${b}#Part)`],
    ['| a |\n|---|\n| [[b\\|x]] |\n', `| a |\n|---|\n| [x](${b}) |\n`],
    ['- > [[b]]\n', `- > [b](${b})\n`],
    ['a[^1]\n\n[^1]: [x](b.md)\n[^2]: [x](b/).\n', `a[^1]\n\n[^1]: [x](${b})\n[^2]: [x](${b}).\n`],
    ['a[^1]\n\n[^1]: [[b]]\n', `a[^1]\n\n[^1]: [b](${b})\n`],
    ['<area href="b.md"> <link rel="x" href=b/>', `<area href="${b}"> <link rel="x" href="${b}">`],
  ] as const) {
    it(`leads there in ${JSON.stringify(text)}`, () => {
      assert.equal(read(text).content, sent);
      assert.deepEqual(told(read(text)), []);
    });
  }

  it('leads to the public address of the file where that is known', () => {
    assert.equal(
      read('[x](c/) [x](/site/c) [[c|x]] [x](/elsewhere)', { publicAddresses }).content,
      '[x](https://p.example/docs/c/README.md) [x](https://p.example/docs/c.md) [x](https://p.example/docs/c.md) [x](/elsewhere)',
    );
  });

  it('is told where it leads to no page, to no file or to more than one', () => {
    const page = read('[x](c/) [x](/site/c) [[c]] [[none]] [x](/elsewhere) [[known]]');
    assert.equal(page.content, '[x](c/) [x](/site/c) [[c]] [[none]] [x](/elsewhere) [[known]]');
    assert.deepEqual(told(page), [
      'relativeLink c/',
      'relativeLink /site/c',
      'relativeLink [[c]]',
      'brokenLink',
    ]);
    assert.deepEqual(
      page.unresolved.map(({ to }) => to),
      ['[[known]]'],
    );
    assert.deepEqual(page.linked, ['c/', '/site/c', '[[c]]', '[[none]]', '/elsewhere', '[[known]]']);
  });

  it('is a text for the title, and stays in its heading', () => {
    const page = read('# See [[b|this]]\n\na\n');
    assert.deepEqual(
      [page.title, contentForTitle(page, page.title)],
      ['See this', `# See [this](${b})\n\na\n`],
    );
  });

  for (const text of [
    '`[[b]]`\n',
    '    [[b]]\n',
    '\\[[b]]\n',
    '[[b]](https://x.example)\n',
    '[[b]]\n\n[b]: https://x.example\n',
    '[[1](https://x.example)]\n',
    '[[ -f a ]]\n',
  ]) {
    it(`is not meant by ${JSON.stringify(text)}`, () => {
      assert.equal(read(text).content, text);
      assert.deepEqual(told(read(text)), []);
    });
  }
});

describe('A link to a heading of its own page', () => {
  const text =
    "# Long\n\n[x](#install-it) <a href='#whats-new'>y</a> [z] [[#Install it|w]] [v](#nowhere) [u](#long) [t](#it)\n\n[z]: #a-1\n\n## Install it {#it}\n\n## What's new?\n\n## A\n\n## A\n";
  const sent = `[x](#Install-it) <a href='#What%27s-new%3F'>y</a> [z] [w](#Install-it) [v](#nowhere) [u](#long) [t](#Install-it)\n\n[z]: #A.1\n\n## Install it\n\n## What's new?\n\n## A\n\n## A\n`;

  it('has the anchor that one by the name of the file has', () => {
    const page = read(text);
    assert.deepEqual([page.contentWithoutHeading, told(page), page.linked], [sent, [], []]);
  });

  it('leads to the first heading too where that is sent', () => {
    assert.match(read('# Long\n\n[u](#long)\n', { omitHeading: false }).content, /\(#Long\)/);
  });
});

describe('Addresses in HTML', () => {
  const html =
    '<picture>\n<source srcset="dark.png">\n<source srcset="light.png 1x, ./light,2.png 2x">\n<img src="light.png" srcset=light.png>\n</picture>\n\n<video src="demo.mp4" poster="light.png"></video> <source src="talk.mp3"> <embed src="map.svg">\n';

  it('are all public, or told', () => {
    assert.equal(
      read(html, { publicAddresses }).content,
      html
        .replaceAll(
          /(?<="|, )(?:\.\/)?((?:dark|light|demo|talk|map)(?:,2)?\.\w+)/g,
          'https://p.example/docs/$1',
        )
        .replace('srcset=light.png', 'srcset="https://p.example/docs/light.png"'),
    );
    assert.deepEqual(
      read(html).problems.map(({ kind, to, message }) => `${kind} ${to} ${/^The (\w+)/.exec(message)?.[1]}`),
      [
        'localImage dark.png image',
        'localImage light.png image',
        'localImage ./light,2.png image',
        'localImage light.png image',
        'localImage light.png image',
        'localImage demo.mp4 file',
        'localImage light.png image',
        'localImage talk.mp3 file',
        'localImage map.svg image',
      ],
    );
  });

  it('that are public already are none of ours', () => {
    const text = '<img srcset="https://x.example/a.png 1x, data:image/png;base64,aaaa 2x">\n';
    assert.deepEqual([read(text).content, told(read(text))], [text, []]);
  });
});

describe('What only other tools show is told', () => {
  for (const [text, at] of [
    ['![[plan.png]]', '![[plan.png]]'],
    ['a ![[b#part]] c', '![[b#part]]'],
    ['![x](https://x.example/a.png){width=50%}', '{width=50%}'],
    ['![x](https://x.example/a.png){: .center }', '{: .center }'],
  ] as const) {
    it(`in ${JSON.stringify(text)}`, () => {
      const page = read(text);
      assert.deepEqual([page.content, told(page)], [text, ['brokenLink']]);
      assert.equal(text.slice(page.problems[0]?.start, page.problems[0]?.end), at);
    });
  }

  for (const size of ['500x250', '300x', 'x20', '50%x', '300']) {
    it(`and mended: an image with the size ${size}`, () => {
      const text = `a ![x](a.png =${size}) b`;
      const [problem] = read(text).problems;
      const [fix] = problem?.fixes ?? [];
      assert.ok(problem?.kind === 'brokenLink' && fix?.kind === 'edit');
      assert.equal(applyEdits(text, [fix.edit]), 'a ![x](a.png) b');
    });
  }
});
