import assert from 'node:assert/strict';
import { questionOf, withAnswer, type AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import type { Plan, PlanQuestion } from '../../src/core/plan/plan.js';
import { offersOf } from '../../src/services/plan/planOffers.js';
import { nextQuestion } from '../../src/services/plan/nextQuestion.js';
import { questionLabel, rowDetail } from '../../src/services/plan/planTexts.js';
import type { RunPerson } from '../../src/services/plan/runs.js';
import { policies } from '../../src/services/publish/request.js';
import { ExistingPages } from '../../src/services/wiki/existingPages.js';
import { filesToPublish } from '../../src/services/workspace/filesToPublish.js';
import { checkFile } from '../../src/ui/tools/checkFile.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { editor, importer, type Page } from '../wiki/spaces.js';
import { Stage } from './stage.js';

const name = 'guide.md';
const place = { spaceId: '1001', parentId: '100102', title: 'Guide' };
const theirs = { ...place, content: 'Theirs.', authorId: editor.accountId };
const textOf = (content: string, ...more: string[]): string =>
  `---\nwiki: { ${['space: "1001"', 'parent: "100102"', 'publishOnSave: true', ...more].join(', ')} }\n---\n# Guide\n\n${content}\n`;

/** Takes the first offer of each question, which is the safe one, or the last one. */
class AskedPerson implements RunPerson {
  readonly read: string[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly takes: 'first' | 'last',
  ) {}

  async answerPlan(plan: Plan): Promise<AnsweredPlan | undefined> {
    const { stage, read } = this;
    let answered: AnsweredPlan = { plan, checked: new Set(plan.rows.map(({ file }) => file.uri)) };
    while (questionOf(answered) !== undefined) {
      const next = await nextQuestion(answered, new ExistingPages(stage.services));
      answered = next.answered;
      if (next.question === undefined) {
        break;
      }
      read.push(wordsOf(next.question, stage));
      const offer = offersOf(next.question)?.at(this.takes === 'first' ? 0 : -1);
      assert.ok(offer && read.length < 9, read.join('\n'));
      answered = withAnswer(answered, next.question, offer.answer);
    }
    return answered;
  }

  token = () => assert.fail('There is a token.');
  askForPlace = () => assert.fail('The place is in the file.');
  watch: RunPerson['watch'] = (_title, work) => work(new AbortController().signal, () => undefined);
  follow: RunPerson['follow'] = (_run, send) => send(() => undefined);
}

function wordsOf(question: PlanQuestion, { services }: Stage): string {
  const details = question.rows.map((row) => rowDetail(row, services.names) ?? '');
  const offers = (offersOf(question) ?? []).flatMap(({ label, detail = '' }) => [label, detail]);
  return [questionLabel(question), ...details, ...offers].join(' ');
}

const edited = 'the file, and somebody changed its page since';

/** Who published before, and what that person is called where it can be known. */
const before: readonly (readonly [
  who: string,
  publish: (stage: Stage, elsewhere: string) => Promise<unknown>,
  called?: string,
])[] = [
  ['nobody', () => Promise.resolve()],
  ['the file', (stage) => published(stage, name)],
  [
    edited,
    async (stage) => {
      await published(stage, name);
      stage.wiki.pages.edit(pageIn(stage) ?? assert.fail(), { content: 'Theirs.' });
    },
    editor.displayName,
  ],
  ['another file', (stage) => published(stage, 'other.md'), 'other.md'],
  [
    'a file of another folder',
    async (stage, elsewhere) => published(await stage.inFolder(elsewhere), 'other.md'),
    'other.md',
  ],
  [
    'a colleague',
    async ({ wiki }, elsewhere) => {
      const colleague = await Stage.beside(wiki, elsewhere);
      await published(colleague, 'other.md');
      await colleague.leave();
    },
    importer.displayName,
  ],
  ['somebody in the wiki', ({ wiki }) => Promise.resolve(wiki.pages.createPage(theirs)), editor.displayName],
  [
    'somebody in the wiki, under another page',
    ({ wiki }) => Promise.resolve(wiki.pages.createPage({ ...theirs, parentId: '100101' })),
    editor.displayName,
  ],
];

interface Told {
  readonly text: string;
  readonly ways: readonly string[];
}

const entries: Readonly<Record<string, (stage: Stage, person: AskedPerson, text: string) => Promise<Told>>> =
  {
    'by hand': async (stage, person) =>
      told(await stage.flow.publish({ uri: stage.uri(name), policy: policies.publish }, person)),
    'in a folder': async (stage, person) => {
      const ended = await stage.runs.publish(stage.found([name]), person);
      return { text: ended?.report.text ?? '', ways: ended?.report.actions ?? [] };
    },
    'when saved': async (stage, person, text) =>
      told(await stage.flow.publish({ uri: stage.uri(name), policy: policies.save, text }, person)),
    'by an agent': async (stage, person) => {
      const uri = stage.uri(name);
      for await (const file of filesToPublish(stage.workspace, [uri], () => undefined)) {
        const { publishable, obstacle } = await checkFile({ ...stage.services, flow: stage.flow }, file);
        // The agent tells the person, who may publish it by hand
        return publishable === undefined
          ? { text: obstacle ?? '', ways: ['publish'] }
          : told(await stage.flow.send(publishable.ready, { uri, policy: policies.publish }, person));
      }
      return assert.fail('The file is not found.');
    },
  };

async function told(ended: Awaited<ReturnType<Stage['flow']['publish']>>): Promise<Told> {
  await Promise.all([ended?.sent?.recorded, ended?.sent?.page]);
  return { text: ended?.report.text ?? '', ways: ended?.report.actions ?? [] };
}

async function published(stage: Stage, file: string): Promise<void> {
  await stage.write(file, textOf('Before.'));
  const { ended } = await stage.publish(file, [], policies.publishAgain);
  await ended?.sent?.page;
}

function pageIn({ wiki }: Stage): Page | undefined {
  return wiki.pages.pages.find(({ title }) => title === place.title);
}

describe('Whoever published before', function () {
  this.timeout(120_000);

  interface Situation {
    readonly titlesPerSpace: boolean;
    readonly hasToken: boolean;
    readonly who: (typeof before)[number];
    readonly more: readonly string[];
    readonly entry: string;
    readonly takes: 'first' | 'last';
  }

  /** What came of it, and of the page that was there before. */
  async function play({ titlesPerSpace, hasToken, who: [, publish], more, entry, takes }: Situation) {
    const stage = await Stage.open({ titlesPerSpace });
    const elsewhere = await temporaryFolder('elsewhere');
    try {
      if (hasToken) {
        await stage.storePlatformToken();
      }
      await publish(stage, elsewhere);
      const there = pageIn(stage);
      const was = there && [there.content, there.parentId, there.title];
      const text = textOf('Mine.', ...more);
      await stage.write(name, text);
      const person = new AskedPerson(stage, takes);
      const said = await (entries[entry] ?? assert.fail())(stage, person, text);
      const isKept =
        JSON.stringify(was) === JSON.stringify(there && [there.content, there.parentId, there.title]);
      return { ...said, read: person.read, isKept };
    } finally {
      await stage.close();
      await removeFolder(elsewhere);
    }
  }

  const all = (hasToken: boolean, entry: string, takes: Situation['takes']): readonly Situation[] =>
    [false, true].flatMap((titlesPerSpace) =>
      before.flatMap((who) =>
        [[], ['overwrite: true']].map((more) => ({ titlesPerSpace, hasToken, who, more, entry, takes })),
      ),
    );

  for (const entry of Object.keys(entries)) {
    for (const hasToken of [false, true]) {
      it(`nobody’s page or edit goes unasked, and each message leads on: ${entry}, ${hasToken ? 'with' : 'without'} a platform token`, async () => {
        for (const situation of all(hasToken, entry, 'first')) {
          const [who, , called] = situation.who;
          const { isKept, text, ways, read } = await play(situation);
          const about = `${who}, ${situation.more.join()}: ${[...read, text].join('\n')}`;
          // Without a platform token, nobody can know of an edit of the file’s own page
          assert.ok(isKept || called === undefined || (!hasToken && who === edited), about);
          // Who has just left all of it out needs no way on
          assert.ok(
            ways.length > 0 || text === '' || (read.length > 0 && text === 'Nothing was sent.'),
            about,
          );
        }
      });
    }
  }

  for (const entry of ['when saved', 'by an agent']) {
    it(`what keeps it back names who made or changed the page, with a platform token: ${entry}`, async () => {
      const unnamed: string[] = [];
      for (const situation of all(true, entry, 'first')) {
        const [who, , called] = situation.who;
        const { text } = await play(situation);
        // A page elsewhere is in the way only where a title is taken once in a space, which a wiki has to say first
        if (!who.includes('another page') && called !== undefined && !text.includes(called)) {
          unnamed.push(`${who}, ${situation.titlesPerSpace}, ${situation.more.join()}: ${text}`);
        }
      }
      assert.deepEqual(unnamed, []);
    });
  }

  it('a question of a plan that may replace a page names who made or changed it, with a platform token', async () => {
    let replaced = 0;
    for (const situation of all(true, 'in a folder', 'last')) {
      const [who, , called] = situation.who;
      const { isKept, read } = await play(situation);
      if (!isKept && called !== undefined) {
        replaced++;
        assert.ok(read.join().includes(called), `${who}: ${read.join()}`);
      }
    }
    assert.equal(replaced, 20);
  });
});
