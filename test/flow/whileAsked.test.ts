import assert from 'node:assert/strict';
import { policies } from '../../src/services/publish/request.js';
import { startWiki } from '../wiki/wiki.js';
import { enter, type Answer } from './person.js';
import { ScriptedRunPerson, shownRows, type PlanAnswers } from './runPerson.js';
import { Stage } from './stage.js';

const place = { space: '1001', parent: '100102' };
const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const replacing = '---\nwiki: { space: "1001", parent: "100102", overwrite: true }\n---\n';
const typed: Answer = { enter: { ...place, overwrite: false } };
const hourMs = 3_600_000;
const replace: PlanAnswers = { check: ['a.md'], say: { replaces: { does: 'replace' } } };

describe('What others do while a person is asked', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  const page = (title: string) =>
    stage.wiki.pages.findPage(place.space, place.parent, title) ?? assert.fail(`There is no ${title}.`);
  const theirs = (title: string) =>
    stage.wiki.pages.createPage({
      ...{ spaceId: place.space, parentId: place.parent, title },
      ...{ content: `Theirs, ${title}.`, authorId: 'u:mara-lind' },
    });
  /** Publishes a file of this title, and changes it. */
  const publishedOnce = async (file: string, title: string): Promise<void> => {
    await stage.write(file, `${front}# ${title}\n\nMine.\n`);
    await (
      await stage.publish(file, [], policies.publishAgain)
    ).ended?.sent?.page;
    await stage.write(file, `${front}# ${title}\n\nMine, two.\n`);
  };

  const resume = (person: ScriptedRunPerson) => stage.resume(person);

  /** The first plan that the person sees is before them for an hour, in which something happens. */
  const thinks = (person: ScriptedRunPerson, happens: () => Promise<unknown>): void => {
    const settle = person.answerPlan.bind(person);
    person.answerPlan = async (plan, show) => {
      if (person.plans.length === 0) {
        await happens();
        stage.ahead = hourMs;
      }
      return settle(plan, show);
    };
  };

  for (const what of ['deleted', 'renamed', 'moved'] as const) {
    const changed = async (): Promise<void> => {
      await stage.storePlatformToken();
      await publishedOnce('a.md', 'Guide');
      const { pages } = stage.wiki;
      const mine = page('Guide');
      switch (what) {
        case 'deleted':
          pages.trash(mine);
          break;
        case 'renamed':
          pages.edit(mine, { title: 'Guide (old)' });
          break;
        case 'moved':
          pages.edit(mine, { parentId: '100103' });
      }
      theirs('Guide');
    };

    it(`is not replaced where a page that was ${what} is to be made again`, async () => {
      await changed();
      const told = await stage.publish('a.md', [], policies.publishAgain);
      const stopped = await stage.press(told, 'publishAnyway');
      assert.match(stopped.text ?? '', /already exists/);
      assert.equal(page('Guide').content, 'Theirs, Guide.');
      await stage.press(stopped, 'overwrite');
      assert.match(page('Guide').content, /Mine, two\./);
    });

    it(`is not replaced by a plan where a page that was ${what} is to be made again`, async () => {
      await changed();
      const say = {
        changedInWiki: { does: 'anyway' },
        exists: { does: 'stop' },
      } as const;
      const ended = await stage.publishFolder(new ScriptedRunPerson([{ check: ['a.md'], say }]));
      assert.match(ended?.report.text ?? '', /^The page was not published\./);
      assert.equal(page('Guide').content, 'Theirs, Guide.');
    });
  }

  it('is asked about before a plan is sent that was shown for long', async () => {
    await stage.storePlatformToken();
    await publishedOnce('a.md', 'A');
    await publishedOnce('b.md', 'B');
    await publishedOnce('c.md', 'C');
    const edited = new ScriptedRunPerson([
      {
        check: ['a.md', 'b.md'],
        change: (plan) => {
          stage.wiki.pages.edit(page('A'), { content: 'Theirs.' });
          stage.ahead = hourMs;
          return plan;
        },
      },
      {},
    ]);
    const ended = await stage.publishFolder(edited);
    assert.deepEqual(edited.asked, ['plan', 'plan']);
    assert.deepEqual(shownRows(edited.plans[1]), [
      ['changedInWiki', 'a.md'],
      ['changed', 'b.md'],
    ]);
    assert.equal(ended?.report.text, 'The page was published.');
    assert.deepEqual(
      ['A', 'B', 'C'].map((title) => page(title).content.trim()),
      ['Theirs.', 'Mine, two.', 'Mine.'],
    );
  });

  it('is asked about where another file takes over a page of a plan', async () => {
    await publishedOnce('a.md', 'Page');
    await stage.write('x/b.md', `${front}# Page\n\nOf b.\n`);
    const person = new ScriptedRunPerson([{}, 'leave']);
    thinks(person, () => stage.publish('x/b.md', [{ choose: 'replace' }]));
    assert.equal(await stage.publishFolder(person, ['a.md']), undefined);
    assert.deepEqual(shownRows(person.plans[1]), [['others', 'a.md']]);
    assert.match(page('Page').content, /Of b\./);
  });

  it('is asked about before a page goes to another place than a plan showed', async () => {
    stage.settings.space = place.space;
    stage.settings.parent = place.parent;
    await stage.write('a.md', '# A\n\nMine.\n');
    const moving = (parent: string): PlanAnswers => ({
      ...{ check: ['a.md'], say: { exists: { does: 'stop' } } },
      change: <T>(plan: T): T => {
        stage.settings.parent = parent;
        stage.ahead += hourMs;
        return plan;
      },
    });
    const person = new ScriptedRunPerson([moving('100103'), 'leave']);
    assert.equal(await stage.publishFolder(person), undefined);
    assert.deepEqual([person.asked, stage.sent], [['plan', 'exists', 'plan'], []]);
    const still = new ScriptedRunPerson([moving('100103')]);
    await stage.publishFolder(still);
    assert.deepEqual(still.asked, ['plan', 'exists']);
    assert.ok(stage.wiki.pages.findPage(place.space, '100103', 'A'));
  });

  it('is asked about where a heading is changed in case alone while a plan is open', async () => {
    await stage.write('a.md', `${front}# A page\n\nMine.\n`);
    const person = new ScriptedRunPerson([{ say: { exists: { does: 'stop' } } }, 'leave']);
    thinks(person, () => stage.write('a.md', `${front}# A Page\n\nMine.\n`));
    assert.equal(await stage.publishFolder(person), undefined);
    assert.deepEqual(person.asked, ['plan', 'exists', 'plan']);
  });

  it('says that nothing is left of a plan whose files were published meanwhile', async () => {
    await publishedOnce('a.md', 'A');
    const person = new ScriptedRunPerson([{}]);
    thinks(person, () => stage.publish('a.md', [], policies.publishAgain));
    const ended = await stage.publishFolder(person);
    assert.equal(ended?.report.text, 'Nothing has changed since it was published.');
    assert.equal(stage.sent.length, 2);
  });

  it('is asked about where another window’s file takes the page over', async () => {
    await stage.write('a.md', '# Page\n\nOf a.\n');
    await stage.write('b.md', '# Page\n\nOf b.\n');
    await stage.publish('a.md', [typed]);
    await stage.write('a.md', '# Page\n\nOf a, two.\n');
    const other = await stage.nextWindow();
    const told = await stage.publish('a.md', [
      { first: () => other.publish('b.md', [{ enter: { ...place, overwrite: true } }]), then: enter },
      'leave',
    ]);
    assert.deepEqual(told.questions, ['target']);
    assert.match(page('Page').content, /Of b\./);
  });

  it('asks once for a place where another file was published before', async () => {
    await stage.write('a.md', '# Page\n\nOf a.\n');
    await stage.write('b.md', '# Page\n\nOf b.\n');
    stage.wiki.script({ do: 'cutRequest', afterBytes: 0 });
    await stage.publish('a.md', [typed]);
    await stage.publish('b.md', [typed]);
    const told = await stage.publish('a.md', [enter]);
    assert.deepEqual([told.asked, told.questions], [['plan'], ['target']]);
    assert.match(told.text ?? '', /already exists/);
  });

  describe('ends the consent to replace a page that another file has published since', () => {
    beforeEach(async () => {
      theirs('A');
      await stage.write('a.md', `${replacing}# A\n\nMine.\n`);
      await stage.write('x/b.md', `${replacing}# A\n\nOf b.\n`);
    });
    const byB = (): Promise<unknown> => stage.publish('x/b.md', [{ choose: 'replace' }]);

    it('in a plan', async () => {
      const person = new ScriptedRunPerson([replace, 'leave']);
      thinks(person, byB);
      assert.equal(await stage.publishFolder(person, ['a.md']), undefined);
      assert.deepEqual(shownRows(person.plans[1]), [['others', 'a.md']]);
    });

    it('at Try Again', async () => {
      stage.wiki.script({ do: 'cutRequest', afterBytes: 0 });
      const failed = await stage.publish('a.md', [{ choose: 'replace' }]);
      stage.wiki.script({ do: 'cutRequest', afterBytes: 0 });
      const own = await stage.press(failed, 'tryAgain');
      await byB();
      const again = await stage.press(own, 'tryAgain', ['leave']);
      assert.deepEqual(again.questions, ['others: stop, replace']);
    });

    it('at a button of a report that stood for a while', async () => {
      await stage.write('a.md', `${front}# A\n\nMine.\n`);
      const exists = await stage.publish('a.md');
      await byB();
      const again = await stage.press(exists, 'overwrite', ['leave']);
      assert.deepEqual(again.questions, ['others: stop, replace']);
    });

    it('where a run is resumed', async () => {
      stage.wiki.script({ do: 'answer', status: 418 });
      await stage.publishFolder(new ScriptedRunPerson([replace]), ['a.md']);
      await byB();
      const person = new ScriptedRunPerson(['leave']);
      await resume(person);
      assert.deepEqual(shownRows(person.plans[0]), [['others', 'a.md']]);
    });
  });

  describe('is asked about', () => {
    beforeEach(async () => {
      await stage.storePlatformToken();
      await publishedOnce('a.md', 'A');
      await publishedOnce('b.md', 'B');
    });
    const say = { changedInWiki: { does: 'anyway' } } as const;
    /** An hour in which somebody edits a page, or nobody does. */
    const anHour = (title?: string): PlanAnswers => ({
      say,
      check: ['a.md', 'b.md'],
      change: (plan) => {
        if (title !== undefined) {
          stage.wiki.pages.edit(page(title), { content: `Theirs, ${stage.ahead}.` });
        }
        stage.ahead += hourMs;
        return plan;
      },
    });

    it('however often a plan is shown for long, and once for each change', async () => {
      const person = new ScriptedRunPerson([anHour('A'), anHour('B'), anHour()]);
      const ended = await stage.publishFolder(person);
      assert.deepEqual(person.asked, ['plan', 'plan', 'changedInWiki', 'plan', 'changedInWiki']);
      assert.deepEqual([...(person.plans[2]?.initiallyChecked ?? [])], [stage.uri('a.md')]);
      assert.equal(ended?.report.text, '2 pages were published.');
    });

    it('where a token is asked for meanwhile', async () => {
      await stage.tokens.delete(stage.wiki.importEndpoint);
      const person = new ScriptedRunPerson([{ check: ['a.md'] }, 'leave']);
      person.token = () => {
        stage.wiki.pages.edit(page('A'), { content: 'Theirs.' });
        stage.ahead += hourMs;
        return stage.newToken();
      };
      assert.equal(await stage.publishFolder(person), undefined);
      assert.deepEqual(shownRows(person.plans[1]), [['changedInWiki', 'a.md']]);
    });

    it('where the plan of the rest of a run is shown for long', async () => {
      stage.wiki.script({ do: 'answer', status: 418 }, { do: 'answer', status: 418 });
      stage.wiki.pages.edit(page('A'), { content: 'Theirs.' });
      await stage.publishFolder(new ScriptedRunPerson([{ say, check: ['a.md', 'b.md'] }]));
      stage.wiki.pages.edit(page('A'), { content: 'Theirs again.' });
      const person = new ScriptedRunPerson([anHour('B'), 'leave']);
      await resume(person);
      assert.deepEqual(person.asked, ['plan', 'changedInWiki', 'plan']);
      assert.deepEqual([...(person.plans[1]?.initiallyChecked ?? [])], [stage.uri('a.md')]);
    });
  });

  it('ends the consent to replace a page where the document goes to another one by then', async () => {
    theirs('A');
    theirs('B');
    await stage.write('a.md', `${front}# A\n\nMine.\n`);
    const exists = await stage.publish('a.md');
    await stage.write('a.md', `${front}# B\n\nMine.\n`);
    assert.match((await stage.press(exists, 'overwrite', [enter])).text ?? '', /already exists/);
    await stage.write('a.md', `${replacing}# A\n\nMine.\n`);
    const heading = await stage.publish('a.md', [
      { first: () => stage.write('a.md', `${replacing}# B\n\nMine.\n`), then: { choose: 'replace' } },
      'leave',
    ]);
    assert.deepEqual(heading.questions, ['replaces: stop, replace', 'replaces: stop, replace']);
    assert.deepEqual([page('A').content, page('B').content], ['Theirs, A.', 'Theirs, B.']);
  });

  it('is not published at a connection, nor with a token, that is gone by then', async () => {
    const other = await startWiki();
    try {
      await stage.write('a.md', '# A\n\nMine.\n');
      const endpoint = other.importEndpoint;
      const moving = async (): Promise<void> => {
        stage.connections[0] = { name: 'Team Wiki', endpoint };
        await stage.storeToken({}, other);
      };
      await stage.publish('a.md', [{ first: moving, then: typed }, typed]);
      assert.deepEqual([stage.wiki.requests.length, other.requests.length], [0, 1]);
      await stage.write('a.md', '# A\n\nMine, two.\n');
      const removed = await stage.publish('a.md', [
        { first: () => stage.tokens.delete(endpoint), then: enter },
        'leave',
      ]);
      assert.deepEqual([removed.asked.at(-1), other.requests.length], ['token', 1]);
    } finally {
      await other.close();
    }
  });
});
