import assert from 'node:assert/strict';
import { Bounds } from '../../src/cli/unattended/bounds.js';
import { UnattendedPerson } from '../../src/cli/unattended/unattended.js';
import { Runs } from '../../src/services/plan/runs.js';
import type { Person } from '../../src/services/publish/host.js';
import { policies } from '../../src/services/publish/request.js';
import { checkFile, publishChecked } from '../../src/ui/tools/checkFile.js';
import { enter, ScriptedPerson } from './person.js';
import { ScriptedRunPerson } from './runPerson.js';
import { Stage } from './stage.js';

/** What happens meanwhile. */
interface During {
  /** What is to be sent is known by now; it goes out only after this. */
  readonly shown?: () => Promise<unknown>;
  /** The person cancels. */
  readonly cancel?: AbortSignal;
}

interface Came {
  readonly asked: readonly string[];
  readonly told: string;
}

/** Publishes `a.md`. */
type Publish = (stage: Stage, during: During) => Promise<Came>;

interface Way {
  readonly publish: Publish;
  /** What is asked although nothing is open: of a place that the settings say, and of one that the file says. */
  readonly asks: readonly [settings: readonly string[], file: readonly string[]];
  /** Which text goes out if the file is written after it was shown. */
  readonly text: 'Now.' | 'Shown.' | undefined;
  readonly unchanged: RegExp;
  /** What is said while the file is being published, and whether it goes out after that. */
  readonly busy: readonly [told: RegExp, goesOut: boolean];
  /** What is said of a page that was on its way when the person canceled. */
  readonly cancelled: RegExp;
  readonly told: RegExp;
  /** What others are told, such as an open plan or a comparison. */
  readonly happened: readonly string[];
}

const byItself = { told: /^“A” was published\. /, happened: ['published', 'sentAlone'] };
const aborted = /^Cancelled after the page had been sent\. Whether the page was published is unknown\./;
const unchanged = /^Nothing has changed since “A” was published\. Nothing was sent\.$/;
const refused: Way['busy'] = [/^a\.md is already being published\. Wait until that is done\.$/, false];
const inRun = { told: /^The page was published\.$/, happened: ['published'] };
const sent = inRun.told;

/** The ways of publishing. A publish that waits for an earlier one goes out with what is true by then. */
const ways: Readonly<Record<string, Way>> = {
  'the cloud in the editor': {
    publish: (stage, during) => alone(stage, 'publish', during),
    ...{ asks: [['plan'], []], text: 'Now.', unchanged, busy: refused, cancelled: aborted, ...byItself },
  },
  'Publish Again': {
    publish: (stage, during) => alone(stage, 'publishAgain', during),
    ...{ asks: [[], []], text: 'Shown.', unchanged, busy: refused, cancelled: aborted, ...byItself },
  },
  'a save': {
    publish: async (stage, during) => {
      const text = await stage.read('a.md');
      await during.shown?.();
      return alone(stage, 'save', during, text);
    },
    ...{ asks: [[], []], text: 'Shown.', unchanged, busy: [byItself.told, true], cancelled: aborted },
    ...byItself,
  },
  'an agent': {
    publish: byAgent,
    // The agent was told of the earlier text, and has to check the file again.
    ...{ asks: [[], []], text: undefined, unchanged, busy: [/^Not what was checked\.$/, false] },
    ...{ cancelled: aborted, ...byItself },
  },
  'a folder': {
    publish: byFolder,
    ...{
      asks: [['plan'], ['plan']],
      text: 'Now.',
      unchanged: /^Nothing has changed since it was published\.$/,
    },
    ...{ busy: [sent, true], cancelled: sent, ...inRun },
  },
  Resume: {
    publish: byResume,
    ...{ asks: [[], []], text: 'Now.', unchanged: /^Nothing has changed since it was published\.$/ },
    ...{ busy: [sent, true], cancelled: sent, ...inRun },
  },
  'a terminal where nobody is asked': {
    publish: (stage, during) => inTerminal(stage, during, false),
    ...{ asks: [[], []], text: 'Now.', unchanged: /^$/, busy: [/^$/, false], cancelled: sent, ...inRun },
  },
  'a saved plan in a terminal': {
    publish: (stage, during) => inTerminal(stage, during, true),
    ...{ asks: [[], []], text: undefined, unchanged: /^$/, busy: [/^$/, false], cancelled: sent, ...inRun },
  },
};

async function alone(
  stage: Stage,
  policy: keyof typeof policies,
  { shown, cancel }: During,
  text?: string,
): Promise<Came> {
  const person = new ScriptedPerson([{ first: async () => shown?.(), then: enter }]);
  person.watch = watch(cancel);
  const ended = await stage.flow.publish({ uri: stage.uri('a.md'), policy: policies[policy], text }, person);
  await ended?.sent?.recorded;
  return { asked: person.asked, told: ended?.report.text ?? '' };
}

function watch(cancel = new AbortController().signal): Person['watch'] {
  return (_title, work) => work(cancel, () => undefined);
}

async function byAgent(stage: Stage, { shown, cancel }: During): Promise<Came> {
  const services = { ...stage.services, flow: stage.flow };
  const file = { uri: stage.uri('a.md'), path: 'a.md' };
  const { publishable, obstacle = 'Not what was checked.' } = await checkFile(services, file);
  await shown?.();
  const isMeant = (now: string): boolean => now === publishable?.fingerprint;
  const person = { watch: watch(cancel), told: () => undefined };
  const { ended } = await publishChecked(services, file, isMeant, person);
  return { asked: [], told: ended?.report.text ?? obstacle };
}

