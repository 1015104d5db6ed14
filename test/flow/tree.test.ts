import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { countSentTwice } from '../../src/core/plan/countSentTwice.js';
import { groupHeading } from '../../src/core/publish/states.js';
import { shownState } from '../../src/core/plan/row.js';
import type { Run } from '../../src/core/plan/run.js';
import { Secret } from '../../src/core/text/secret.js';
import { planCountsOf } from '../../src/core/view/planGroups.js';
import { runReportLines } from '../../src/core/view/runReportLines.js';
import { outcomeTitle, planSentence } from '../../src/services/plan/planTexts.js';
import { PlaceSuggestions } from '../../src/services/wiki/placeSuggestions.js';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

const page = (title: string): string => `# ${title}\n\nAbout ${title}.\n`;

/** The files that a run's report names, as deep as it shows them. */
function namesIn(run: Run | undefined): readonly string[] {
  const lines = run && runReportLines(run, 0, { placeText: () => '', addressOf: () => undefined });
  return (lines ?? []).filter(({ uri }) => uri !== undefined).map(({ text }) => text);
}

describe('A folder as a tree of pages', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    Object.assign(stage.settings, {
      space: '1001',
      parent: '100102',
      folders: { docs: 'tree', manual: { layout: 'fullTree' } },
    });
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret(stage.wiki.platformToken) });
  });

  afterEach(() => stage.close());

  /** The title above each page that was made. */
  const above = (): Record<string, string | undefined> => {
    const { pages } = stage.wiki;
    const made = pages.pages.filter(({ id }) => Number(id) > 200_000);
    return Object.fromEntries(
      made.map(({ title, parentId }) => [title, pages.page(parentId ?? '')?.title] as const),
    );
  };
  const lastParent = () => new PlaceSuggestions(stage.services, stage.wiki.importEndpoint).recent[0]?.parent;
  const textOf = (title: string) => stage.wiki.pages.pages.find((each) => each.title === title)?.content;
  const publishFolder = async (folder: string, check?: readonly string[]) => {
    const person = new ScriptedRunPerson([check === undefined ? stopIfThere : { ...stopIfThere, check }]);
    const ended = await stage.publishFolder(person, [folder]);
    return { text: ended?.report.text, plan: person.plans[0] };
  };

  it('publishes no file alone whose page above is not there, and then takes it where it belongs', async () => {
    await stage.write('docs/README.md', page('Handbook'));
    await stage.write('docs/start.md', page('First Steps'));
    await assert.rejects(
      stage.publish('docs/start.md'),
      /It goes under docs\/README\.md, which was not published\. Publish that too\./,
    );
    assert.equal(stage.sent.length, 0);
    assert.equal((await publishFolder('docs', ['README.md'])).text, 'The page was published.');
    await stage.publish('docs/start.md', [{ enter: {} }]);
    assert.deepEqual(above(), { Handbook: 'Guides', 'First Steps': 'Handbook' });
    // Nobody chose the place under the handbook, so it is proposed to no other file
    assert.equal(lastParent(), '100102');
    await stage.write('docs/start.md', page('First Steps').replace('About', 'All about'));
    await publishFolder('docs');
    assert.equal(lastParent(), '100102');
  });

  it('says that the platform token was refused, not that the page above is missing, and goes on with another', async () => {
    await stage.write('docs/README.md', page('Handbook'));
    await stage.write('docs/start.md', page('First Steps'));
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret('nonsense') });
    const ended = await stage.publishFolder(new ScriptedRunPerson([stopIfThere]), ['docs']);
    assert.equal(ended?.report.text, '1 of 2 pages were published: 1 not sent.');
    assert.deepEqual(ended.report.actions, ['replacePlatformToken', 'resume', 'showReport']);
    const { run } = ended.sent ?? assert.fail();
    const at = run.files.findIndex(({ path }) => path.endsWith('start.md'));
    const state = run.state(at);
    assert.match(
      typeof state === 'object' ? state.message : state,
      /^It goes under docs\/README\.md, whose page could not be looked up: the platform token was refused\. Set another one, then publish again\.$/,
    );
    await stage.storePlatformToken();
    const resumed = await stage.resume(new ScriptedRunPerson([stopIfThere]));
    assert.equal(resumed?.report.text, '2 pages were published.');
    assert.deepEqual(above(), { Handbook: 'Guides', 'First Steps': 'Handbook' });
  });

  for (const [what, lose, message, actions] of [
    [
      'removed',
      () => void stage.platformTokens.delete(stage.wiki.origin),
      /the platform token was removed\. Set one, then publish again\.$/,
      ['setPlatformToken', 'resume', 'showReport'],
    ],
    [
      'revoked, in a wiki that then shows what everybody sees',
      () => stage.wiki.spoilLookups(() => ({ status: 200, body: '{"results":[]}' })),
      /was not found in the wiki, or this platform token may not see it\.$/,
      ['replacePlatformToken', 'resume', 'showReport'],
    ],
  ] as const) {
    it(`says that the platform token was ${what}, while pages were sent, and goes on with another`, async () => {
      await stage.write('docs/README.md', page('Handbook'));
      await stage.write('docs/start.md', page('First Steps'));
      await stage.services.lookups.tryStoredToken(stage.wiki.importEndpoint);
      const ended = await stage.publishFolder(new ScriptedRunPerson([stopIfThere], lose), ['docs']);
      assert.equal(ended?.report.text, '1 of 2 pages were published: 1 not sent.');
      assert.deepEqual(ended.report.actions, actions);
      const { run } = ended.sent ?? assert.fail();
      const at = run.files.findIndex(({ path }) => path.endsWith('start.md'));
      const state = run.state(at);
      assert.match(typeof state === 'object' ? state.message : state, message);
      stage.wiki.spoilLookups(undefined);
      await stage.storePlatformToken();
      const resumed = await stage.resume(new ScriptedRunPerson([stopIfThere]));
      assert.equal(resumed?.report.text, '2 pages were published.');
      assert.deepEqual(above(), { Handbook: 'Guides', 'First Steps': 'Handbook' });
    });
  }

  it('says what waits for a platform token, and publishes that once there is one', async () => {
    await stage.platformTokens.delete(stage.wiki.origin);
    await stage.write('docs/README.md', page('Handbook'));
    await stage.write('docs/start.md', page('First Steps'));
    await stage.write('docs/guide/README.md', page('Guide'));
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.publishFolder(person, ['docs']);
    const [plan = assert.fail('No plan was shown.')] = person.plans;
    assert.deepEqual(
      plan.rows.map((row) => groupHeading(shownState(row).kind)),
      ['Needs a Platform Token', 'New', 'Needs a Platform Token'],
    );
    const counts = planCountsOf({ plan, checked: plan.initiallyChecked });
    assert.equal(planSentence(counts), '2 files need a platform token. 1 page will be published.');
    assert.equal(ended?.report.text, 'The page was published. 2 files need a platform token.');
    assert.deepEqual(ended.report.actions, ['setPlatformToken', 'showReport']);
    const { run } = ended.sent ?? assert.fail();
    assert.equal(run.tokenProblem?.endpoint, stage.wiki.importEndpoint);
    assert.match(outcomeTitle('Docs', run), /^Docs: 2 files need a platform token, 1 published$/);
    await stage.storePlatformToken();
    const waiting = run.unresolved.map(({ uri }) => path.relative(stage.folder, fileURLToPath(uri)));
    const again = await stage.publishFolder(new ScriptedRunPerson([stopIfThere]), waiting);
    assert.equal(again?.report.text, '2 pages were published.');
    assert.deepEqual(above(), { Handbook: 'Guides', 'First Steps': 'Handbook', Guide: 'Handbook' });
  });

  it('reports each file below the one whose page it went under, also where it was sent twice or before', async () => {
    await stage.write('docs/README.md', page('Handbook'));
    await stage.write('docs/guide/README.md', `${page('Guide')}\n[first](start.md)\n`);
    await stage.write('docs/guide/start.md', `${page('First Steps')}\n[back](README.md)\n`);
    const person = new ScriptedRunPerson([stopIfThere]);
    await stage.publishFolder(person, ['docs']);
    assert.equal(person.run?.secondPass.done, 1);
    const [plan = assert.fail('No plan was shown.')] = person.plans;
    const lookedUp = new Set([stage.wiki.importEndpoint]);
    assert.equal(
      countSentTwice({ plan, checked: plan.initiallyChecked }, lookedUp),
      1,
      'The page above is found before.',
    );
    const nested = ['  docs/README.md', '    docs/guide/README.md', '      docs/guide/start.md'];
    assert.deepEqual(namesIn(person.run), nested);
    // The records name the parent pages now
    await stage.write('docs/README.md', `${page('Handbook')}\nMore.\n`);
    await stage.write('docs/guide/README.md', `${page('Guide')}\n[the first](start.md)\n`);
    await stage.write('docs/guide/start.md', `${page('First Steps')}\n[go back](README.md)\n`);
    const again = new ScriptedRunPerson([{ check: ['.md'] }]);
    await stage.publishFolder(again, ['docs']);
    assert.deepEqual(namesIn(again.run), nested);
  });

  it('goes where all was said to go before the folder became a tree, unless its files name another place', async () => {
    Object.assign(stage.settings, { space: undefined, parent: undefined, folders: {} });
    await stage.write('docs/README.md', page('Handbook'));
    await stage.write('docs/start.md', page('First Steps'));
    await stage.write(
      'docs/more.md',
      `---\nwiki:\n  space: '1001'\n  parent: '100103'\n---\n${page('More')}`,
    );
    const person = new ScriptedRunPerson(['leave']);
    await stage.publishFolder(person, ['docs']);
    const [flat = assert.fail('No plan was shown.')] = person.plans;
    const open = flat.rows.filter(({ status }) => status.kind === 'unplaced').map(({ file }) => file.uri);
    assert.equal(open.length, 2);
    const place = { endpoint: stage.wiki.importEndpoint, space: '1001', parent: '100102' };
    Object.assign(stage.settings, { folders: { docs: 'tree' } });
    const ended = await stage.runs.publish(
      { ...stage.found(['docs']), planBefore: flat.withAnswers(open, { place }) },
      new ScriptedRunPerson([stopIfThere]),
    );
    assert.equal(ended?.report.text, '3 pages were published.');
    const { More, ...others } = above();
    assert.deepEqual(others, { Handbook: 'Guides', 'First Steps': 'Handbook' });
    assert.equal(More, stage.wiki.pages.page('100103')?.title);
  });

  it('offers the place that was chosen again, and none of the pages that the tree made', async () => {
    await stage.write('docs/README.md', page('Handbook'));
    await stage.write('docs/guide/README.md', page('Guide'));
    await stage.write('docs/guide/start.md', page('First Steps'));
    assert.equal((await publishFolder('docs')).text, '3 pages were published.');
    assert.deepEqual(above(), { Handbook: 'Guides', Guide: 'Handbook', 'First Steps': 'Guide' });
    const { recentPlaces } = stage.services;
    assert.deepEqual(recentPlaces.parents(stage.wiki.importEndpoint, '1001'), ['100102']);
  });

  it('makes a page of a folder that has none where the setting says so, which names what is published', async () => {
    await stage.write('manual/install/linux.md', page('Linux'));
    await stage.write('manual/install/[mac] os/brew.md', '---\ntitle: With *Brew*\n---\nAbout it.\n');
    await stage.write('manual/install/[mac] os/port.md', page('With Ports'));
    await stage.write('manual/intro.md', page('Intro'));
    assert.equal((await publishFolder('manual')).text, '6 pages were published.');
    // What a page goes under in a tree was not chosen
    assert.deepEqual(stage.services.recentPlaces.parents(stage.wiki.importEndpoint, '1001'), ['100102']);
    assert.deepEqual(above(), {
      Intro: 'Guides',
      install: 'Guides',
      Linux: 'install',
      '[mac] os': 'install',
      'With *Brew*': '[mac] os',
      'With Ports': '[mac] os',
    });
    assert.equal(textOf('install'), '- \\[mac\\] os\n- Linux\n');
    assert.equal(textOf('[mac] os'), '- With \\*Brew\\*\n- With Ports\n');
    const unchanged = await stage.runs.publish(
      { ...stage.found(['manual']), isLeftOut: ({ status }) => status.kind === 'unchanged' },
      new ScriptedRunPerson([]),
    );
    assert.equal(unchanged?.report.text, 'Nothing has changed since it was published.');
    // A draft that is left out is not named in the wiki
    await stage.write('manual/install/draft.md', page('Draft'));
    const before = stage.sent.length;
    const { plan } = await publishFolder('manual', ['manual/install/']);
    assert.deepEqual(
      shownRows(plan).map(([section]) => section),
      ['changed', 'unchanged', 'unchanged', 'unchanged', 'new', 'unchanged', 'unchanged'],
    );
    assert.equal(stage.sent.length, before + 1);
    assert.equal(textOf('install'), '- \\[mac\\] os\n- Linux\n');
  });

  it('follows no link, and names where one leads that is named itself', async () => {
    await stage.write('docs/README.md', page('Handbook'));
    await symlink('/etc/hostname', path.join(stage.folder, 'docs/host.md'));
    const { plan } = await publishFolder('docs');
    assert.deepEqual(
      shownRows(plan).map(([, name]) => name),
      ['README.md'],
    );
    await assert.rejects(
      stage.publish('docs/host.md'),
      /^UserError: host\.md is a link to \/etc\/hostname\. Links are not followed: use that file itself\. Nothing was sent\.$/,
    );
    assert.equal(stage.sent.length, 1);
  });
});
