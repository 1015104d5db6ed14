import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const page = (title: string, more = ''): string =>
  `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}"${more} }\n---\n# ${title}\n\nAbout ${title}.\n`;

describe('Publishing from a terminal', () => {
  let terminal: Terminal;

  afterEach(() => terminal.close());

  const titles = (): string[] =>
    terminal.wiki.requests
      .map(({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle)
      .sort();
  const pageOf = (title: string) => terminal.wiki.pages.findPage(guides.space, guides.parent, title);

  it('plans what it would do and sends nothing, then does it', async () => {
    terminal = await Terminal.open({ 'docs/a.md': page('One'), 'docs/b.md': page('Two') });
    const planned = await terminal.run('plan', 'docs');
    assert.deepEqual(
      [planned.exitCode, planned.out],
      [
        0,
        [
          '  New, unless it is there  docs/a.md  One → page 100102 in space 1001 (space and parent page from front matter)',
          '  New, unless it is there  docs/b.md  Two → page 100102 in space 1001 (space and parent page from front matter)',
          `Folder: ${terminal.folder}`,
          'Plan: 2 new\n',
        ].join('\n'),
      ],
    );
    assert.equal(terminal.wiki.requests.length, 0);
    const { exitCode, out, err } = await terminal.run('publish', 'docs');
    assert.equal(exitCode, 0, err);
    assert.match(out, /2 pages were published\.\n$/);
    assert.deepEqual(titles(), ['One', 'Two']);
  });

  it('tells where a page goes by its place alone, whatever its title is', async () => {
    terminal = await Terminal.open({ 'a.md': page('In → Out'), 'b.md': `${page('Blocked')}<!-- open\n` });
    const { out } = await terminal.run('plan', '--format', 'json');
    const { findings } = JSON.parse(out) as { findings: { title: string; destination?: string }[] };
    assert.deepEqual(findings.map(({ title, destination }) => [title, destination]).sort(), [
      ['Blocked', undefined],
      ['In → Out', 'page 100102 in space 1001'],
    ]);
  });

  it('shortens what the wiki says, and never the way on', async () => {
    const file = 'docs/one.md';
    terminal = await Terminal.open({ [file]: page('One') });
    const { wiki } = terminal;
    wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'One',
      content: 'Theirs.',
    });
    const body = JSON.stringify({ body: `This page exists: ${'because '.repeat(100)}` });
    for (const format of ['text', 'github', 'gitlab', 'json']) {
      wiki.script({ do: 'answer', status: 400, body });
      const { out, exitCode } = await terminal.run('publish', '--format', format);
      assert.equal(exitCode, 1);
      assert.match(out, /because [a-z]*…/);
      assert.match(
        out,
        /To replace it, write “overwrite: true” in its front matter, or publish it with --take-over\./,
      );
    }
  });

  it('says what names each part of a destination, and the folder whose settings hold', async () => {
    const book = { space: guides.space, parent: guides.parent, layout: 'tree' };
    terminal = await Terminal.open({
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.space': guides.space,
        'publishToWiki.folders': { book },
      }),
      'docs/a.md': page('One'),
      'docs/b.md': `---\ntitle: Second\nwiki: { parent: "${guides.parent}" }\n---\nText.\n`,
      'book/index.md': '# Book\n\nText.\n',
    });
    const { out } = await terminal.run('plan', 'docs', 'book', '--root', '.');
    const said = new Map(
      out.split('\n').map((line) => [/\S+\.md/.exec(line)?.[0], /\(.*\)$/.exec(line)?.[0]] as const),
    );
    assert.equal(said.get('docs/a.md'), '(space and parent page from front matter)');
    assert.equal(
      said.get('docs/b.md'),
      '(space from .vscode/settings.json, parent page from front matter, title from front matter)',
    );
    assert.equal(said.get('book/index.md'), '(space and parent page from .vscode/settings.json)');
    const { findings, root } = JSON.parse(
      (await terminal.run('plan', 'docs/b.md', '--format', 'json')).out,
    ) as {
      findings: { origins: object }[];
      root: string;
    };
    assert.deepEqual(
      [findings[0]?.origins, root],
      [{ space: '.vscode/settings.json', parent: 'front matter', title: 'front matter' }, terminal.folder],
    );
  });

  it('replaces no page of others, and one whose file says so only inside what is allowed', async () => {
    terminal = await Terminal.open({ 'a.md': page('Theirs'), 'b.md': page('Ours', ', overwrite: true') });
    for (const title of ['Theirs', 'Ours']) {
      terminal.wiki.pages.createPage({
        spaceId: guides.space,
        parentId: guides.parent,
        title,
        content: 'Before.',
      });
    }
    const first = await terminal.run('publish');
    assert.equal(first.exitCode, 1);
    assert.deepEqual(titles().sort(), ['Ours', 'Theirs']);
    assert.deepEqual([pageOf('Theirs')?.content, pageOf('Ours')?.content], ['Before.', 'Before.']);
    assert.match(first.out, /Failed {2}b\.md .* Set WIKI_ALLOWED_SPACES: without it, no page is replaced/);
    terminal.environment.WIKI_ALLOWED_SPACES = guides.space;
    terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
    const second = await terminal.run('publish', 'b.md');
    assert.deepEqual([second.exitCode, pageOf('Theirs')?.content], [0, 'Before.']);
    assert.match(pageOf('Ours')?.content ?? '', /About Ours/);
  });

  it('sends nothing to a place that is not allowed', async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two').replace(guides.parent, '1') });
    terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
    const { exitCode, out } = await terminal.run('publish');
    assert.equal(exitCode, 1);
    assert.match(out, /b\.md {2}Two → page 1 in space 1001 {2}Its destination is not among those/);
    assert.deepEqual(titles(), ['One']);
    // There is no terminal, so it is as in CI
    terminal.environment.WIKI_ALLOWED_SPACES = '';
    const unset = await terminal.run('publish');
    assert.deepEqual([unset.exitCode, unset.err], [2, 'WIKI_ALLOWED_SPACES is not set.\n']);
    terminal.environment.WIKI_ALLOWED_SPACES = guides.space;
    terminal.environment.WIKI_ALLOWED_ORIGINS = 'https://wiki.example';
    const other = await terminal.run('publish');
    assert.equal(other.exitCode, 2);
    assert.match(other.err, /is not in WIKI_ALLOWED_ORIGINS\. Nothing was sent\./);
    assert.equal(terminal.wiki.requests.length, 1);
  });

  it('sends no platform token to a site that is not allowed', async () => {
    terminal = await Terminal.open({ 'a.md': page('One') });
    const { wiki, environment } = terminal;
    const elsewhere = await Terminal.open({});
    Object.assign(environment, {
      WIKI_ALLOWED_ORIGINS: wiki.origin,
      WIKI_PLATFORM_TOKEN: wiki.platformToken,
      WIKI_SITE: elsewhere.wiki.origin,
    });
    for (const command of ['plan', 'publish']) {
      const { exitCode, err } = await terminal.run(command);
      const said = `${elsewhere.wiki.origin} is not in WIKI_ALLOWED_ORIGINS. Nothing was sent.\n`;
      assert.deepEqual([exitCode, err], [2, said]);
    }
    assert.equal(elsewhere.wiki.connections + wiki.requests.length, 0);
    environment.WIKI_ALLOWED_ORIGINS = `${wiki.origin}, ${elsewhere.wiki.origin}`;
    assert.equal((await terminal.run('plan')).exitCode, 0);
    await elsewhere.close();
  });

  it('takes a parent page for the same however many zeros its ID begins with', async () => {
    terminal = await Terminal.open({
      'a.md': page('One').replace(guides.parent, `0${guides.parent}`),
      'b.md': page('One'),
      'c.md': page('Two').replace(guides.parent, `00${guides.parent}`),
    });
    terminal.environment.WIKI_ALLOWED_PARENTS = `0${guides.parent}`;
    const both = await terminal.run('publish', 'a.md', 'b.md');
    assert.deepEqual([both.exitCode, titles()], [1, []], both.out);
    assert.equal((await terminal.run('publish', 'c.md')).exitCode, 0);
    assert.ok(terminal.wiki.pages.findPage(guides.space, guides.parent, 'Two'));
  });

  it('refuses a number as the ID of a folder’s place, as it does elsewhere', async () => {
    terminal = await Terminal.open({
      'docs/a.md': '# One\n\nText.\n',
      '.vscode/settings.json': `{ "publishToWiki.space": "${guides.space}", "publishToWiki.parent": "${guides.parent}",
        "publishToWiki.folders": { "docs": { "parent": 100103 } } }`,
    });
    for (const command of ['check', 'plan', 'publish']) {
      const { exitCode, err } = await terminal.run(command, 'docs');
      assert.deepEqual(
        [exitCode, err.endsWith(': parent is a number. Write the ID in quotation marks.\n')],
        [2, true],
      );
    }
    assert.equal(terminal.wiki.requests.length, 0);
  });

  it('leaves out what would have a dead link, where that is an error, and says so', async () => {
    const linked = (title: string, to: string): string => `${page(title)}\n[next](${to})\n`;
    terminal = await Terminal.open({
      '.vscode/settings.json': '{ "publishToWiki.problems": { "links": "error" } }',
      'a.md': linked('One', 'b.md'),
      'b.md': linked('Two', 'c.md'),
      'c.md': page('Three').replace(guides.parent, '1'),
      'd.md': page('Four'),
    });
    terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
    for (const command of ['plan', 'publish']) {
      const { exitCode, out } = await terminal.run(command);
      assert.equal(exitCode, 1);
      for (const [file, to] of [
        ['a.md', 'b.md'],
        ['b.md', 'c.md'],
      ]) {
        assert.match(out, new RegExp(`Blocked +${file} .*The link to “${to}” leads nowhere in the wiki`));
      }
    }
    assert.deepEqual(titles(), ['Four']);
  });

  it('takes places from the settings that a folder shares, and no connection', async () => {
    terminal = await Terminal.open({
      'a.md': '# One\n\nText.\n',
      '.vscode/settings.json': `{
        // Shared
        "publishToWiki.space": "${guides.space}",
        "publishToWiki.parent": "${guides.parent}",
        "publishToWiki.connections": [{ "name": "Mine", "endpoint": "https://evil.example/import" }],
      }`,
    });
    const { exitCode } = await terminal.run('publish');
    assert.deepEqual([exitCode, titles()], [0, ['One']]);
    await terminal.write({ '.vscode/settings.json': '{\n  "publishToWiki.space": \n}' });
    const broken = await terminal.run('plan');
    assert.deepEqual([broken.exitCode, broken.err], [2, '.vscode/settings.json:3:1: ValueExpected\n']);
  });

  it('publishes a folder as a tree where a platform token finds its pages', async () => {
    terminal = await Terminal.open({
      'docs/README.md': '# Handbook\n\n[Start](start.md)\n',
      'docs/start.md': '# Start\n\nText.\n',
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.folders': { docs: { ...guides, layout: 'tree' } },
      }),
    });
    const { wiki } = terminal;
    const without = await terminal.run('plan');
    assert.equal(without.exitCode, 1);
    assert.match(
      without.out,
      /It goes under docs\/README\.md\. Finding that page needs WIKI_SITE and WIKI_PLATFORM_TOKEN\./,
    );
    Object.assign(terminal.environment, {
      WIKI_SITE: wiki.origin,
      WIKI_PLATFORM_TOKEN: `${wiki.platformToken}\n`,
    });
    const { exitCode, out, err } = await terminal.run('publish');
    assert.equal(exitCode, 0, `${err}${out}`);
    assert.match(out, /2 pages were published\./);
    const handbook = pageOf('Handbook');
    assert.ok(handbook && wiki.pages.findPage(guides.space, handbook.id, 'Start'));
    assert.match(handbook.content, /\[Start\]\(http/);
  });

  it('ends with 3 when the token is refused or has expired, and with 4 when nobody answers', async () => {
    terminal = await Terminal.open({ 'a.md': page('One') });
    const { environment, wiki } = terminal;
    const good = environment.WIKI_API_TOKEN ?? '';
    environment.WIKI_API_TOKEN = await wiki.createToken({
      issuedAt: Date.now() - 9e7,
      expiresAt: Date.now() - 1e6,
    });
    const expired = await terminal.run('publish');
    assert.deepEqual([expired.exitCode, wiki.requests.length], [3, 0]);
    assert.match(expired.out, /^The API token expired on .*\. Nothing was sent\.\n$/);
    assert.equal((await terminal.run('token')).exitCode, 3);
    environment.WIKI_API_TOKEN = good;
    assert.deepEqual((await terminal.run('token', '--min-days', '30')).exitCode, 3);
    assert.deepEqual((await terminal.run('token', '--min-days', '7')).exitCode, 0);
    assert.equal((await terminal.run('test')).exitCode, 0);
    terminal.wiki.script({ do: 'answer', status: 500, body: '{"body":"Broken."}' });
    assert.equal((await terminal.run('test')).exitCode, 4);
    const refusal = { 'content-type': 'application/json' };
    wiki.script({ do: 'answer', status: 401, body: '{"body":"No."}', headers: refusal });
    assert.equal((await terminal.run('publish')).exitCode, 3);
    environment.WIKI_IMPORT_ENDPOINT = wiki.importEndpoint.replace(/:\d+/, ':9');
    assert.equal((await terminal.run('test')).exitCode, 4);
  });

  it('ends with 4 where a single page does not reach the wiki', async () => {
    terminal = await Terminal.open({ 'a.md': page('One') });
    terminal.environment.WIKI_IMPORT_ENDPOINT = 'http://127.0.0.1:1/import';
    const { exitCode, out } = await terminal.run('publish');
    assert.equal(exitCode, 4, out);
  });

  it('sends nothing more to a page that is not there, and what goes elsewhere', async () => {
    const lost = (title: string): string => page(title).replace('100102', '999999');
    terminal = await Terminal.open({ 'a.md': lost('A'), 'b.md': lost('B'), 'c.md': page('C') });
    const { exitCode, out } = await terminal.run('publish', '--concurrency', '1');
    assert.equal(exitCode, 1, out);
    assert.deepEqual(titles(), ['A', 'C']);
  });

  it('takes a token from standard input, and none among its arguments', async () => {
    terminal = await Terminal.open({ 'a.md': page('One') });
    const { WIKI_API_TOKEN: token = '', ...others } = terminal.environment;
    terminal.environment = others;
    const missing = await terminal.run('publish');
    assert.deepEqual([missing.exitCode, missing.err], [2, 'WIKI_API_TOKEN is not set.\n']);
    const argument = await terminal.run('publish', token);
    assert.equal(argument.exitCode, 2);
    assert.match(argument.err, /looks like a token/);
    assert.ok(!argument.err.includes(token));
    const { exitCode } = await terminal.begin(['publish', '--token-file', '-'], token).ended;
    assert.deepEqual([exitCode, titles()], [0, ['One']]);
  });

  it('publishes no pull request, and no document that names another connection', async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two', ', connection: Other') });
    const named = await terminal.run('publish');
    assert.equal(named.exitCode, 2);
    assert.match(
      named.err,
      /b\.md names the connection Other\. Say with --connection what this one is called\./,
    );
    const { exitCode, out } = await terminal.run('publish', '--connection', 'This');
    assert.deepEqual([exitCode, titles()], [0, ['One']]);
    assert.match(out, /The page was published.*Left out, since they name another connection: 1 file\./s);
    const planned = await terminal.run('plan', '--connection', 'This');
    assert.match(planned.out, /Left out, since they name another connection: 1 file\./);
    for (const [command, said] of [
      ['publish', 'Nothing was sent.'],
      ['plan', 'Plan: 0 files'],
    ] as const) {
      const others = await terminal.run(command, '--connection', 'This', 'b.md');
      assert.deepEqual([others.exitCode, others.err], [0, '']);
      assert.ok(
        others.out.endsWith(`${said} Left out, since they name another connection: 1 file.\n`),
        others.out,
      );
    }
    terminal.environment.GITHUB_EVENT_NAME = 'pull_request_target';
    const refused = await terminal.run('publish', '--connection', 'This');
    assert.deepEqual([refused.exitCode, terminal.wiki.requests.length], [2, 1]);
    Object.assign(terminal.environment, { GITHUB_EVENT_NAME: '', CI_PIPELINE_SOURCE: 'merge_request_event' });
    const merging = await terminal.run('publish', '--connection', 'This');
    assert.deepEqual([merging.exitCode, merging.err, terminal.wiki.requests.length], [2, refused.err, 1]);
    Object.assign(terminal.environment, { CI_PIPELINE_SOURCE: 'parent_pipeline', CI_MERGE_REQUEST_IID: '5' });
    const child = await terminal.run('publish', '--connection', 'This');
    assert.deepEqual([child.exitCode, child.err, terminal.wiki.requests.length], [2, refused.err, 1]);
  });

  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`lets what is under way finish at ${name}, and leaves nothing behind`, async () => {
      const files = Array.from({ length: 9 }, (_, at) => [`${at}.md`, page(`Page ${at}`)] as const);
      terminal = await Terminal.open(Object.fromEntries(files));
      const { wiki } = terminal;
      wiki.script(...Array.from({ length: 2 }, () => ({ do: 'stall', processed: true }) as const));
      const { ended, signal } = terminal.begin(['publish', '--concurrency', '2']);
      while (wiki.stalled < 2) {
        await delay(20);
      }
      signal(name);
      await delay(200);
      wiki.release();
      const { exitCode, out, err } = await ended;
      assert.equal(exitCode, code, out);
      assert.match(out, /2 of 9 pages were published: 7 not sent\. Cancelled\.\n$/);
      assert.equal(
        err.split('\n').filter((line) => / of 9 pages · Published · \w\.md$/.test(line)).length,
        2,
      );
      assert.equal(wiki.requests.length, 2);
      assert.deepEqual(await readdir(terminal.temporary), []);
    });
  }
});
