import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Person } from '../../src/services/publish/host.js';
import { policies } from '../../src/services/publish/request.js';
import { startWiki } from '../wiki/wiki.js';
import { ScriptedPerson, enter, type Answer } from './person.js';
import { ScriptedRunPerson, shownRows, stopIfThere, type PlanAnswers } from './runPerson.js';
import { Stage, type Told } from './stage.js';

const place = { space: '1001', parent: '100102' };
const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const replacing = '---\nwiki: { space: "1001", parent: "100102", overwrite: true }\n---\n';
const onSave = '---\nwiki: { space: "1001", parent: "100102", publishOnSave: true }\n---\n';
const elsewhere = '---\nwiki: { space: "1001", parent: "100103" }\n---\n';
const typed: Answer = { enter: { ...place, overwrite: false } };
const hourMs = 3_600_000;
const replace: PlanAnswers = { check: ['a.md'], say: { replaces: { does: 'replace' } } };
const isAnother = 'Its title, place or page is another one than was shown. Publish it again.';

/** The state that the person sees then; undefined if nothing is asked. */
type Asked = string | undefined;

describe('What happens while it is published', () => {
  let stage: Stage;
  let other: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    other = await stage.nextWindow();
  });
  afterEach(() => stage.close());

  const page = (title: string) =>
    stage.wiki.pages.findPage(place.space, place.parent, title) ?? assert.fail(`There is no ${title}.`);
  const contentOf = (title: string): string => page(title).content.trim();
  const theirs = (title: string) =>
    stage.wiki.pages.createPage({
      ...{ spaceId: place.space, parentId: place.parent, title },
      ...{ content: `Theirs, ${title}.`, authorId: 'u:mara-lind' },
    });
  /** Publishes a file of this title, and changes it. */
  const publishedOnce = async (file: string, title: string, start = front): Promise<void> => {
    await stage.write(file, `${start}# ${title}\n\nMine.\n`);
    await (
      await stage.publish(file, [], policies.publishAgain)
    ).ended?.sent?.page;
    await stage.write(file, `${start}# ${title}\n\nMine, two.\n`);
  };
  const byOther = async (file: string, title: string): Promise<void> => {
    await stage.write(file, `${front}# ${title}\n\nOf ${file}.\n`);
    await other.publish(file, [{ enter: { ...place, overwrite: true } }]);
  };
  /** Something happens after all was decided, right before the request leaves. */
  const atLast = (person: ScriptedPerson, happens: () => Promise<unknown>): ScriptedPerson => {
    let hasHappened = false;
    const watch: Person['watch'] = async (title, work) => {
      const isNow = !hasHappened && title.startsWith('Publishing ');
      hasHappened ||= isNow;
      await (isNow ? happens() : undefined);
      return work(new AbortController().signal, () => undefined);
    };
    return Object.assign(person, { watch });
  };
  const publish = (file: string, policy: keyof typeof policies, person: ScriptedPerson) =>
    stage.flow.publish({ uri: stage.uri(file), policy: policies[policy] }, person);
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
  /** Something happens while the first page of a run is under way. */
  const whileFirst = async (happens: () => Promise<unknown>): Promise<ScriptedRunPerson> => {
    stage.wiki.script({ do: 'stall' });
    const person = new ScriptedRunPerson([{}]);
    const running = stage.publishFolder(person);
    await stage.stalled();
    await happens();
    stage.wiki.release();
    await running;
    return person;
  };
  const messages = ({ run }: ScriptedRunPerson): readonly (string | undefined)[] =>
    (run?.files ?? []).map((_file, index) => {
      const state = run?.state(index);
      return typeof state === 'object' && state.kind !== 'published' ? state.message : undefined;
    });
  const shownNext = async (): Promise<Asked> => {
    const next = new ScriptedRunPerson(['leave']);
    await stage.publishFolder(next, ['c.md']);
    return next.plans[0]?.rows[0]?.status.kind;
  };

  describe('to the last of three pages, which is asked about or sent', () => {
    /** What happens, what is asked about it, and what the page has after nobody has answered. */
    const changes: Readonly<
      Record<string, readonly [happens: () => Promise<unknown>, asked: Asked, has: string]>
    > = {
      'another file is published there': [() => byOther('x.md', 'C'), 'others', 'Of x.md.'],
      'somebody edits it in the wiki': [
        async () => {
          await Promise.resolve();
          stage.wiki.pages.edit(page('C'), { content: 'Theirs.' });
        },
        'changedInWiki',
        'Theirs.',
      ],
      'its file gets another title': [
        () => stage.write('c.md', `${onSave}# C, new\n\nTwo.\n`),
        'retitled',
        'Mine.',
      ],
      'its title changes in case alone': [
        () => stage.write('c.md', `${onSave}# c\n\nTwo.\n`),
        'retitled',
        'Mine.',
      ],
      'its file names another place': [
        () => stage.write('c.md', `${elsewhere}# C\n\nTwo.\n`),
        'moved',
        'Mine.',
      ],
      'its text changes': [() => stage.write('c.md', `${onSave}# C\n\nThree.\n`), undefined, 'Three.'],
      'another window publishes it': [
        () => other.publish('c.md', [], policies.publishAgain),
        undefined,
        'Mine, two.',
      ],
    };
    /** By when it happens: whether it can be seen then, and what is asked. */
    const moments: Readonly<
      Record<string, readonly [sees: RegExp, publishing: (happens: () => Promise<unknown>) => Promise<Asked>]>
    > = {
      'while its plan is shown for an hour': [
        /./,
        async (happens) => {
          const person = new ScriptedRunPerson([{ check: ['c.md'] }, 'leave']);
          thinks(person, happens);
          await stage.publishFolder(person, ['c.md']);
          return person.plans[1]?.rows[0]?.status.kind === 'unchanged'
            ? undefined
            : person.asked.length > 1
              ? person.plans[1]?.rows[0]?.status.kind
              : undefined;
        },
      ],
      'before its turn in a run': [
        /./,
        async (happens) => {
          const person = await whileFirst(async () => {
            await happens();
            stage.ahead = 60_000;
          });
          const [a, b, c] = messages(person);
          assert.deepEqual([a, b, contentOf('B')], [undefined, undefined, 'Mine, two.']);
          return c === undefined ? undefined : shownNext();
        },
      ],
      'right before it is sent alone': [
        /^another/,
        async (happens) => {
          const person = atLast(new ScriptedPerson(['leave']), happens);
          await publish('c.md', 'publishAgain', person);
          return person.questions[0]?.split(':')[0];
        },
      ],
      'right before a save sends it': [
        /^another/,
        async (happens) => {
          const ended = await publish('c.md', 'save', atLast(new ScriptedPerson([]), happens));
          return ended?.report.text.includes('was not published') === true ? shownNext() : undefined;
        },
      ],
    };

    beforeEach(async () => {
      stage.concurrency = 1;
      await stage.storePlatformToken();
      for (const name of ['a', 'b', 'c']) {
        await publishedOnce(`${name}.md`, name.toUpperCase(), onSave);
      }
    });
    for (const [moment, [sees, publishing]] of Object.entries(moments)) {
      for (const [what, [happens, asked, has]] of Object.entries(changes)) {
        if (sees.test(what)) {
          it(`${what} ${moment}: ${asked ?? 'sent'}`, async () => {
            assert.deepEqual([await publishing(happens), contentOf('C')], [asked, has]);
          });
        }
      }
    }
  });

  describe('where another window publishes another file to the page in the last moment', () => {
    beforeEach(async () => {
      await stage.write('a.md', `${onSave}# Page\n\nMine.\n`);
      await stage.publish('a.md', [], policies.publishAgain);
      await stage.write('a.md', `${onSave}# Page\n\nMine, two.\n`);
    });

    for (const [what, answers] of [
      ['is asked about', ['leave']],
      ['is replaced once the person says so', [{ choose: 'replace' }]],
    ] as const satisfies [string, Answer[]][]) {
      it(what, async () => {
        const person = atLast(new ScriptedPerson(answers), () => byOther('b.md', 'Page'));
        await publish('a.md', 'publishAgain', person);
        assert.deepEqual(person.questions, ['others: stop, replace']);
        const theirs = answers[0] === 'leave';
        assert.equal(contentOf('Page'), theirs ? 'Of b.md.' : 'Mine, two.');
      });
    }

    it('is asked about, though the clock of that window is an hour behind', async () => {
      other.ahead = -3_600_000;
      const person = atLast(new ScriptedPerson(['leave']), () => byOther('b.md', 'Page'));
      await publish('a.md', 'publishAgain', person);
      assert.deepEqual(person.questions, ['others: stop, replace']);
      assert.equal(contentOf('Page'), 'Of b.md.');
    });
  });

  it('leaves no trace of what was not sent: nothing is unknown, and no attempt failed', async () => {
    await stage.write('a.md', `${front}# Page\n\nMine.\n`);
    await stage.publish('a.md', [], policies.publishAgain);
    await stage.write('a.md', `${front}# Page\n\nMine, two.\n`);
    await publish(
      'a.md',
      'publishAgain',
      atLast(new ScriptedPerson(['leave']), () => byOther('b.md', 'Page')),
    );
    const { records } = await stage.services.records.read();
    assert.deepEqual(
      records.map(({ pending, otherSends }) => [pending, otherSends]),
      [[undefined, undefined]],
    );
    assert.equal(stage.services.records.index.attempt({ uri: stage.uri('a.md') }), undefined);
  });

  it('replaces what the person agreed to replace, and nothing that came after it', async () => {
    await stage.write('a.md', `${front}# Page\n\nMine.\n`);
    await stage.write('b.md', `${front}# Page\n\nOf b.\n`);
    await other.publish('b.md', [], policies.publishAgain);
    const person = atLast(new ScriptedPerson([{ choose: 'replace' }, 'leave']), async () => {
      await stage.write('b.md', `${front}# Page\n\nOf b, two.\n`);
      await other.publish('b.md', [], policies.publishAgain);
    });
    await publish('a.md', 'publish', person);
    assert.deepEqual(person.questions, ['others: stop, replace', 'others: stop, replace']);
    assert.equal(contentOf('Page'), 'Of b, two.');
  });

  it('is an unchanged file too, once it is checked, however long its plan was open', async () => {
    for (const name of ['a', 'b']) {
      await stage.write(`${name}.md`, `${front}# Page ${name}\n\nMine.\n`);
      await stage.publish(`${name}.md`, [], policies.publishAgain);
    }
    await stage.write('b.md', `${front}# Page b\n\nMine, two.\n`);
    for (const check of [['a.md', 'b.md'], ['a.md']]) {
      const before = stage.sent.length;
      const change = <T>(plan: T): T => {
        stage.ahead += 3_600_000;
        return plan;
      };
      const person = new ScriptedRunPerson([{ check, change }]);
      await stage.publishFolder(person);
      assert.deepEqual([person.asked, stage.sent.length - before], [['plan'], check.length]);
    }
  });

  it('goes on where only the document itself was published in another window', async () => {
    await stage.write('a.md', '# Page\n\nMine.\n');
    await stage.publish('a.md', [{ enter: { ...place, overwrite: false } }]);
    await stage.write('a.md', '# Page\n\nMine, two.\n');
    const person = atLast(new ScriptedPerson([enter]), () =>
      other.publish('a.md', [enter], policies.publish),
    );
    const ended = await publish('a.md', 'publish', person);
    assert.match(ended?.report.text ?? '', /The page was updated/);
    assert.deepEqual(person.asked, ['plan']);
  });

  describe('in a run', () => {
    beforeEach(async () => {
      stage.concurrency = 1;
      for (const name of ['a', 'b', 'c']) {
        await publishedOnce(`${name}.md`, name.toUpperCase());
      }
    });

    it('replaces no page that somebody has changed in the wiki by its turn, and says who', async () => {
      await stage.storePlatformToken();
      const page = stage.wiki.pages.findPage(place.space, place.parent, 'C') ?? assert.fail();
      for (const name of ['a', 'b', 'c']) {
        await stage.publish(`${name}.md`, [], policies.publishAgain).then(({ ended }) => ended?.sent?.page);
        await stage.write(`${name}.md`, `${front}# ${name.toUpperCase()}\n\nThree.\n`);
      }
      const { length } = stage.wiki.lookups;
      const person = await whileFirst(async () => {
        stage.wiki.pages.edit(page, { content: 'Theirs.' });
        stage.ahead = 60_000;
        await Promise.resolve();
      });
      const [a, b, c] = messages(person);
      assert.deepEqual([a, b, contentOf('B'), contentOf('C')], [undefined, undefined, 'Three.', 'Theirs.']);
      assert.match(c ?? '', /^“C” was changed in the wiki by “Mara Lind”/);
      const together = stage.wiki.lookups.slice(length).filter(({ path }) => path.includes('id='));
      assert.ok(together.length > 0 && together.length <= 4, `${together.length} lookups of pages`);
    });

    it('is said of a page that is another one than was shown', async () => {
      const person = await whileFirst(() => byOther('x.md', 'C'));
      assert.deepEqual(messages(person), [undefined, undefined, isAnother]);
      assert.equal(await stage.publishFolder(new ScriptedRunPerson(['leave']), ['c.md']), undefined);
    });
  });

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

  it('says that nothing is left of a plan whose files were published meanwhile', async () => {
    await publishedOnce('a.md', 'A');
    const person = new ScriptedRunPerson([{}]);
    thinks(person, () => stage.publish('a.md', [], policies.publishAgain));
    const ended = await stage.publishFolder(person);
    assert.equal(ended?.report.text, 'Nothing has changed since it was published.');
    assert.equal(stage.sent.length, 2);
  });

  it('is asked about where another file takes the place that the person has just confirmed', async () => {
    await stage.write('a.md', '# Page\n\nOf a.\n');
    await stage.write('b.md', '# Page\n\nOf b.\n');
    const told = await stage.publish('a.md', [
      { first: () => other.publish('b.md', [typed]), then: typed },
      'leave',
    ]);
    assert.deepEqual(told.questions, ['target', 'others: stop, replace']);
    assert.equal(contentOf('Page'), 'Of b.');
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
      await stage.resume(person);
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
      await stage.resume(person);
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

  describe('to a file', () => {
    const contents = (): readonly string[] => stage.sent.map(({ content }) => content.trim());
    const move = async (from: string, to: string): Promise<void> => {
      await rename(path.join(stage.folder, from), path.join(stage.folder, to));
      await stage.services.records.handOver(stage.uri(from), stage.uri(to));
    };
    /** Publishes, and does something before the wiki answers. */
    const during = async (publish: () => Promise<Told>, act: () => Promise<unknown>): Promise<Told> => {
      stage.wiki.script({ do: 'stall' });
      const publishing = publish();
      await stage.stalled();
      await act();
      stage.wiki.release();
      return publishing;
    };

    it('leaves its page with it when it is renamed, and not with the next file of its old name', async () => {
      await stage.write('a.md', '# A\n\nOne.\n');
      await during(
        () => stage.publish('a.md', [typed]),
        () => move('a.md', 'b.md'),
      );
      await stage.write('a.md', '# Another\n\nAnother.\n');
      const other = await stage.publish('a.md', [typed]);
      assert.deepEqual(other.questions, ['target']);
      await stage.write('b.md', '# A\n\nTwo.\n');
      assert.match((await stage.publish('b.md', [enter])).text ?? '', /was updated/);
      await during(
        () => stage.write('b.md', '# A\n\nThree.\n').then(() => stage.publish('b.md', [enter])),
        () => move('b.md', 'c.md'),
      );
      await stage.write('c.md', '# Retitled\n\nThree.\n');
      assert.deepEqual((await stage.publish('c.md', ['leave'])).questions, ['retitled: keep, stop, replace']);
      assert.deepEqual(contents(), ['One.', 'Another.', 'Two.', 'Three.']);
    });

    it('leaves its page with nobody when it is an unsaved document that is closed', async () => {
      const uri = await stage.write('a.md', '# A\n\nOne.\n');
      await during(
        () => stage.publish('a.md', [typed]),
        () => stage.services.records.forget(uri),
      );
      await stage.write('a.md', '# Another\n\nAnother.\n');
      assert.deepEqual((await stage.publish('a.md', [typed])).questions, ['target']);
      await stage.write('b.md', '# A\n\nOne.\n');
      assert.match((await stage.publish('b.md', [typed])).text ?? '', /already exists/);
    });

    it('is published too where the person types it while they are asked', async () => {
      await stage.write('a.md', '# A\n\nOne.\n');
      const told = await stage.publish('a.md', [
        { first: () => stage.write('a.md', '# A\n\nTwo.\n'), then: typed },
      ]);
      assert.deepEqual([told.asked, contents()], [['plan'], ['Two.']]);
      await stage.write('a.md', '# A\n\nThree.\n');
      const problem = await stage.publish('a.md', [
        { first: () => stage.write('a.md', '# A\n\nFour <!-- open\n'), then: enter },
      ]);
      assert.match(problem.text ?? '', /Nothing was sent\.$/);
      assert.equal(stage.sent.length, 1);
    });

    it('asks again at Try Again where another file has taken over the page since', async () => {
      const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
      await stage.write('a.md', `${front}# A\n\nOne.\n`);
      await stage.publish('a.md');
      await stage.write('a.md', `${front}# A\n\nTwo.\n`);
      stage.wiki.script({ do: 'cutRequest', afterBytes: 0 });
      const failed = await stage.publish('a.md');
      assert.ok(failed.actions?.includes('tryAgain'));
      await stage.write('b.md', `${front}# A\n\nB.\n`);
      await stage.publish('b.md', [{ choose: 'replace' }]);
      const again = await stage.press(failed, 'tryAgain', ['leave']);
      assert.deepEqual(again.questions, ['others: stop, replace']);
    });

    it('keeps what is left once, also if the window dies while the rest of a run is sent', async () => {
      await stage.write('a.md', '---\nwiki: { space: "1001", parent: "100102" }\n---\n# A\n\nOne.\n');
      stage.wiki.script({ do: 'answer', status: 418 }, { do: 'stall' });
      await stage.publishFolder(new ScriptedRunPerson([stopIfThere]));
      const resuming = stage.resume(new ScriptedRunPerson([stopIfThere]));
      await stage.stalled();
      const next = await stage.nextWindow();
      next.isAlive = () => false;
      assert.deepEqual(await next.runs.interrupted(), { all: 1, published: 0 });
      stage.wiki.release();
      await resuming;
      assert.equal(await next.runs.interrupted(), undefined);
    });
  });
});

describe('Where a title is taken once in a space', () => {
  it('a run leaves a page that another file published under another parent since the plan was settled', async () => {
    const stage = await Stage.open({ titlesPerSpace: true });
    try {
      const at = (parent: string): string =>
        `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n# One\n\nUnder ${parent}.\n`;
      await stage.write('planned/b.md', at('100103'));
      await stage.write('a.md', at('100102'));
      const person = new ScriptedRunPerson([{ say: { exists: { does: 'replace' } } }]);
      const follow = person.follow.bind(person);
      person.follow = async (...run) => {
        const other = await stage.nextWindow();
        await other.publish('a.md');
        await follow(...run);
      };
      const ended = await stage.publishFolder(person, ['planned']);
      assert.deepEqual(
        stage.wiki.pages.pages.filter(({ title }) => title === 'One').map(({ parentId }) => parentId),
        ['100102'],
      );
      assert.match(ended?.report.text ?? '', /was not published/);
    } finally {
      await stage.close();
    }
  });
});
