import assert from 'node:assert/strict';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const page = (title: string, text = 'Text.'): string => `# ${title}\n\n${text}\n`;

describe('Where a tree may go, by what is allowed', () => {
  let terminal: Terminal;

  beforeEach(async () => {
    terminal = await Terminal.open({
      'docs/index.md': page('Handbook'),
      'docs/sub/index.md': page('Chapter'),
      'docs/sub/leaf.md': page('Leaf'),
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.folders': { docs: { ...guides, layout: 'tree' } },
        'publishToWiki.overwrite': true,
      }),
    });
    const { origin: WIKI_SITE, platformToken: WIKI_PLATFORM_TOKEN } = terminal.wiki;
    const WIKI_ALLOWED_PARENTS = guides.parent;
    const WIKI_ALLOWED_SPACES = guides.space;
    const places = { WIKI_ALLOWED_SPACES, WIKI_ALLOWED_PARENTS };
    Object.assign(terminal.environment, { WIKI_SITE, WIKI_PLATFORM_TOKEN, ...places });
    const { exitCode, out } = await publish();
    assert.deepEqual([exitCode, sent().length], [0, 3], out);
  });
  afterEach(() => terminal.close());

  const publish = (...paths: readonly string[]) => terminal.run('publish', '--state', '.wiki', ...paths);
  const sent = (): readonly string[] =>
    terminal.wiki.requests.map(
      ({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle,
    );

  it('a page below the topmost one is published again, alone too', async () => {
    await terminal.write({ 'docs/sub/leaf.md': page('Leaf', 'Changed.') });
    const all = await publish();
    assert.deepEqual([all.exitCode, sent().slice(3)], [0, ['Leaf']], all.out);
    await terminal.write({ 'docs/sub/leaf.md': page('Leaf', 'Again.'), 'docs/sub/new.md': page('New') });
    const alone = await publish('docs/sub/leaf.md', 'docs/sub/new.md');
    assert.deepEqual([alone.exitCode, sent().slice(4).sort()], [0, ['Leaf', 'New']], alone.out);
  });

  it('nothing goes below a page that is not under what is allowed, which was published before', async () => {
    terminal.environment.WIKI_ALLOWED_PARENTS = '100199';
    await terminal.write({ 'docs/sub/leaf.md': page('Leaf', 'Changed.'), 'docs/sub/new.md': page('New') });
    for (const paths of [[], ['docs/sub/leaf.md', 'docs/sub/new.md']]) {
      const { exitCode, out } = await publish(...paths);
      assert.deepEqual([exitCode, sent().slice(3)], [1, []], out);
      assert.match(out, / {2}docs\/sub\/new\.md .* Its destination is not among those/);
    }
  });

  it('a file that names a parent page of its own is held to that', async () => {
    await terminal.write({ 'docs/sub/new.md': `---\nwiki: { parent: "1" }\n---\n${page('New')}` });
    const { exitCode, out } = await publish();
    assert.deepEqual([exitCode, sent().slice(3)], [1, []], out);
  });
});
