import assert from 'node:assert/strict';
import { FolderRules } from '../../../src/services/workspace/folderRules.js';
import type { Files } from '../../../src/services/workspace/files.js';
import { findMarkdown, exclusionText } from '../../../src/services/workspace/findFiles.js';

const file = 1;
const folder = 2;
const link = 64;
const unreadable = 'It is a device.';

/** A file system in memory: its addresses are paths. */
function fileSystem(
  texts: Record<string, string>,
  links: readonly string[] = [],
  hidden: readonly string[] = [],
): { files: Files<string>; looked: string[] } {
  const looked: string[] = [];
  const files: Files<string> = {
    entries: (uri) => {
      const base = uri === '' ? '' : `${uri}/`;
      looked.push(base);
      const entries = new Map<string, number>();
      for (const path of Object.keys(texts).filter((each) => each.startsWith(base))) {
        const [name = '', ...rest] = path.slice(base.length).split('/');
        entries.set(name, (rest.length > 0 ? folder : file) | (links.includes(base + name) ? link : 0));
      }
      return Promise.resolve([...entries]);
    },
    readRules: (path) => {
      const value = texts[path];
      return Promise.resolve(
        value === undefined ? undefined : value === unreadable ? { problem: value } : { value },
      );
    },
    join: (path, name) => (path === '' ? name : `${path}/${name}`),
    repository: () => Promise.resolve(undefined),
    isHidden: (path) => hidden.includes(path),
  };
  return { files, looked };
}
const root = '';

async function ignoredIn(files: Files<string>, within?: string): Promise<string[]> {
  const ignored: string[] = [];
  const all = findMarkdown(files, root, within, ({ path, by }) => ignored.push(`${path} ${by}`));
  for await (const each of all) {
    assert.ok(each);
  }
  return ignored;
}

async function found(files: Files<string>, within?: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const each of findMarkdown(files, root, within)) {
    assert.equal(each.uri, each.path);
    paths.push(each.path);
  }
  return paths;
}

