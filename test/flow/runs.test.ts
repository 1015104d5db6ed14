import assert from 'node:assert/strict';
import path from 'node:path';
import type { WikiOptions } from '../wiki/wiki.js';
import { ScriptedRunPerson, shownRows, stopIfThere, type PlanAnswers } from './runPerson.js';
import { Stage } from './stage.js';

const placed = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const page = (title: string): string => `${placed}# ${title}\n\nAbout ${title}.\n`;
const json = { 'content-type': 'application/json' };
const answer = (status: number, headers = {}) =>
  ({ do: 'answer', status, body: '{"body":"No."}', headers: { ...json, ...headers } }) as const;

describe('Many files that are published', () => {
  let stage: Stage;

  const open = async (files: Readonly<Record<string, string>>, options: WikiOptions = {}): Promise<void> => {
    stage = await Stage.open(options);
    for (const [name, text] of Object.entries(files)) {
      await stage.write(name, text);
    }
  };
  const several = (count: number, text = page): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, text(`Page ${at}`)]));
  const pageOf = (title: string, parent = '100102') => stage.wiki.pages.findPage('1001', parent, title);
  const publish = async (...answers: ConstructorParameters<typeof ScriptedRunPerson>[0]) => {
    const person = new ScriptedRunPerson(answers);
    const ended = await stage.publishFolder(person);
    assert.deepEqual(person.left, [], 'Some answers were not asked for.');
    return { ended, person, text: ended?.report.text, actions: ended?.report.actions };
  };
  const resume = async (
    isElsewhere: boolean,
    ...answers: ConstructorParameters<typeof ScriptedRunPerson>[0]
  ) => {
    const person = new ScriptedRunPerson(answers);
    const ended = await stage.resume(person, isElsewhere);
    assert.deepEqual(person.left, [], 'Some answers were not asked for.');
    return { ended, person, text: ended?.report.text };
  };

  afterEach(() => stage.close());

  it('are shown first, blocked ones with why, and sent as they stand then', async () => {
    await open({
      'limits.md': page('Limits'),
      'again.md': page('setup'),
      'setup.md': page('Setup'),
      'nowhere.md': '# Nowhere\n\nNo target.\n',
      'drafts/secret.md': page('Secret'),
      '.wikiignore': 'drafts/\n',
    });
    const { person, text } = await publish(stopIfThere);
    const twin = (name: string): string => `“${name}.md” has the same title under the same parent page.`;
    assert.deepEqual(shownRows(person.plans[0]), [
      ['stopped', 'again.md', twin('setup')],
      ['new', 'limits.md'],
      ['unplaced', 'nowhere.md'],
      ['stopped', 'setup.md', twin('again')],
    ]);
    assert.deepEqual(person.asked, ['plan', 'exists']);
    assert.equal(text, 'The page was published. 1 file has no destination yet. 2 files need a decision.');
    assert.deepEqual(
      stage.sent.map(({ title }) => title),
      ['Limits'],
    );
  });

  it('are asked about where a send that had no answer may have made the page, which one answer then updates', async () => {
    await open({ 'a.md': page('A') });
    stage.wiki.script({ do: 'cutAnswer', afterBytes: 0 });
    const lost = await publish(stopIfThere);
    assert.equal(lost.text, 'Whether the page was published is unknown.');
    const { person, text } = await publish({ say: { exists: { does: 'replace' } } });
    assert.deepEqual(person.asked, ['plan', 'exists']);
    assert.deepEqual([text, pageOf('A')?.version], ['The page was published.', 2]);
  });

  for (const [status, text] of [
    [401, /^0 of 7 pages were published: 1 failed, 6 not sent\./],
    [402, /^0 of 7 pages were published: 1 failed, 6 not sent\./],
    [403, /^0 of 7 pages were published: 1 failed, 6 not sent\./],
  ] as const) {
    it(`end at once at ${status}, and a new token sends each of the rest once`, async () => {
      await open(several(7));
      stage.concurrency = 1;
      stage.wiki.script(answer(status));
      const first = await publish(stopIfThere);
      assert.match(first.text ?? '', text);
      assert.deepEqual([first.ended?.report.severity, first.actions?.[0]], ['error', 'replaceToken']);
      assert.equal(stage.sent.length, 1);
      await stage.storeToken();
      const second = await resume(false, stopIfThere);
      assert.equal(second.text, '7 pages were published.');
      assert.equal(new Set(stage.sent.map(({ title }) => title)).size, 7);
      assert.equal(stage.sent.length, 8);
    });
  }

  it('that go to a page that is not there end with the first 404, and no others', async () => {
    await open({
      ...several(6, (title) => page(title).replace('100102', '999999')),
      'here.md': page('Here'),
      'there.md': page('There'),
    });
    stage.concurrency = 1;
    const { text, actions, ended } = await publish(stopIfThere);
    assert.equal(
      text,
      '2 of 8 pages were published: 1 failed, 5 not sent. “0.md”: Space “1001” or page 999999 does not exist, or the API token’s owner does not have access to it.',
    );
    assert.deepEqual(actions, ['changeTarget', 'resume', 'showReport']);
    assert.equal(ended?.report.severity, 'warning');
    assert.equal(stage.sent.length, 3);
    const states = ended.sent?.run.files.map((_file, at) => ended.sent?.run.state(at)) ?? [];
    const told = 'Space “1001” or page 999999 was not found when another file was sent.';
    assert.equal(states.filter((state) => typeof state === 'object' && state.message === told).length, 5);
    const said = states.flatMap((state) =>
      typeof state === 'object' && state.kind === 'failed' ? [state] : [],
    );
    assert.match(said[0]?.message ?? '', /of the token\.”$/, 'The report has what the wiki said.');
  });

  it('are made in the order of their names where their titles are a series, while others go on', async () => {
    const versions = Array.from({ length: 5 }, (_, at) => `3.${at}`);
    const words = Array.from({ length: 15 }, (_, at) => `Word ${'x'.repeat(at + 1)}`);
    await open(Object.fromEntries([...versions, ...words].map((title) => [`${title}.md`, page(title)])));
    for (let at = 0; at < 20; at++) {
      stage.wiki.script({ do: 'delay', milliseconds: [60, 5, 40, 5, 30, 5, 20][at % 7] ?? 0 });
    }
    assert.equal((await publish(stopIfThere)).text, '20 pages were published.');
    const made = stage.wiki.pages.pages.map(({ title }) => title).filter((title) => versions.includes(title));
    assert.deepEqual(made, versions);
  });

  it('wait when the wiki is asked too often, and go on', async () => {
    await open(several(10));
    stage.wiki.script(answer(429, { 'retry-after': '1' }));
    const { text } = await publish(stopIfThere);
    assert.equal(text, '10 pages were published.');
    assert.equal(stage.sent.length, 11);
  });

  it('never replace a page that somebody else wrote without a word, whatever the front matter says', async () => {
    await open({ 'over.md': page('Handbook').replace(' }', ', overwrite: true }') });
    stage.wiki.pages.createPage({
      spaceId: '1001',
      parentId: '100102',
      title: 'Handbook',
      content: 'Theirs.',
    });
    const person = new ScriptedRunPerson(['leave']);
    assert.equal(await stage.publishFolder(person), undefined);
    assert.deepEqual(shownRows(person.plans[0]), [['replaces', 'over.md']]);
    assert.equal(person.plans[0]?.initiallyChecked.size, 0);
    const stop: PlanAnswers = { check: ['over.md'], say: { replaces: { does: 'stop' } } };
    const { text, actions } = await publish(stop);
    assert.match(text ?? '', /^The page was not published\./);
    assert.equal(pageOf('Handbook')?.content, 'Theirs.');
    assert.deepEqual(actions, ['resume', 'changeTarget', 'showReport']);
    const again = await resume(false, { check: ['over.md'], say: { replaces: { does: 'replace' } } });
    assert.equal(again.text, 'The page was published.');
    assert.match(pageOf('Handbook')?.content ?? '', /About Handbook/);
  });

  it('make no second page for a file with another heading without a word', async () => {
    await open({ 'one.md': page('First'), 'two.md': page('Second') });
    await publish(stopIfThere);
    await stage.write('one.md', page('Another'));
    const keep: PlanAnswers = { check: ['one.md'], say: { retitled: { does: 'keep' } } };
    const { text, person } = await publish(keep);
    assert.deepEqual(shownRows(person.plans[0]), [
      ['retitled', 'one.md'],
      ['unchanged', 'two.md'],
    ]);
    assert.equal(person.plans[0]?.initiallyChecked.size, 0);
    assert.equal(text, 'The page was published.');
    assert.deepEqual([stage.sent.at(-1)?.title, stage.sent.at(-1)?.overwrite], ['First', true]);
    assert.equal(pageOf('Another'), undefined);
  });

  it('go by the corrected setting when they are resumed, and not by the parent that failed', async () => {
    await open(several(2, (title) => `# ${title}\n\nText.\n`));
    stage.settings.space = '1001';
    stage.settings.parent = '999999';
    const { text } = await publish(stopIfThere);
    assert.match(text ?? '', /^0 of 2 pages were published: /);
    stage.settings.parent = '100102';
    assert.equal((await resume(false, stopIfThere)).text, '2 pages were published.');
    assert.ok(pageOf('Page 0') && pageOf('Page 1'));
  });

  it('are asked once for the place of all that have none, which is known for the folder then', async () => {
    await open(several(2, (title) => `# ${title}\n\nText.\n`));
    const { text, person } = await publish({
      say: { ...stopIfThere.say, unplaced: { place: { space: '1001', parent: '100102' } } },
    });
    assert.deepEqual(person.asked, ['plan', 'unplaced', 'exists']);
    assert.equal(text, '2 pages were published.');
    await stage.write('c.md', '# C\n\nText.\n');
    const next = new ScriptedRunPerson(['leave']);
    await stage.publishFolder(next);
    assert.deepEqual(shownRows(next.plans[0])[2], ['new', 'c.md']);
  });

  it('go elsewhere once the place of what failed is chosen anew', async () => {
    await open({ 'c.md': page('Moved').replace('100102', '999999') });
    await publish(stopIfThere);
    const { text, person } = await resume(true, { place: { space: '1001', parent: '100102' } }, stopIfThere);
    assert.deepEqual(person.asked, ['place', 'plan', 'exists']);
    assert.equal(text, 'The page was published.');
    assert.ok(pageOf('Moved'));
  });

  it('are published with their problems when the person says so, and otherwise not sent', async () => {
    await open({ 'open.md': page('Open').replace('About', 'About <!-- this') });
    const left = await publish({ check: ['open.md'], say: { stopped: { does: 'leaveOut' } } });
    assert.equal(left.text, 'Nothing was sent.');
    const { text, person } = await publish({
      check: ['open.md'],
      say: { ...stopIfThere.say, stopped: { does: 'anyway' } },
    });
    assert.deepEqual(person.asked, ['plan', 'stopped', 'exists']);
    assert.equal(text, 'The page was published.');
  });

  it('come to their end when their connection is removed in the middle, and others can begin', async () => {
    await open(several(12));
    const person = new ScriptedRunPerson([stopIfThere], () => void stage.connections.splice(0));
    const ended = await stage.publishFolder(person);
    assert.equal(ended?.report.text, '12 pages were published.');
    const none = new ScriptedRunPerson(['leave']);
    assert.equal(await stage.publishFolder(none), undefined);
    assert.equal(none.plans.length, 1);
  });

  it('finish what is under way when they are cancelled; the rest is resumed', async () => {
    await open(several(12));
    let isCancelled = false;
    const person = new ScriptedRunPerson([stopIfThere], (run) => {
      if (run.counts.published > 0 && !isCancelled) {
        isCancelled = true;
        run.stop({ kind: 'cancelled', text: 'Cancelled.' });
      }
    });
    const ended = await stage.publishFolder(person);
    const { published = 0, failed, unknown } = person.run?.counts ?? {};
    assert.deepEqual([failed, unknown], [0, 0]);
    assert.ok(published > 0 && published < 12);
    assert.match(ended?.report.text ?? '', /^\d+ of 12 pages were published: \d+ not sent\. Cancelled\.$/);
    assert.equal((await resume(false, stopIfThere)).text, '12 pages were published.');
    assert.equal(new Set(stage.sent.map(({ title }) => title)).size, stage.sent.length);
    await assert.rejects(resume(false), /There is nothing to resume/);
  });

  it('that are resumed link to the pages that were published before', async () => {
    await open({
      'a.md': `${page('A')}\nSee [B](b.md).\n`,
      'b.md': `${page('B')}\nSee [A](a.md).\n`,
    });
    await stage.storePlatformToken();
    stage.concurrency = 1;
    const person = new ScriptedRunPerson([stopIfThere], (run) => {
      if (run.counts.published > 0) {
        run.stop({ kind: 'cancelled', text: 'Cancelled.' });
      }
    });
    await stage.publishFolder(person);
    assert.deepEqual([person.run?.counts.published, person.run?.counts['not sent']], [1, 1]);
    assert.match(
      (await resume(false, stopIfThere)).text ?? '',
      /^2 pages were published\. One page was sent twice, /,
    );
    const addressOf = (title: string): string =>
      `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${pageOf(title)?.id ?? ''}/${title}`;
    assert.match(pageOf('B')?.content ?? '', new RegExp(`\\[A\\]\\(<?${addressOf('A')}`));
    assert.match(pageOf('A')?.content ?? '', new RegExp(`\\[B\\]\\(<?${addressOf('B')}`));
    const next = new ScriptedRunPerson(['leave']);
    await stage.publishFolder(next);
    assert.deepEqual(next.plans.map(shownRows), [
      [
        ['unchanged', 'a.md'],
        ['unchanged', 'b.md'],
      ],
    ]);
  });

  it('are told of one by one, as they are taken', async () => {
    await open(several(3));
    await publish(stopIfThere);
    const published = stage.happened.flatMap((event) => (event.kind === 'published' ? [event] : []));
    assert.deepEqual(
      published.map(({ uri, content }) => [path.basename(uri), content]).toSorted(),
      [0, 1, 2].map((at) => [`${at}.md`, `About Page ${at}.\n`]),
    );
  });

  it('are still there to be resumed where the person leaves', async () => {
    await open({ 'c.md': page('Moved').replace('100102', '999999') });
    await publish(stopIfThere);
    const left = async (): Promise<number> => (await stage.runs.interrupted())?.all ?? 0;
    const place = { place: { space: '1001', parent: '100102' } };
    assert.equal((await resume(true, place, 'leave')).ended, undefined);
    assert.equal(await left(), 1);
    const again = await resume(true, place, stopIfThere);
    assert.deepEqual([again.text, await left()], ['The page was published.', 0]);
  });

  it('of several runs that ended early are shown as one, and published once', async () => {
    await open({});
    for (const name of ['early', 'late']) {
      await stage.write(`${name}.md`, page(name));
      stage.wiki.script(answer(400));
      const { text } = await publish({ ...stopIfThere, check: [`${name}.md`] });
      assert.match(text ?? '', /^The page was not published\./);
    }
    assert.deepEqual(await stage.runs.interrupted(), { all: 2, published: 0 });
    const { person, text } = await resume(false, stopIfThere);
    assert.deepEqual(person.asked, ['plan', 'exists']);
    assert.equal(text, '2 pages were published.');
    assert.ok(pageOf('late') && pageOf('early'));
    await assert.rejects(resume(false), /There is nothing to resume/);
  });

  it('that have not changed are nothing to publish', async () => {
    await open({ 'a.md': page('A') });
    await publish(stopIfThere);
    const person = new ScriptedRunPerson([]);
    const ended = await stage.runs.publish(
      { ...stage.found(), isLeftOut: ({ status }) => status.kind === 'unchanged' },
      person,
    );
    assert.equal(ended?.report.text, 'Nothing has changed since it was published.');
  });

  it('are no others while some are under way', async () => {
    await open(several(2));
    const second = new ScriptedRunPerson([]);
    const person = new ScriptedRunPerson([stopIfThere]);
    const first = stage.publishFolder(person);
    await assert.rejects(stage.publishFolder(second), /Files are already being published\./);
    assert.equal((await first)?.report.text, '2 pages were published.');
  });
});
