import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPage } from '../../../src/core/page/page.js';
import { diskWorkspace } from '../../../src/services/workspace/diskWorkspace.js';
import { findLinkedFile } from '../../../src/services/workspace/findLinkedFile.js';
import { completeLinkProblems } from '../../../src/services/workspace/linkedFiles.js';
import type { Workspace } from '../../../src/services/workspace/workspace.js';
import { usualOptions } from '../../host/usualOptions.js';

const names = [
  'docs/README.md',
  'docs/a.md',
  'docs/glossary.md',
  'docs/setup/README.md',
  'docs/guide/index.md',
  'docs/guide.md',
  'docs/page.html',
  'docs/page.md',
  'docs/LICENSE',
  'docs/LICENSE.md',
  'docs/empty/notes.txt',
  'docs/a b/c#d.md',
  'docs/Set-up-%2D-Windows.md',
  'docs/deep/er/Big-Idea.md',
  'docs/deep/er/twice.md',
  'docs/deep/twice.md',
  'docs/deep/other.md',
  'docs/deep/glossary.md',
  'plans/road map.md',
];

describe('The file that a link means', () => {
  let root = '';
  let workspace: Workspace;
  const uriOf = (name: string): string => pathToFileURL(path.join(root, name)).href;

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'linked-'));
    for (const name of names) {
      await mkdir(path.join(root, path.dirname(name)), { recursive: true });
      await writeFile(path.join(root, name), `# ${name}\n`);
    }
    workspace = diskWorkspace({ root, settings: () => ({}), now: () => 0, variables: {} });
  });
  after(() => rm(root, { recursive: true }));

  for (const [from, to, file] of [
    ['docs/README.md', 'setup/', '/docs/setup/README.md'],
    ['docs/README.md', 'setup', '/docs/setup/README.md'],
    ['docs/README.md', './setup/#disk', '/docs/setup/README.md'],
    ['docs/setup/README.md', '..', '/docs/README.md'],
    ['docs/a.md', '.', '/docs/README.md'],
    ['docs/a.md', 'glossary', '/docs/glossary.md'],
    ['docs/a.md', './glossary#terms', '/docs/glossary.md'],
    ['docs/a.md', 'glossary/', '/docs/glossary.md'],
    ['docs/a.md', 'glossary.html', '/docs/glossary.md'],
    ['docs/a.md', 'setup/index.html', '/docs/setup/README.md'],
    ['docs/a.md', '/glossary/', '/docs/glossary.md'],
    ['docs/a.md', '/docs/glossary', '/docs/glossary.md'],
    ['docs/setup/README.md', '/glossary', '/docs/glossary.md'],
    ['docs/a.md', 'a%20b/c%23d', '/docs/a%20b/c%23d.md'],
    ['docs/a.md', '/docs/Set-up-%2D-Windows', '/docs/Set-up-%252D-Windows.md'],
    ['docs/a.md', '[[glossary]]', '/docs/glossary.md'],
    ['docs/a.md', '[[glossary#Terms]]', '/docs/glossary.md'],
    ['docs/a.md', '[[glossary.md]]', '/docs/glossary.md'],
    ['docs/a.md', '[[Big Idea]]', '/docs/deep/er/Big-Idea.md'],
    ['docs/a.md', '[[er/twice]]', '/docs/deep/er/twice.md'],
    ['docs/a.md', '[[Road map]]', '/plans/road%20map.md'],
    ['docs/deep/other.md', '[[twice]]', '/docs/deep/twice.md'],
    // What is there, or nowhere, or in two places, or outside
    ['docs/a.md', 'guide', undefined],
    ['docs/deep/other.md', '/glossary', undefined],
    ['docs/a.md', '[[twice]]', undefined],
    ['docs/a.md', '[[ice]]', undefined],
    ['docs/a.md', '[[]]', undefined],
    ['docs/a.md', 'page.html', undefined],
    ['docs/a.md', 'LICENSE', undefined],
    ['docs/a.md', 'empty/', undefined],
    ['docs/a.md', 'nothing', undefined],
    ['docs/a.md', '/nothing/', undefined],
    ['docs/a.md', '../../../etc/', undefined],
    ['docs/a.md', 'a%zz', undefined],
  ] as const) {
    it(`of ${from} to ${to} is ${file ?? 'none'}`, async () => {
      assert.equal(await findLinkedFile(workspace, uriOf(from), to), file);
    });
  }

  it('has no page that can be published where it has none, and is no missing file', async () => {
    const text = '[a](setup/) [b](/glossary/) [c](nothing) [d](empty/) [e](glossary.html)';
    const { problems } = readPage(text, 'a.md', {
      ...usualOptions,
      linkedPages: [['/glossary/', false, '/docs/glossary.md']],
    });
    const told = await completeLinkProblems(workspace, uriOf('docs/a.md'), problems);
    assert.deepEqual(
      told.map(({ kind, to, fixes = [] }) => [
        `${kind} ${to}`,
        fixes.flatMap((fix) => (fix.kind === 'publish' ? [fix.uri] : [])),
      ]),
      [
        ['relativeLink setup/', [uriOf('docs/setup/README.md')]],
        ['relativeLink /glossary/', [uriOf('docs/glossary.md')]],
        ['missingFile nothing', []],
        ['relativeLink empty/', []],
        ['relativeLink glossary.html', [uriOf('docs/glossary.md')]],
      ],
    );
  });
});
