import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runGit } from '../host/git.js';
import fc from 'fast-check';
import type { Page } from '../wiki/spaces.js';
import { Terminal } from './terminal.js';

interface File {
  readonly title: string;
  /** In front matter; without it, the settings name the place. */
  readonly parent?: string;
  readonly body: string;
}

type Files = ReadonlyMap<string, File>;

const flat = '100102';
const other = '100103';
const settings = {
  'publishToWiki.space': '1001',
  'publishToWiki.parent': flat,
  'publishToWiki.overwrite': true,
  'publishToWiki.folders': { tree: { space: '1001', parent: other, layout: 'tree' } },
};
const bodyOf = (name: string): string =>
  Array.from({ length: 8 }, (_, at) => `Line ${at} of ${name}, which no other file has.\n`).join('\n');
const before: Files = new Map(
  [
    ['a.md', 'One', flat],
    ['b.md', 'Two', flat],
    ['in/c.md', 'Three', other],
    ['in/d.md', 'Four'],
    ['tree/index.md', 'Five'],
    ['tree/e.md', 'Six'],
    ['tree/sub/index.md', 'Seven'],
    ['tree/sub/f.md', 'Eight'],
  ].map(([name = '', title = '', parent]) => [
    name,
    { title, ...(parent !== undefined && { parent }), body: bodyOf(name) },
  ]),
);
const places = [
  ...before.keys(),
  'g.md',
  'in/h.md',
  'tree/i.md',
  'tree/sub/j.md',
  'tree/new/index.md',
  'tree/new/k.md',
];
const titles = [...[...before.values()].map(({ title }) => title), 'Nine', 'Ten', 'Eleven'];

const textOf = ({ title, parent, body }: File): string =>
  `${parent === undefined ? '' : `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n`}# ${title}\n\n${body}`;

/** The titles from the top to the page, below the ID of the page that the settings or front matter name. */
function keyOf(files: Files, name: string): string {
  const { title = '', parent } = files.get(name) ?? {};
  const above = parent ?? (name.startsWith('tree/') ? aboveInTree(files, name) : flat);
  return `${above}/${title}`;
}

function aboveInTree(files: Files, name: string): string {
  for (let folder = path.posix.dirname(name); folder !== '.'; folder = path.posix.dirname(folder)) {
    const index = `${folder}/index.md`;
    if (index !== name && files.has(index)) {
      return keyOf(files, index);
    }
  }
  return other;
}