class RunPersonMeanwhile extends ScriptedRunPerson {
  shown?: During['shown'];

  override async answerPlan(...given: Parameters<ScriptedRunPerson['answerPlan']>) {
    await this.shown?.();
    return super.answerPlan(...given);
  }
}

function byFolder(stage: Stage, { shown, ...during }: During): Promise<Came> {
  return withRuns(stage, stage.runs, Object.assign(new RunPersonMeanwhile([{}]), { shown }), during);
}

/** After a run that the person stopped before it sent anything. */
async function byResume(stage: Stage, { shown, ...during }: During): Promise<Came> {
  const stopped = new ScriptedRunPerson([{ check: ['a.md'] }]);
  stopped.follow = async (run, send) => {
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    await send(() => undefined);
  };
  await stage.publishFolder(stopped, ['a.md']);
  const person = Object.assign(new RunPersonMeanwhile([]), { shown });
  return withRuns(stage, stage.runs, person, during, () => stage.resume(person));
}

function inTerminal(stage: Stage, during: During, requiresPlannedTexts: boolean): Promise<Came> {
  const bounds = new Bounds({ spaces: ['1001'], parents: ['100102'] }, stage.services);
  const no = (): Promise<boolean> => Promise.resolve(false);
  const authority = { takesOver: false, isStateEmpty: false, isNamed: () => true, isGone: no, isTouched: no };
  const shown = async (): Promise<void> => void (await during.shown?.());
  const person = Object.assign(new UnattendedPerson(bounds, authority, undefined, shown), { asked: [] });
  const host = { ...stage.host, isUnattended: true, requiresPlannedTexts };
  return withRuns(stage, new Runs({ ...stage.services, concurrency: () => 4 }, host), person, during);
}

async function withRuns(
  stage: Stage,
  runs: Runs,
  person: (ScriptedRunPerson | UnattendedPerson) & Pick<Came, 'asked'>,
  { cancel }: During,
  begin = () => runs.publish(stage.found(['a.md']), person),
): Promise<Came> {
  cancel?.addEventListener('abort', () => runs.stop({ kind: 'cancelled', text: 'Cancelled.' }));
  const ended = await begin();
  return { asked: person.asked, told: ended?.report.text ?? '' };
}

for (const [name, way] of Object.entries(ways)) {
  describe(`A page that is published by ${name}`, () => {
    let stage: Stage;

    beforeEach(async () => {
      stage = await Stage.open();
      Object.assign(stage.settings, { space: '1001', parent: '100102', overwrite: true });
    });
    afterEach(() => stage.close());
    const write = (text: string, place = ''): Promise<string> =>
      stage.write('a.md', `---\nwiki: { publishOnSave: true${place} }\n---\n# A\n\n${text}\n`);
    const sentTexts = () => stage.sent.map(({ content }) => content.trim());
    /** Since only files that a person published are published by saves. */
    const byHand = async (...[text, place]: Parameters<typeof write>): Promise<void> => {
      await write(text, place);
      await stage.publish('a.md', [enter]);
    };

    for (const [at, place] of [undefined, ', space: "1001", parent: "100102"'].entries()) {
      it(`is asked about as is usual where ${at === 0 ? 'the settings say' : 'the file says'} where it goes, and told of`, async () => {
        await byHand('By hand.', place);
        await write('Shown.', place);
        stage.happened.length = 0;
        const { asked, told } = await way.publish(stage, {});
        assert.deepEqual([asked, sentTexts()], [way.asks[at], ['By hand.', 'Shown.']]);
        assert.match(told, way.told);
        assert.deepEqual(
          stage.happened.map(({ kind }) => kind),
          way.happened,
        );
      });
    }

    it(`goes out ${way.text === undefined ? 'only with the text that was shown' : `with the text “${way.text}”`}`, async () => {
      await byHand('By hand.');
      await write('Shown.');
      await way.publish(stage, { shown: () => write('Now.') });
      assert.deepEqual(sentTexts(), ['By hand.', ...(way.text === undefined ? [] : [way.text])]);
    });

    it('does not go out where nothing has changed', async () => {
      await byHand('By hand.', ', space: "1001", parent: "100102"');
      const { told } = await way.publish(stage, {});
      assert.deepEqual(sentTexts(), ['By hand.']);
      assert.match(told, way.unchanged);
    });

    it('is refused, waits or is another one by then where its file is being published', async () => {
      await byHand('By hand.');
      stage.wiki.script({ do: 'stall' });
      await write('First.');
      const first = stage.publish('a.md', [enter]);
      await stage.stalled();
      await write('Second.');
      const waits = Promise.withResolvers<undefined>();
      const { locks } = stage.services;
      const withLock = locks.withLock.bind(locks);
      locks.withLock = (uri, publish) => {
        waits.resolve(undefined);
        return withLock(uri, publish);
      };
      const second = way.publish(stage, {}).then(
        ({ told }) => told,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      const [told, goesOut] = way.busy;
      await (way.busy === refused ? second : Promise.race([second, waits.promise]));
      stage.wiki.release();
      assert.match(await second, told);
      await first;
      assert.deepEqual(sentTexts(), ['By hand.', 'First.', ...(goesOut ? ['Second.'] : [])]);
    });

    it('ends as its way says where the person cancels', async () => {
      await byHand('By hand.');
      await write('Shown.');
      stage.wiki.script({ do: 'stall', processed: true });
      const cancel = new AbortController();
      const publishing = way.publish(stage, { cancel: cancel.signal });
      await stage.stalled();
      cancel.abort();
      stage.wiki.release();
      assert.match((await publishing).told, way.cancelled);
    });
  });
}
