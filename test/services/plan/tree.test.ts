import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Plan } from '../../../src/core/plan/plan.js';
import { Run } from '../../../src/core/plan/run.js';
import { Secret } from '../../../src/core/text/secret.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { TreeOnDisk, writeFiles } from './treeOnDisk.js';

const page = (title: string, more = ''): string => `${more}# ${title}\n\nAbout ${title}.\n`;

describe('A folder as a tree', () => {
  let wiki: Wiki;
  let folder: string;
  let memory: string;
  let tree: TreeOnDisk;

  beforeEach(async () => {
    wiki = await startWiki();
    folder = await temporaryFolder('tree');
    memory = await temporaryFolder('tree-memory');
    tree = new TreeOnDisk(wiki, folder, memory);
    await writeFiles(folder, {
      'README.md': page('Home'),
      'start.md': page('Start'),
      'api/index.md': page('API'),
      'api/README.md': page('About the API'),
      'api/auth.md': page('Auth'),
      'api/v2/readme.md': page('Version 2'),
      'api/v2/limits.md': page('Limits'),
      'plain/deep/one.md': page('One'),
    });
  });
  afterEach(async () => {
    await wiki.close();
    await removeFolder(folder);
    await removeFolder(memory);
  });

  const withToken = () => tree.tokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
  /** The pages that were made, each with the titles above it. */
  const made = (): string[] => {
    const above = (id: string | undefined): string => {
      const found = id === undefined ? undefined : wiki.pages.page(id);
      return found === undefined || found.id === '100102' ? '' : `${above(found.parentId)}${found.title}/`;
    };
    return wiki.pages.pages
      .filter(({ id }) => Number(id) > 200_000)
      .map(({ id }) => above(id))
      .sort();
  };
  const whole = [
    'Home/',
    'Home/API/',
    'Home/API/About the API/',
    'Home/API/Auth/',
    'Home/API/Version 2/',
    'Home/API/Version 2/Limits/',
    'Home/One/',
    'Home/Start/',
  ];
  const sections = (plan: Plan): Record<string, string> =>
    Object.fromEntries(plan.rows.map(({ file, status }) => [file.path, status.kind]));
  const ends = (run: Run): Record<string, string> =>
    Object.fromEntries(
      run.files.map(({ path: file }, index) => {
        const state = run.state(index);
        return [file, typeof state === 'string' ? state : `${state.kind}: ${state.message}`];
      }),
    );
  const published = 'published: Success: The page was created.';

  it('is flat unless it is said to be one', async () => {
    tree.settings.folders = {};
    await withToken();
    await tree.run(await tree.plan());
    assert.equal(made().length, 8);
    assert.ok(made().every((each) => each.split('/').length === 2));
    assert.ok(wiki.lookups.every(({ path: asked }) => !asked.includes('title=')));
  });

  for (const concurrency of [1, 4, 10]) {
    it(`becomes one, parents before children, ${concurrency} at a time`, async () => {
      await withToken();
      const plan = await tree.plan();
      assert.ok(plan.rows.every(({ status }) => status.kind === 'new'));
      const run = await tree.run(plan, {}, concurrency);
      assert.ok(run.isComplete, JSON.stringify(ends(run)));
      assert.deepEqual(made(), whole);
      assert.equal(wiki.requests.length, 8);
      assert.ok(wiki.requests.every(({ body }) => !body.toString().includes('"parentId":"0"')));
    });
  }

  it('has nothing to publish the second time, and keeps its places', async () => {
    await withToken();
    await tree.run(await tree.plan());
    const again = await tree.plan();
    assert.ok(Object.values(sections(again)).every((section) => section === 'unchanged'));
    await writeFiles(folder, { 'api/v2/new.md': page('New'), 'api/auth.md': page('Auth', 'More.\n\n') });
    const plan = await tree.plan();
    assert.equal(sections(plan)['api/v2/new.md'], 'new');
    assert.equal(sections(plan)['api/auth.md'], 'changed');
    const { id } = wiki.pages.pages.find(({ title }) => title === 'Version 2') ?? assert.fail();
    const row = plan.rows.find(({ file }) => file.path === 'api/v2/new.md') ?? assert.fail();
    assert.equal(row.decision?.target?.parent, id);
    assert.equal(row.decision.parentFile?.path, 'api/v2/readme.md');
    const run = await tree.run(plan);
    assert.equal(run.counts.published, 2);
    assert.deepEqual(made(), [...whole, 'Home/API/Version 2/New/'].sort());
  });

  it('is not sent into wrong places without a platform token, which the plan says', async () => {
    const plan = await tree.plan();
    assert.deepEqual(sections(plan), {
      ...Object.fromEntries(plan.rows.map(({ file }) => [file.path, 'noPlatformToken'] as const)),
      'README.md': 'new',
    });
    assert.equal(
      plan.rows.find(({ file }) => file.path === 'api/v2/limits.md')?.status.reason,
      'It goes under api/v2/readme.md. Finding that page needs a platform token.',
    );
    await tree.run(plan);
    assert.deepEqual(made(), ['Home/']);
    assert.equal(wiki.lookups.length, 0);
    // With one later, the page that was made then is found, and all the others go below it
    await withToken();
    const run = await tree.run(await tree.plan());
    assert.ok(run.isComplete, JSON.stringify(ends(run)));
    assert.deepEqual(made(), whole);
    assert.equal(wiki.requests.length, 8);
  });

  it('does not send what goes under a page that was not published, and says so', async () => {
    await withToken();
    wiki.pages.createPage({ spaceId: '1001', parentId: '100102', title: 'Home', content: 'Theirs.' });
    const run = await tree.run(await tree.plan());
    const why = (file: string): string =>
      `not sent: It goes under ${file}, which was not published. Publish that too.`;
    const { 'README.md': home, ...others } = ends(run);
    assert.match(home ?? '', /^failed: /);
    assert.deepEqual(others, {
      'api/README.md': why('api/index.md'),
      'api/auth.md': why('api/index.md'),
      'api/index.md': why('README.md'),
      'api/v2/limits.md': why('api/v2/readme.md'),
      'api/v2/readme.md': why('api/index.md'),
      'plain/deep/one.md': why('README.md'),
      'start.md': why('README.md'),
    });
    assert.equal(wiki.requests.length, 1);
  });

  it('does not send what goes under a page that the wiki does not tell, and says so', async () => {
    await withToken();
    let spoilt = 0;
    wiki.spoilLookups((asked) =>
      asked.includes('title=API') && ++spoilt > 0 ? { status: 200, body: '{"results":[]}' } : undefined,
    );
    const run = await tree.run(await tree.plan());
    const { 'api/auth.md': auth, 'api/v2/limits.md': limits, 'start.md': start } = ends(run);
    assert.equal(
      auth,
      'not sent: It goes under api/index.md, whose page was not found in the wiki. Look whether it is there, then publish again.',
    );
    assert.equal(
      limits,
      'not sent: It goes under api/v2/readme.md, which was not published. Publish that too.',
    );
    assert.equal(start, published);
    assert.ok(spoilt >= 3, 'it is asked more than once');
    // As soon as the wiki tells it, what is left goes where it belongs
    wiki.spoilLookups(undefined);
    await tree.run(await tree.plan());
    assert.deepEqual(made(), whole);
    assert.equal(wiki.requests.length, 8);
  });

  it('finds a page that its wiki tells of a moment later', async () => {
    await withToken();
    let left = 1;
    wiki.spoilLookups((asked) =>
      asked.includes('title=Home') && left-- > 0 ? { status: 200, body: '{"results":[]}' } : undefined,
    );
    const run = await tree.run(await tree.plan());
    assert.ok(run.isComplete, JSON.stringify(ends(run)));
    assert.deepEqual(made(), whole);
  });

  it('blocks a file whose page above is not among those that are published, nor was before', async () => {
    await withToken();
    const plan = await tree.plan((file) => file.startsWith('api/v2'));
    assert.deepEqual(sections(plan), { 'api/v2/limits.md': 'blocked', 'api/v2/readme.md': 'blocked' });
    assert.deepEqual(
      plan.rows.map(({ status }) => status.reason),
      ['api/v2/readme.md', 'api/index.md'].map(
        (above) => `It goes under ${above}, which was not published. Publish that too.`,
      ),
    );
  });

  it('asks for a place once, for what is at its top', async () => {
    await withToken();
    tree.settings = { folders: 'tree' };
    const plan = await tree.plan();
    assert.ok(Object.values(sections(plan)).every((section) => section === 'unplaced'));
    const { initiallyChecked } = plan;
    assert.equal(initiallyChecked.size, 8);
    const asked = plan.question(initiallyChecked)?.rows.map(({ file }) => file) ?? [];
    assert.deepEqual(
      asked.map((file) => file.path),
      ['README.md'],
    );
    const uris = asked.map(({ uri }) => uri);
    const placed = plan.withAnswers(uris, {
      place: { space: '1001', parent: '100103' },
    });
    assert.equal(placed.question(initiallyChecked)?.kind, 'exists');
    assert.equal(placed.runFiles(initiallyChecked).length, 8);
  });

  it('keeps the page of a file that was published before it was a tree', async () => {
    tree.settings.folders = {};
    await tree.run(await tree.plan((file) => file === 'api/auth.md'));
    tree.settings.folders = 'tree';
    await withToken();
    const run = await tree.run(await tree.plan());
    assert.ok(run.isComplete, JSON.stringify(ends(run)));
    assert.deepEqual(made(), ['Auth/', ...whole.filter((each) => !each.endsWith('Auth/'))].sort());
  });

  it('sends no two files of one title under one page, whichever that will be', async () => {
    await withToken();
    await writeFiles(folder, { 'api/twin.md': page('auth'), 'auth.md': page('Auth') });
    const found = sections(await tree.plan());
    assert.deepEqual(
      [found['api/auth.md'], found['api/twin.md'], found['auth.md']],
      ['stopped', 'stopped', 'new'],
    );
  });

  it('is cancelled and resumed', async () => {
    await withToken();
    const plan = await tree.plan();
    const run = new Run(plan.runFiles(plan.initiallyChecked));
    await tree.send(
      run,
      {
        changed: () =>
          run.counts.published === 3 ? run.stop({ kind: 'cancelled', text: 'Cancelled.' }) : undefined,
      },
      1,
    );
    assert.deepEqual(Object.values(ends(run)).sort(), [
      ...Array<string>(5).fill('not sent: Cancelled.'),
      ...Array<string>(3).fill(published),
    ]);
    const rest = await tree.plan();
    assert.equal(rest.initiallyChecked.size, 5);
    const resumed = await tree.run(rest);
    assert.ok(resumed.isComplete, JSON.stringify(ends(resumed)));
    assert.deepEqual(made(), whole);
    assert.equal(wiki.requests.length, 8);
  });

  it('waits as long as its wiki asks, and then goes on', async () => {
    await withToken();
    wiki.script({ do: 'answer', status: 429, headers: { 'retry-after': '1' } });
    const run = await tree.run(await tree.plan());
    assert.ok(run.isComplete, JSON.stringify(ends(run)));
    assert.deepEqual(made(), whole);
  });

  it('goes under another page once the one above it was moved to another space', async () => {
    await withToken();
    await tree.run(await tree.plan((file) => file === 'README.md'));
    await writeFiles(folder, {
      'api/index.md': page('API', '---\nwiki: { space: "1002", parent: "100201" }\n---\n'),
    });
    await rm(path.join(folder, 'plain'), { recursive: true });
    const run = await tree.run(await tree.plan());
    assert.ok(run.isComplete, JSON.stringify(ends(run)));
    const auth = wiki.pages.pages.find(({ title }) => title === 'Auth') ?? assert.fail();
    assert.equal(auth.spaceId, '1002');
    assert.equal(wiki.pages.page(auth.parentId ?? '')?.title, 'API');
  });
});
