import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Run } from '../../../src/core/plan/run.js';
import MarkdownIt from 'markdown-it';
import { runNotice } from '../../../src/core/plan/runReport.js';
import { hasOpenLinks, type FileState } from '../../../src/core/plan/fileOutcome.js';
import { removeFolder } from '../../host/folders.js';
import type { Wiki } from '../../wiki/wiki.js';
import { LinkedFolder } from './linkedFolder.js';

const markdown = new MarkdownIt({ html: true });

/** Where the links of a page lead, in their order. */
function linksOf(content: string): readonly string[] {
  return Array.from(markdown.render(content).matchAll(/href=["']?([^"'>]+)/g), ([, to = '']) => to);
}

describe('Links between the pages of a run', () => {
  let wiki: Wiki;
  let docs: LinkedFolder;

  beforeEach(async () => {
    docs = await LinkedFolder.open();
    ({ wiki } = docs);
  });
  afterEach(() => docs.close());

  const write: LinkedFolder['write'] = (files) => docs.write(files);
  const kindOf = (state: FileState): string =>
    hasOpenLinks(state) ? 'links open' : typeof state === 'string' ? state : state.kind;
  const kinds = (run: Run): readonly string[] => run.files.map((_file, index) => kindOf(run.state(index)));
  const messageOf = (run: Run, index: number): string => {
    const state = run.state(index);
    return typeof state === 'string' ? state : state.message;
  };
  const linksIn = (title: string): readonly string[] => linksOf(docs.page(title).content);
  const three = {
    'a.md': '# A\n\nTo [B](b.md) and [C](c.md).\n',
    'b.md': '# B\n\nTo [A](a.md).\n',
    'c.md': '# C\n\nTo nobody.\n',
  };

  it('lead to their pages after one run of 200 files with 1,000 links, and a second run sends nothing', async function () {
    this.timeout(120_000);
    await docs.trust();
    const count = 200;
    const pathOf = (index: number): string => `part-${index % 7}/page ${index}.md`;
    const targets = new Map<string, readonly string[]>();
    for (let index = 0; index < count; index++) {
      const to = [1, 7, 14, 50, 133].map((step) => (index * 3 + step) % count);
      const paths = to.map((each) => `../part-${each % 7}/page%20${each}.md`);
      const [inline, reference, html, anchored, bracketed] = paths;
      write({
        [pathOf(index)]: [
          `# Page ${index}\n\n- > [one](${inline})\n\n[two][2] <a href="${html}">three</a>\n`,
          `| a |\n| - |\n| [four](${anchored}?raw=1#some-heading) |\n`,
          `[five](<${bracketed?.replace('%20', ' ')}> "title")\n\n[2]: ${reference}\n`,
        ].join('\n'),
      });
      const [one = 0, two = 0, three = 0, four = 0, five = 0] = to;
      targets.set(
        `Page ${index}`,
        [one, two, three, four, five].map((each) => `Page ${each}`),
      );
    }
    const plan = await docs.plan();
    assert.equal(await docs.twice(plan), count);
    const run = await docs.publish(plan);
    assert.ok(run.isComplete);
    let links = 0;
    for (const [title, to] of targets) {
      assert.deepEqual(
        linksIn(title),
        to.map((each) => docs.addressOf(each)),
      );
      links += to.length;
    }
    assert.equal(links, 1_000);
    assert.equal(wiki.requests.length, 2 * count);
    assert.ok([...targets.keys()].every((title) => docs.page(title).version === 2));
    const again = await docs.plan();
    assert.ok(again.rows.every(({ status }) => status.kind === 'unchanged'));
    assert.equal(await docs.twice(again), 0);
    assert.ok((await docs.publish(again)).isComplete);
    assert.equal(wiki.requests.length, 2 * count);
  });

  it('send only those once more whose links lead to pages of the run', async () => {
    await docs.trust();
    write(three);
    // The count is the same while the person still has to say where the pages go.
    assert.equal(await docs.twice(await docs.plan(undefined, {})), 2);
    const plan = await docs.plan();
    assert.equal(await docs.twice(plan), 2);
    await docs.publish(plan);
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
    assert.deepEqual(linksIn('B'), [docs.addressOf('A')]);
    assert.deepEqual(
      ['A', 'B', 'C'].map((title) => docs.page(title).version),
      [2, 2, 1],
    );
    // What is known by now needs no second send
    write({ 'd.md': '# D\n\n[A](a.md), [me](d.md#top)\n', 'c.md': '# C\n\n[A](a.md)\n' });
    const more = await docs.plan();
    assert.equal(await docs.twice(more), 1);
    await docs.publish(more);
    assert.deepEqual(linksIn('D'), [docs.addressOf('A'), docs.addressOf('D')]);
    assert.deepEqual(linksIn('C'), [docs.addressOf('A')]);
    assert.deepEqual(
      ['A', 'B', 'C', 'D'].map((title) => docs.page(title).version),
      [2, 2, 2, 2],
    );
  });

  it('lead to the heading, as the wiki calls it', async () => {
    await docs.trust();
    write({
      'a.md':
        '# A\n\n[b](b.md#set-up-the-server) [c](b.md#a--b-1) [d](b.md#nowhere) [b](b.md#b) [a](#x) [x](a.md#x)\n\n## X\n',
      'b.md': '# B\n\n## Set *up* the `server`\n\n### A & B\n\n> ### A & B\n',
    });
    await docs.publish();
    const [a, b] = [docs.addressOf('A'), docs.addressOf('B')];
    assert.deepEqual(linksIn('A'), [`${b}#Set-up-the-server`, `${b}#A-%26-B.1`, b, b, '#X', `${a}#X`]);
  });

  it('lead to the same pages in a clone, which is asked about once', async () => {
    await docs.trust();
    write(three);
    await docs.publish();
    const clone = 'file:///elsewhere/docs/';
    Object.assign(docs, { root: clone, workspace: clone });
    const sectionsOf = async () => (await docs.plan()).rows.map(({ status }) => status.kind);
    assert.deepEqual(await sectionsOf(), ['others', 'others', 'others']);
    assert.deepEqual((await docs.plan()).initiallyChecked, new Set());
    write({ 'a.md': `${three['a.md']}More.\n` });
    const plan = await docs.plan(['a.md']);
    const [row] = plan.rows;
    assert.ok(row);
    const agreed = plan.choose([row], 'replace');
    await docs.run(new Run(agreed.runFiles(new Set([row.file.uri]))));
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
    assert.equal(docs.page('A').version, 3);
    assert.deepEqual(await sectionsOf(), ['unchanged', 'unchanged', 'unchanged']);
  });

  it('stay as they are without a platform token: nothing is looked up, nothing is sent twice', async () => {
    write(three);
    const plan = await docs.plan();
    assert.equal(await docs.twice(plan), 0);
    assert.ok((await docs.publish(plan)).isComplete);
    assert.deepEqual(linksIn('A'), ['b.md', 'c.md']);
    assert.equal(wiki.requests.length, 3);
    assert.equal(wiki.lookups.length, 0);
    assert.ok((await docs.plan()).rows.every(({ status }) => status.kind === 'unchanged'));
  });

  it('wait for an answer where somebody changed the page between its two sends', async () => {
    await docs.trust();
    write(three);
    await docs.publish();
    write({ 'a.md': '# A\n\nTo [B](b.md) and [D](d.md).\n', 'd.md': '# D\n\nText.\n' });
    docs.beforeLookUp = () => {
      // The second of the clocks’ tolerance is long over
      wiki.pages.edit(docs.page('A'), { content: 'Theirs.' });
      Object.assign(docs.page('A'), { updatedAt: Date.now() + 60_000 });
    };
    const run = await docs.publish();
    assert.deepEqual([...kinds(run)].sort(), ['links open', 'published']);
    assert.equal(docs.page('A').content, 'Theirs.');
    const [at] = run.files.flatMap(({ path }, index) => (path === 'a.md' ? [index] : []));
    assert.match(
      messageOf(run, at ?? 0),
      /^The page was published, but .* “A” was changed in the wiki by “Mara Lind”/,
    );
    assert.deepEqual(docs.left(run), ['a.md']);
  });

  it('say what the person has to decide first, where the file has another title by then', async () => {
    await docs.trust();
    write(three);
    docs.beforeLookUp = () => write({ 'a.md': '# Another\n\nTo [B](b.md).\n' });
    const run = await docs.publish();
    assert.deepEqual(kinds(run), ['links open', 'published', 'published']);
    assert.match(messageOf(run, 0), /^The page was published, but .* The file has a different title now: /);
    assert.equal(docs.page('A').version, 1);
    assert.deepEqual(docs.left(run), ['a.md']);
  });

  it('are what is left when the run is cancelled before they are sent', async () => {
    await docs.trust();
    write(three);
    docs.beforeLookUp = (run) => run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    const run = await docs.publish();
    assert.deepEqual(kinds(run), ['links open', 'links open', 'published']);
    assert.match(messageOf(run, 0), /Cancelled\.$/);
    assert.equal(wiki.requests.length, 3);
    docs.beforeLookUp = () => undefined;
    const resumed = await docs.run(await docs.rest(run));
    assert.ok(resumed.isComplete);
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
    assert.equal(wiki.requests.length, 5);
  });

  it('are left when the run is cancelled while the last page is sent, and sent when it is resumed', async () => {
    await docs.trust();
    write(three);
    docs.concurrency = 1;
    wiki.script({ do: 'process' }, { do: 'process' }, { do: 'stall' });
    const run = await docs.newRun();
    const running = docs.run(run);
    while (wiki.requests.length < 3) {
      await delay(5);
    }
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    wiki.release();
    await running;
    assert.deepEqual([kinds(run), run.isComplete], [['links open', 'links open', 'published'], false]);
    assert.ok((await docs.run(await docs.rest(run))).isComplete);
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
  });

  it('are sent when a run is resumed that had published them before the others', async () => {
    await docs.trust();
    write(three);
    docs.concurrency = 1;
    wiki.script({ do: 'process' }, { do: 'answer', status: 401, body: '{"body":"Error: Unauthorized."}' });
    const run = await docs.publish();
    assert.deepEqual(kinds(run), ['published', 'failed', 'not sent']);
    assert.deepEqual(linksIn('A'), ['b.md', 'c.md']);
    assert.ok((await docs.run(await docs.rest(run))).isComplete);
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
    assert.deepEqual(linksIn('B'), [docs.addressOf('A')]);
  });

  it('leave a page unknown whose second send has no answer', async () => {
    await docs.trust();
    write(three);
    docs.concurrency = 1;
    const process = { do: 'process' } as const;
    wiki.script(process, process, process, { do: 'cutAnswer', afterBytes: 0 });
    const run = await docs.publish();
    assert.deepEqual(kinds(run), ['unknown', 'published', 'published']);
    const [row] = (await docs.plan(['a.md'])).rows;
    assert.equal(row?.decision?.effect.kind, 'unknown');
    assert.ok((await docs.run(await docs.rest(run))).isComplete);
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
  });

  it('leave a page published whose second send is refused: it says so, and is what is left', async () => {
    await docs.trust();
    write(three);
    docs.concurrency = 1;
    const process = { do: 'process' } as const;
    const refuse = { do: 'answer', status: 400, body: '{"body":"No."}' } as const;
    wiki.script(process, process, process, refuse, refuse);
    const run = await docs.publish();
    assert.deepEqual(kinds(run), ['links open', 'links open', 'published']);
    assert.match(messageOf(run, 0), /^The page was published, but .* “No\.”/);
    const { severity, text, actions } = runNotice(run);
    assert.equal(text, '3 pages were published. Links of 2 pages to new pages lead nowhere yet.');
    assert.deepEqual([severity, actions[0]], ['warning', 'resume']);
    const resumed = await docs.run(await docs.rest(run));
    assert.ok(resumed.isComplete);
    assert.equal(runNotice(resumed).text, '3 pages were published.');
    assert.deepEqual(linksIn('A'), [docs.addressOf('B'), docs.addressOf('C')]);
  });

  it('are not sent once more after the token has expired', async () => {
    await docs.trust();
    write(three);
    docs.beforeLookUp = () => (docs.now = () => Date.now() + 40 * 24 * 3_600_000);
    const run = await docs.publish();
    assert.deepEqual(kinds(run), ['links open', 'links open', 'published']);
    assert.equal(run.stopReason?.kind, 'token');
    assert.match(messageOf(run, 0), /^The page was published, but .* The API token expired on /);
    assert.match(messageOf(run, 1), /^The page was published, but .* The API token expired on /);
    assert.equal(wiki.requests.length, 3);
    assert.deepEqual(docs.left(run), ['a.md', 'b.md']);
  });

  it('lead nowhere that a lying platform names', async () => {
    await docs.trust();
    write(three);
    for (const webui of [
      'https://evil.example/a',
      '//evil.example/a',
      'javascript:alert(1)',
      'https://u:p@127.0.0.1/a',
    ]) {
      wiki.spoilLookups((path) => {
        const title = new URL(path, wiki.origin).searchParams.get('title');
        const page = title === null ? undefined : docs.page(title);
        const told = page && { ...page, version: { number: page.version }, _links: { webui } };
        return (
          page && {
            status: 200,
            body: JSON.stringify({ results: [told], _links: { base: 'https://evil.example' } }),
          }
        );
      });
      assert.ok((await docs.publish()).isComplete);
      assert.deepEqual(linksIn('A'), ['b.md', 'c.md'], webui);
      assert.ok(['A', 'B', 'C'].every((title) => docs.page(title).version === 1));
      for (const title of ['A', 'B', 'C']) {
        wiki.pages.deletePage(docs.page(title).id);
      }
      await removeFolder(docs.folder);
      docs = new LinkedFolder(wiki, docs.folder);
      await docs.trust();
      write(three);
    }
  });

  it('stay as they are when nothing is told of the pages', async () => {
    await docs.trust();
    write(three);
    wiki.spoilLookups(() => ({ status: 500 }));
    const run = await docs.publish();
    assert.ok(run.isComplete);
    assert.match(messageOf(run, 0), /created/);
    assert.equal(wiki.requests.length, 3);
  });
});