describe('Finding files', () => {
  it('finds Markdown in all folders, in order', async () => {
    const { files } = fileSystem({
      'b.md': '',
      'a/z.markdown': '',
      'a/deep/er/x.MD': '',
      'a/no.txt': '',
      'c.mdx': '',
    });
    assert.deepEqual(await found(files), ['a/deep/er/x.MD', 'a/z.markdown', 'b.md']);
  });

  it('takes numbers in names as numbers', async () => {
    const { files } = fileSystem({ 'page10.md': '', 'page2.md': '', '10/a.md': '', '9/a.md': '' });
    assert.deepEqual(await found(files), ['9/a.md', '10/a.md', 'page2.md', 'page10.md']);
  });

  it('finds each kind of name that is Markdown to VS Code', async () => {
    const endings = ['.markdn', '.markdown', '.md', '.mdown', '.mdtext', '.mdtxt', '.mdwn', '.mkd', '.mkdn'];
    const names = endings.map((ending) => `a${ending}`);
    const { files } = fileSystem(Object.fromEntries([...names, 'a.mdx', 'md'].map((name) => [name, ''])));
    assert.deepEqual(await found(files), names);
  });

  it('does not look into what is left out', async () => {
    const { files, looked } = fileSystem({
      '.wikiignore': 'drafts/\n*.tmp.md',
      'drafts/a.md': '',
      'node_modules/x/readme.md': '',
      '.git/x.md': '',
      'docs/.wikiignore': '!good.tmp.md\n',
      'docs/a.tmp.md': '',
      'docs/good.tmp.md': '',
      'a.md': '',
    });
    assert.deepEqual(await found(files), ['a.md', 'docs/good.tmp.md']);
    assert.deepEqual(looked, ['', 'docs/']);
  });

  it('knows the rules above the folder that was asked for', async () => {
    const { files } = fileSystem({
      '.wikiignore': 'draft*\n',
      'docs/draft.md': '',
      'docs/a.md': '',
      'drafts/b.md': '',
    });
    assert.deepEqual(await found(files, 'docs'), ['docs/a.md']);
    assert.deepEqual(await found(files, 'drafts'), []);
  });

  it('follows no links: one to a folder may lead back, one to a file may lead to what nobody meant', async () => {
    const { files } = fileSystem({ 'a.md': '', 'loop/b.md': '' }, ['a.md', 'loop']);
    assert.deepEqual(await found(files), []);
  });

  it('tells of what has a Markdown name and is no file, of links and of MDX', async () => {
    const { files } = fileSystem({ 'a.md': '', 'loop/b.md': '', 'page.mdx': '', 'a.txt': '' }, ['loop']);
    const dangling: Files<string> = {
      ...files,
      entries: async (uri) => [...((await files.entries(uri)) ?? []), ['lost.md', link], ['pipe.md', 0]],
    };
    assert.deepEqual(await ignoredIn(dangling), [
      'loop/ link',
      'lost.md noFile',
      'page.mdx name',
      'pipe.md noFile',
    ]);
  });

  it('knows of a single file whether it is left out', async () => {
    const { files } = fileSystem({ '.wikiignore': 'drafts/\n', 'docs/.wikiignore': 'a.md\n' });
    const ignored = await Promise.all(
      ['drafts/a.md', 'docs/a.md', 'docs/b.md', 'a.md', 'node_modules/a.md', '.github/a.md'].map((path) =>
        exclusionText(path, new FolderRules(files, root)),
      ),
    );
    // Who chooses a file that only programs look for means it
    const said = 'It is excluded by .wikiignore.';
    assert.deepEqual(ignored, [said, said, undefined, undefined, undefined, undefined]);
  });

  const project = {
    '.gitignore': '.venv/\n/dist/\n*.local.md\n',
    '.wikiignore': '!.github/\n!keep.local.md\ndrafts/\n',
    '.github/pull.md': '',
    '.venv/lib/readme.md': '',
    'a.md': '',
    'dist/index.md': '',
    'docs/.gitignore': '!shown.local.md\n',
    'docs/hidden/a.md': '',
    'docs/mine.local.md': '',
    'docs/keep.local.md': '',
    'docs/shown.local.md': '',
    'docs/dist/b.md': '',
    'drafts/c.md': '',
    'node_modules/x/readme.md': '',
    'old.md': '',
  };

  it('takes neither what git ignores nor what VS Code hides nor what is for programs, and tells of it', async () => {
    const { files, looked } = fileSystem(project, [], ['docs/hidden', 'old.md']);
    assert.deepEqual(await found(files), [
      '.github/pull.md',
      'a.md',
      'docs/dist/b.md',
      'docs/keep.local.md',
      'docs/shown.local.md',
    ]);
    assert.deepEqual(looked, ['', '.github/', 'docs/', 'docs/dist/']);
    assert.deepEqual(await ignoredIn(files), [
      '.venv/ usual',
      'dist/ .gitignore',
      'docs/hidden/ files.exclude',
      'docs/mine.local.md .gitignore',
      'drafts/ .wikiignore',
      'node_modules/ usual',
      'old.md files.exclude',
    ]);
  });

  it('takes a folder that was chosen, whoever else leaves it out, and never one that .wikiignore does', async () => {
    const { files } = fileSystem(project, [], ['docs/hidden', 'docs/hidden/a.md']);
    assert.deepEqual(await found(files, 'dist'), ['dist/index.md']);
    assert.deepEqual(await found(files, '.venv/lib'), ['.venv/lib/readme.md']);
    assert.deepEqual(await found(files, 'docs/hidden'), ['docs/hidden/a.md']);
    assert.deepEqual(await found(files, 'node_modules'), ['node_modules/x/readme.md']);
    assert.deepEqual(await found(files, 'drafts'), []);
    assert.deepEqual(await ignoredIn(files, 'drafts'), ['drafts/ .wikiignore']);
  });

  const unknown = 'What it leaves out is not known, so nothing is published from its folder.';
  const problemsIn = async (files: Files<string>, within?: string): Promise<string[]> => {
    const all: string[] = [];
    for await (const { path, problem } of findMarkdown(files, root, within)) {
      all.push(problem === undefined ? path : `${path}: ${problem}`);
    }
    return all;
  };

  it('takes nothing from a folder whose rules can’t be read, and says so', async () => {
    for (const name of ['.gitignore', '.wikiignore']) {
      const { files, looked } = fileSystem({
        'a.md': '',
        [`docs/${name}`]: unreadable,
        'docs/b.md': '',
        'docs/deep/c.md': '',
        'z.md': '',
      });
      const said = `docs/${name}: ${unreadable} ${unknown}`;
      assert.deepEqual(await problemsIn(files), ['a.md', said, 'z.md']);
      assert.deepEqual(looked, ['', 'docs/']);
      // Also where it is above the one that was chosen
      assert.deepEqual(await problemsIn(files, 'docs/deep'), [said]);
    }
  });

  it('says which folder can’t be read, and takes the others', async () => {
    const { files } = fileSystem({ 'a.md': '', 'docs/b.md': '', 'z.md': '' });
    const entries: typeof files.entries = (uri) =>
      uri === 'docs' ? Promise.resolve(undefined) : files.entries(uri);
    assert.deepEqual(await problemsIn({ ...files, entries }), [
      'a.md',
      'docs/: docs/ can’t be read. Nothing was sent.',
      'z.md',
    ]);
  });

  it('takes no file below a .wikiignore that can’t be read; one that was chosen does not depend on git', async () => {
    const { files } = fileSystem({ '.wikiignore': unreadable, 'docs/a.md': '' });
    assert.equal(await exclusionText('docs/a.md', new FolderRules(files, root)), `${unreadable} ${unknown}`);
    const { files: others } = fileSystem({ '.gitignore': unreadable, 'docs/a.md': '' });
    assert.equal(await exclusionText('docs/a.md', new FolderRules(others, root)), undefined);
  });

  it('takes nothing from a folder with more rules than anybody writes, those above counted, and says so', async () => {
    const rules = (count: number): string => Array.from({ length: count }, (_, at) => `r${at}\n`).join('');
    const { files } = fileSystem({
      '.gitignore': rules(3_000),
      'a/.gitignore': rules(2_500),
      'a/x.md': '',
      'b/.gitignore': rules(1_000),
      'b/y.md': '',
    });
    assert.deepEqual(await problemsIn(files), [
      `a/.gitignore: .gitignore has more than 5,000 rules, with those of the folders above it. ${unknown}`,
      'b/y.md',
    ]);
  });

  it('lets others run while it compares many files with many rules', async () => {
    const names = Array.from({ length: 200 }, (_, at) => [`docs/part-${at % 9}/page-${at}.md`, ''] as const);
    const rules = Array.from({ length: 4_900 }, (_, at) => `rule-${at}/*.tmp\n`).join('');
    const { files } = fileSystem({ ...Object.fromEntries(names), '.gitignore': rules });
    // By what this process computed from one turn to the next: the machine may be busy with others
    let longestMs = 0;
    let since = process.cpuUsage();
    const turn = (): void => {
      const { user, system } = process.cpuUsage(since);
      longestMs = Math.max(longestMs, (user + system) / 1_000);
      since = process.cpuUsage();
    };
    const timer = setInterval(turn, 1);
    try {
      assert.equal((await found(files)).length, 200);
    } finally {
      clearInterval(timer);
    }
    turn();
    assert.ok(longestMs < 60, `${longestMs} ms without a turn`);
  });
});
