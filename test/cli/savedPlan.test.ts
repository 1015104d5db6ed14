import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const page = (title: string): string =>
  `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\nAbout ${title}.\n`;

describe('A saved plan', () => {
  let terminal: Terminal;

  const saved = (): string => path.join(terminal.folder, 'plan.json');

  beforeEach(async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two') });
    const { exitCode } = await terminal.run('plan', '--save', 'plan.json');
    assert.equal(exitCode, 0);
  });
  afterEach(() => terminal.close());

  it('says what would be sent where, and is published as it is', async () => {
    const { pages } = JSON.parse(await readFile(saved(), 'utf8')) as { pages: Record<string, unknown>[] };
    assert.deepEqual(
      pages.map(({ file, title, parent, overwrite }) => [file, title, parent, overwrite]),
      [
        ['a.md', 'One', guides.parent, false],
        ['b.md', 'Two', guides.parent, false],
      ],
    );
    const { exitCode, out } = await terminal.run('publish', '--plan', 'plan.json');
    assert.deepEqual([exitCode, terminal.wiki.requests.length], [0, 2], out);
  });

  for (const [what, change] of [
    ['another text', () => terminal.write({ 'b.md': page('Two').replace('About', 'Not about') })],
    ['another title', () => terminal.write({ 'b.md': page('Three') })],
    ['another place', () => terminal.write({ 'b.md': page('Two').replace(guides.parent, '100103') })],
    ['a further file', () => terminal.write({ 'c.md': page('Three') })],
    [
      'a forged plan',
      async () =>
        writeFile(
          saved(),
          (await readFile(saved(), 'utf8')).replace('"overwrite": false', '"overwrite": true'),
        ),
    ],
  ] as const) {
    it(`that is not of now is refused before anything is sent: ${what}`, async () => {
      await change();
      const { exitCode, err } = await terminal.run('publish', '--plan', 'plan.json');
      assert.equal(exitCode, 2);
      assert.match(
        err,
        /^Nothing was sent: since the plan was saved, something changed in [abc]\.md\. Plan again\.\n$/,
      );
      assert.equal(terminal.wiki.requests.length, 0);
    });
  }

  it('sends no text that nobody has seen, though it is written while others are sent', async () => {
    await terminal.write({ 'c.md': page('Three') });
    assert.equal((await terminal.run('plan', '--save', 'plan.json')).exitCode, 0);
    terminal.wiki.script({ do: 'stall' });
    const running = terminal.run('publish', '--plan', 'plan.json', '--concurrency', '1');
    while (terminal.wiki.stalled === 0) {
      await delay(10);
    }
    await terminal.write({ 'c.md': page('Three').replace('About', 'Not about') });
    terminal.wiki.release();
    const { exitCode, out } = await running;
    assert.deepEqual([exitCode, terminal.wiki.requests.length], [1, 2], out);
    assert.match(out, /c\.md.*Its text is another one than the plan has\. Plan again\./s);
    assert.equal((await terminal.run('plan', '--save', 'plan.json', 'c.md')).exitCode, 0);
    const next = await terminal.run('publish', '--plan', 'plan.json', 'c.md');
    assert.deepEqual(
      [next.exitCode, terminal.wiki.pages.findPage('1001', guides.parent, 'Three')?.version],
      [0, 1],
      next.out,
    );
  });

  it('of which no file is left is refused too', async () => {
    await Promise.all(['a.md', 'b.md'].map((name) => rm(path.join(terminal.folder, name))));
    const { exitCode, err } = await terminal.run('publish', '--plan', 'plan.json', '--allow-empty');
    assert.equal(exitCode, 2);
    assert.match(err, /^Nothing was sent: since the plan was saved, something changed in a\.md and b\.md\./);
  });

  it('that is none, or not there, is refused', async () => {
    for (const text of ['', '[]', '{"version": 2, "pages": []}', '{"version": 1, "pages": [1]}']) {
      await writeFile(saved(), text);
      const { exitCode, err } = await terminal.run('publish', '--plan', 'plan.json');
      assert.deepEqual([exitCode, err], [2, 'The file of --plan is no plan that “plan --save” wrote.\n']);
    }
    const { exitCode, err } = await terminal.run('publish', '--plan', 'none.json');
    assert.deepEqual([exitCode, err], [2, 'The file of --plan can’t be read (ENOENT).\n']);
    assert.equal(terminal.wiki.requests.length, 0);
  });

  it('hides a token that came from a file, wherever it is said', async () => {
    const token = terminal.environment.WIKI_API_TOKEN ?? '';
    delete terminal.environment.WIKI_API_TOKEN;
    await terminal.write({ 'token.txt': `${token}\n` });
    const body = JSON.stringify({ body: `Error: ${token}` });
    terminal.wiki.script({ do: 'answer', status: 400, body });
    const { out, err } = await terminal.run('publish', 'a.md', '--token-file', 'token.txt');
    assert.ok(!`${out}${err}`.includes(token), out);
  });
});
