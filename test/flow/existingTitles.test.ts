import assert from 'node:assert/strict';
import { withAnswer, type AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import { nextQuestion } from '../../src/services/plan/nextQuestion.js';
import { questionLabel, reasonsIn } from '../../src/services/plan/planTexts.js';
import { offersOf } from '../../src/services/plan/planOffers.js';
import type { PlanRow } from '../../src/core/plan/row.js';
import { ExistingPages } from '../../src/services/wiki/existingPages.js';
import { ScriptedRunPerson } from './runPerson.js';
import { Stage } from './stage.js';

const isThere = (title: string): RegExp =>
  new RegExp(
    `^“${title}” is in the wiki already\\. It was changed last by “Markdown Import” today at .*\\.$`,
  );
const page = (title: string): string => `# ${title}\n\nAbout ${title}.\n`;

const choicesIn = ({ answers }: PlanRow): readonly string[] =>
  Array.from(answers.agreed?.values() ?? [], ({ choice }) => choice);

describe('Whether pages with the titles of new files are there', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    Object.assign(stage.settings, { space: '1001', parent: '100102', folders: { docs: 'tree' } });
    for (const [name, title] of [
      ['README', 'Handbook'],
      ['start', 'Start'],
      ['end', 'End'],
    ] as const) {
      await stage.write(`docs/${name}.md`, page(title));
    }
  });

  afterEach(() => stage.close());

  const create = (title: string, parentId: string) =>
    stage.wiki.pages.createPage({ spaceId: '1001', parentId, title, content: 'Theirs.' });
  const planned = async (): Promise<AnsweredPlan> => {
    const plan = await stage.runs.plan(stage.found(['docs']), new ScriptedRunPerson([]));
    assert.ok(plan);
    return { plan, checked: plan.initiallyChecked };
  };
  const asked = async () => {
    const next = await nextQuestion(await planned(), new ExistingPages(stage.services));
    const { question } = next;
    return {
      ...next,
      label: question && questionLabel(question),
      offers: question && offersOf(question)?.map(({ label }) => label),
    };
  };

  it('asks nothing where the wiki has none of them, and creates the pages', async () => {
    await stage.storePlatformToken();
    const { answered, question } = await asked();
    assert.equal(question, undefined);
    assert.deepEqual(answered.plan.rows.flatMap(choicesIn), ['stop', 'stop', 'stop']);
  });

  it('asks about the page that is there, by its title, and leaves its file out', async () => {
    await stage.storePlatformToken();
    create('Handbook', '100102');
    const { answered, question, label, offers } = await asked();
    assert.equal(label, 'The wiki already has a page with the title “Handbook”:');
    assert.deepEqual(offers, ['Leave Out', 'Replace the page']);
    assert.ok(question);
    assert.match(reasonsIn(question)[0]?.reason ?? '', isThere('Handbook'));
    const left = withAnswer(answered, question, { does: 'leaveOut' });
    assert.ok([...left.checked].every((uri) => !uri.endsWith('README.md')));
  });

  it('asks nothing about a title elsewhere in the space, which no page is made under', async () => {
    await stage.storePlatformToken();
    create('Start', '100102');
    const { answered, question } = await asked();
    assert.equal(question, undefined);
    assert.ok(answered.plan.rows.every((row) => choicesIn(row).join() === 'stop'));
  });

  it('asks about all of them where nothing can be looked up', async () => {
    stage.settings.folders = {};
    const { question, label, offers } = await asked();
    assert.equal(question?.rows.length, 3);
    assert.deepEqual(offers, ['Leave the pages as they are', 'Replace the pages']);
    assert.equal(label, 'If the wiki already has pages with these 3 titles: “End”, “Handbook”, and “Start”');
    await stage.write('docs/more.md', page('More'));
    // A longer list would be cut off on the screen
    assert.equal((await asked()).label, 'If the wiki already has pages with some of these 4 titles:');
  });
});
