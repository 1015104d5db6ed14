import assert from 'node:assert/strict';
import { missingFileProblem } from '../../../src/core/page/missingFile.js';
import { readPage, type PageOptions } from '../../../src/core/page/page.js';
import {
  applyEdits,
  createSpanTest,
  problemKinds,
  readSeverities,
  type Problem,
  type ProblemKind,
  type Severity,
} from '../../../src/core/page/problem.js';
import { jwt } from '../jwt.js';
import { usualOptions } from '../../host/usualOptions.js';

const setup = `---
title: " Setup "
wiki:
  colour: red
---
# Setup

![The first page](pictures/setup.png) ![Gone](gone.png)

The [reference](reference.md) has more.

    curl --header "Authorization: Bearer ${jwt({ sub: 'ci' })}"

Then <!-- ask Ada

<!-- /wiki:skip -->

\`\`\`sh
setup --quiet
`;
const open = '# Open\n\n<!-- wiki:skip -->\n\nText.\n';
const ended = '---\nauthor: Ada\n\n# Ended\n\nText.\n';
const label = '# [Label](https://a.example)\n\n[a <!-- b --> c]\n\n[a <!-- b --> c]: https://a.example\n';
const links = '# Links\n\nSee [more](more of it.md).\n\nAKIAIOSFODNN7EXAMPLE\n\nPassword: Sommer2024!\n';

type Row = readonly [
  ProblemKind,
  Severity,
  text: string,
  message: RegExp,
  place: string,
  Partial<PageOptions>?,
];
/** What each check says, and where, as line and column. */
const rows: readonly Row[] = [
  ['title', 'error', setup, /^The title has leading or trailing spaces\. They are not sent\./, '2:8'],
  ['frontMatter', 'error', setup, /^“colour” is not known here\./, '4:3'],
  ['localImage', 'information', setup, /^The image “pictures\/setup\.png” is only on this computer/, '8:1'],
  ['missingFile', 'warning', setup, /^There is no file “gone\.png”\./, '8:39'],
  ['relativeLink', 'information', setup, /^The link to “reference\.md” leads nowhere in the wiki\./, '10:5'],
  ['secret', 'error', setup, /^This looks like a token or a private key\./, '12:42'],
  ['unclosedComment', 'error', setup, /^This comment does not end in its paragraph/, '14:6'],
  ['skipRegion', 'error', setup, /^This end mark has no matching “<!-- wiki:skip -->”\./, '16:1'],
  ['unclosedFence', 'warning', setup, /^This code block is not closed: “```” is missing/, '18:1'],
  ['notLeftOut', 'warning', label, /^This comment is sent: leaving it out would change/, '3:4'],
  [
    'repeatedTitle',
    'information',
    label,
    /^This heading is sent, although it is the same as the title/,
    '1:1',
  ],
  ['emptyBody', 'error', ' \n', /^The document is empty\./, '1:1'],
  ['unclosedFrontMatter', 'warning', ended, /^The front matter is not closed/, '1:1'],
  [
    'size',
    'error',
    `# Large\n\n${`${'Some words, and more of them. '.repeat(40)}\n`.repeat(960)}`,
    /^The page is 1,126 KB; the wiki may refuse more than 1,024 KB\./,
    '1:1',
  ],
  [
    'publicAddress',
    'warning',
    setup,
    /^The setting publishToWiki\.publicAddress is not used/,
    '6:1',
    {
      publicAddresses: {
        ...{ address: undefined, folder: '' },
        unusable: ['publishToWiki.publicAddress'],
      },
    },
  ],
  [
    'doubtfulFrontMatter',
    'warning',
    '---\n\nWarning: do not restart\n\n---\n\nText.\n',
    /^This may be meant as front matter, but it is sent as text/,
    '1:1',
  ],
  [
    'controlCharacter',
    'warning',
    '# Console\n\n    \u001b[31mfailed\n',
    /^Nobody sees this control character, U\+001B \(ESCAPE\)/,
    '3:5',
  ],
  ['brokenLink', 'warning', links, /^This is sent as text, not as a link/, '3:5'],
  ['password', 'error', links, /^This looks like a password or a key\./, '7:11'],
  ['exampleSecret', 'information', links, /^This looks like a token or a password that is an example/, '5:1'],
  [
    'conflict',
    'error',
    '# Merged\n\n<<<<<<< merged.md\nOurs.\n=======\nTheirs.\n>>>>>>> wiki\n',
    /^This conflict is not resolved/,
    '3:1',
  ],
  [
    'exampleConflict',
    'information',
    'Git writes:\n\n```text\n<<<<<<< HEAD\ncolour\n=======\ncolor\n>>>>>>> feature\n```\n',
    /^This conflict stands in a code block/,
    '4:1',
  ],
  [
    'encoding',
    'error',
    '# Gr\ufffd\ufffde\n\nText.\n',
    /^Some characters can’t be read in the encoding/,
    '1:1',
    { isGarbled: true },
  ],
];

const fronted = (yaml: string): string => `---\n${yaml}\n---\n# A\n\nText.\n`;

/** The problems of a document beside which there is no file “gone.png”. */
function problemsIn(text: string, options: Partial<PageOptions> = {}): readonly Problem[] {
  const { problems } = readPage(text, 'a.md', { ...usualOptions, ...options });
  return problems.map((problem) =>
    problem.to === 'gone.png' ? missingFileProblem(problem, 'gone.png') : problem,
  );
}