const placeOf = fc.constantFrom(...places);
const titleOf = fc.constantFrom(...titles);
/** Of the files that are there then. */
const one = fc.nat();
const step = fc.oneof(
  fc.record({ does: fc.constant('move'), one, to: placeOf, isAnew: fc.boolean() } as const),
  fc.record({ does: fc.constantFrom('swap', 'swapTitles'), one, other: one } as const),
  fc.record({ does: fc.constant('retitle'), one, title: titleOf } as const),
  fc.record({ does: fc.constant('place'), one, parent: fc.constantFrom(flat, other, undefined) } as const),
  fc.record({ does: fc.constantFrom('delete', 'rewrite'), one } as const),
  fc.record({ does: fc.constant('add'), to: placeOf, title: titleOf } as const),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function changed(files: Files, change: Step): Files {
  const next = new Map(files);
  if (change.does === 'add') {
    const { to, title } = change;
    return files.has(to) ? next : next.set(to, { title, body: bodyOf(`new ${to}`) });
  }
  const all = [...files];
  const at = (index: number): (typeof all)[number] | undefined => all[index % all.length];
  const [from, file] = at(change.one) ?? [];
  if (from === undefined || file === undefined) {
    return next;
  }
  switch (change.does) {
    case 'move': {
      const { to, isAnew } = change;
      if (!files.has(to)) {
        next.delete(from);
        next.set(to, isAnew ? { ...file, body: bodyOf(`${to} now`) } : file);
      }
      return next;
    }
    case 'swap': {
      const [to, second] = at(change.other) ?? [from, file];
      return next.set(from, second).set(to, file);
    }
    case 'swapTitles': {
      const [to, second] = at(change.other) ?? [from, file];
      return next.set(from, { ...file, title: second.title }).set(to, { ...second, title: file.title });
    }
    case 'retitle':
      return next.set(from, { ...file, title: change.title });
    case 'place': {
      const { title, body } = file;
      return next.set(from, { title, body, ...(change.parent !== undefined && { parent: change.parent }) });
    }
    case 'delete':
      next.delete(from);
      return next;
    case 'rewrite':
      return next.set(from, { ...file, body: bodyOf(`${from} now`) });
  }
}

describe('What check foretells', () => {
  const { PAIRS: pairs = '6', SEED: seed } = process.env;

  /** `PAIRS=100 SEED=62` tries a hundred pairs of commits that are always the same. */
  it('is what publish does', async function () {
    this.timeout(60_000 + Number(pairs) * 15_000);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const now = steps.reduce(changed, before);
        const terminal = await Terminal.open({
          '.gitignore': '.wiki\n',
          '.vscode/settings.json': JSON.stringify(settings),
        });
        try {
          await foretell(terminal, now);
        } finally {
          await terminal.close();
        }
      }),
      { numRuns: Number(pairs), endOnFailure: true, ...(seed !== undefined && { seed: Number(seed) }) },
    );
  });

  async function foretell(terminal: Terminal, now: Files): Promise<void> {
    const { wiki, folder } = terminal;
    const git = (...args: readonly string[]): string => runGit(folder, ...args);
    const commit = async (files: Files, old: Files): Promise<void> => {
      await Promise.all([...old.keys()].map((name) => rm(path.join(folder, name))));
      await terminal.write(Object.fromEntries([...files].map(([name, file]) => [name, textOf(file)])));
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'Change');
    };
    Object.assign(terminal.environment, {
      ...{ CI: 'true', WIKI_ALLOWED_SPACES: '1001' },
      ...{ WIKI_SITE: wiki.origin, WIKI_PLATFORM_TOKEN: wiki.platformToken },
    });
    const seeded = new Set(wiki.pages.pages.map(({ id }) => id));
    const made = (): ReadonlyMap<string, string> => {
      const keyOfPage = ({ parentId = '', title }: Page): string => {
        const above = seeded.has(parentId) ? undefined : wiki.pages.page(parentId);
        return `${above === undefined ? parentId : keyOfPage(above)}/${title}`;
      };
      const pages = wiki.pages.pages.filter(({ id }) => !seeded.has(id));
      return new Map(pages.map((page) => [page.id, keyOfPage(page)]));
    };

    await commit(before, new Map());
    const first = await terminal.run('publish', '--state', '.wiki');
    assert.equal(first.exitCode, 0, first.out + first.err);
    const pages = made();
    await commit(now, before);
    const { out } = await terminal.run('check', '--base', 'HEAD~1', '--format', 'json');
    const { findings } = JSON.parse(out) as { findings: { code: string; file: string; message: string }[] };
    const told = findings.filter(({ code }) => code === 'sinceBase');
    const { out: done } = await terminal.run('publish', '--state', '.wiki');

    const held = new Set([...now.keys()].map((name) => keyOf(now, name)));
    const leftBehind = [...pages.values()].filter((key) => !held.has(key)).map(lastOf);
    const created = new Set([...made()].flatMap(([id, key]) => (pages.has(id) ? [] : [key])));
    const said = `${told.map(({ file, message }) => `${file}: ${message}`).join('\n')}\n${done}`;
    const foretold = told.map(
      ({ file, message }) => /“(.*)”/.exec(message)?.[1] ?? (now.get(file) ?? before.get(file))?.title ?? '',
    );
    assert.deepEqual(foretold.sort(), leftBehind.sort(), said);
    for (const { file, message } of told) {
      const isCreated = now.has(file) && created.has(keyOf(now, file));
      assert.equal(isCreated, message.includes('a second page will be created'), `${file}\n${said}`);
    }
  }
});

const lastOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
