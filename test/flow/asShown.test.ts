import assert from 'node:assert/strict';
import type { Person } from '../../src/services/publish/host.js';
import { policies } from '../../src/services/publish/request.js';
import { ScriptedPerson, enter, type Answer } from './person.js';
import { ScriptedRunPerson, shownRows } from './runPerson.js';
import { Stage } from './stage.js';

const place = { space: '1001', parent: '100102' };
const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const onSave = '---\nwiki: { space: "1001", parent: "100102", publishOnSave: true }\n---\n';

describe('What is sent is what was shown', () => {
  let stage: Stage;
  let other: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    other = await stage.nextWindow();
  });
  afterEach(() => stage.close());

  const contentOf = (title: string): string | undefined =>
    stage.wiki.pages.findPage(place.space, place.parent, title)?.content.trim();
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
  const byOther = async (file: string, title: string): Promise<void> => {
    await stage.write(file, `${front}# ${title}\n\nOf ${file}.\n`);
    await other.publish(file, [{ enter: { ...place, overwrite: true } }]);
  };
  const publish = (file: string, policy: keyof typeof policies, person: ScriptedPerson) =>
    stage.flow.publish({ uri: stage.uri(file), policy: policies[policy] }, person);

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

    it('is told of, where a save would have replaced it', async () => {
      const person = atLast(new ScriptedPerson([]), () => byOther('b.md', 'Page'));
      const ended = await publish('a.md', 'save', person);
      assert.match(ended?.report.text ?? '', /was not published/);
      assert.equal(contentOf('Page'), 'Of b.md.');
    });

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
        await stage.write(`${name}.md`, `${front}# ${name.toUpperCase()}\n\nOne.\n`);
        await stage.publish(`${name}.md`, [], policies.publishAgain);
        await stage.write(`${name}.md`, `${front}# ${name.toUpperCase()}\n\nTwo.\n`);
      }
    });

    /** Something happens while the first page is under way. */
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
    const isAnother = 'Its title, place or page is another one than was shown. Publish it again.';

    for (const [what, text] of [
      ['title', `${front}# C, new\n\nTwo.\n`],
      ['case of the title', `${front}# c\n\nTwo.\n`],
      ['place', '---\nwiki: { space: "1001", parent: "100103" }\n---\n# C\n\nTwo.\n'],
    ] as const) {
      it(`leaves a file that has another ${what} by its turn, and the next plan asks about it`, async () => {
        const person = await whileFirst(() => stage.write('c.md', text));
        assert.deepEqual(messages(person), [undefined, undefined, isAnother]);
        assert.deepEqual([contentOf('B'), contentOf('C')], ['Two.', 'One.']);
        const next = new ScriptedRunPerson(['leave']);
        await stage.publishFolder(next, ['c.md']);
        assert.deepEqual(shownRows(next.plans[0]), [[what === 'place' ? 'moved' : 'retitled', 'c.md']]);
      });
    }

    it('sends the text that a file has by its turn', async () => {
      const person = await whileFirst(() => stage.write('c.md', `${front}# C\n\nThree.\n`));
      assert.deepEqual([messages(person), contentOf('C')], [[undefined, undefined, undefined], 'Three.']);
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

    it('replaces no page that another window’s file has taken over by its turn', async () => {
      const person = await whileFirst(() => byOther('x.md', 'C'));
      assert.deepEqual(messages(person), [undefined, undefined, isAnother]);
      assert.equal(contentOf('C'), 'Of x.md.');
      assert.equal(await stage.publishFolder(new ScriptedRunPerson(['leave']), ['c.md']), undefined);
    });
  });
});