function placeOf(text: string, { start }: Problem): string {
  const lines = text.slice(0, start).split('\n');
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

describe('Each kind of problem', () => {
  it('is known', () => {
    assert.deepEqual(rows.map(([kind]) => kind).sort(), [...problemKinds].sort());
  });

  for (const [kind, severity, text, message, place, options] of rows) {
    it(`says what is wrong, where, and how bad it is: ${kind}`, () => {
      const found = problemsIn(text, options).filter((problem) => problem.kind === kind);
      assert.equal(found.length, 1);
      const [problem] = found;
      assert.match(problem?.message ?? '', message);
      assert.deepEqual(
        [problem && placeOf(text, problem), readSeverities(undefined, undefined)[kind]],
        [place, severity],
      );
    });
  }

  it('is as bad as the settings say, or none; a workspace lowers no secret', () => {
    const usual = readSeverities(undefined, undefined);
    const secrets: readonly ProblemKind[] = ['secret', 'password', 'exampleSecret'];
    const all = (severity: Severity) =>
      Object.fromEntries(
        ['secrets', 'links', 'images', 'structure', 'frontMatter', 'title', 'size'].map((group) => [
          group,
          severity,
        ]),
      );
    for (const severity of ['error', 'warning', 'information', 'off'] as const) {
      const ofWorkspace = readSeverities(all(severity), undefined);
      const others = problemKinds.filter((kind) => !secrets.includes(kind));
      assert.ok(others.every((kind) => ofWorkspace[kind] === severity));
      const ofPerson = readSeverities(all(severity), all(severity));
      assert.ok(problemKinds.every((kind) => ofPerson[kind] === severity));
    }
    const off = readSeverities(all('off'), undefined);
    assert.ok(secrets.every((kind) => off[kind] === usual[kind]));
    const warned = readSeverities(all('warning'), undefined);
    assert.deepEqual(
      secrets.map((kind) => warned[kind]),
      ['error', 'error', 'warning'],
    );
  });
});

describe('A fix', () => {
  for (const [title, text, mended] of [
    ['Close the Code Block at the End', setup, setup.replace('setup --quiet\n', 'setup --quiet\n```\n')],
    ['Turn the Link into Plain Text', setup, setup.replace('[reference](reference.md)', 'reference')],
    ['Remove Leading and Trailing Spaces', setup, setup.replace('" Setup "', '"Setup"')],
    ['Close the Region at the End of the Document', open, `${open}<!-- /wiki:skip -->\n`],
    ...(
      [
        ['wiki:\n  Space: DOCS', 'space', 'wiki:\n  space: DOCS'],
        ['wiki: { parnt: 42 }', 'parent', 'wiki: { parent: 42 }'],
        ['{ "wiki": { "publish-on-save": true } }', 'publishOnSave', '{ "wiki": { "publishOnSave": true } }'],
        ['wiki: { overwrite: yes }', 'true', 'wiki: { overwrite: true }'],
        ["wiki: { publishOnSave: 'Off' }", 'false', 'wiki: { publishOnSave: "false" }'],
        ['wiki: { connection: team wiki }', 'Team Wiki', 'wiki: { connection: "Team Wiki" }'],
      ] as const
    ).map(([yaml, meant, right]) => [`Change to “${meant}”`, fronted(yaml), fronted(right)] as const),
    ...(
      [
        ['<!-- wiki-skip -->', '<!-- wiki:skip -->'],
        ['<!--- /Wiki:Skip --->', '<!-- /wiki:skip -->'],
        ['<!-- end wiki-skip -->', '<!-- /wiki:skip -->'],
      ] as const
    ).map(([mark, right]) => [`Change to “${right}”`, `a ${mark} b\n`, `a ${right} b\n`] as const),
    ['Close the Front Matter After Its Keys', ended, '---\nauthor: Ada\n---\n\n# Ended\n\nText.\n'],
  ] as const) {
    it(`changes the text as its title says: ${title}`, () => {
      const fixes = problemsIn(text, { connections: ['Team Wiki', 'Other'] }).flatMap(
        (problem) => problem.fixes ?? [],
      );
      const edits = fixes.flatMap((fix) => (fix.kind === 'edit' && fix.title === title ? [fix.edit] : []));
      assert.equal(edits.length, 1);
      assert.equal(applyEdits(text, edits), mended);
    });
  }

  for (const text of [
    fronted('wiki: { colour: red, page: 1 }'),
    fronted('wiki: { parent: 1, Parent: 2 }'),
    fronted('wiki: { overwrite: 1, title: yes }'),
    fronted('wiki: { connection: team wiki }'),
    '+++\n[wiki]\nSpace = "DOCS"\noverwrite = "yes"\n+++\n# A\n\nText.\n',
    'a <!-- wiki:skip: why --> b\n',
  ]) {
    it(`is not offered where nobody knows what was meant: ${JSON.stringify(text)}`, () => {
      const found = problemsIn(text, { connections: ['Team Wiki', 'Team-Wiki'] });
      assert.ok(found.length > 0);
      assert.deepEqual(
        found.flatMap(({ fixes = [] }) => fixes),
        [],
      );
    });
  }
});

describe('Spans', () => {
  it('may have any order, and one in another', () => {
    const isInSpan = createSpanTest([
      { start: 8, end: 9 },
      { start: 0, end: 5 },
      { start: 1, end: 2 },
    ]);
    assert.deepEqual([0, 3, 5, 8, 9].map(isInSpan), [true, true, false, true, false]);
  });
});

describe('Edits', () => {
  it('may have any order', () => {
    const edits = [
      { start: 4, end: 5, text: 'E' },
      { start: 0, end: 1, text: 'A' },
      { start: 2, end: 2, text: '-' },
    ];
    assert.equal(applyEdits('abcde', edits), 'Ab-cdE');
  });
});
