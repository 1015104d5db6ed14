import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { withAnswer, type AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import type { Plan } from '../../src/core/plan/plan.js';
import { stateLabel } from '../../src/core/publish/states.js';
import { policies } from '../../src/services/publish/request.js';
import { nextQuestion } from '../../src/services/plan/nextQuestion.js';
import { offersOf } from '../../src/services/plan/planOffers.js';
import { questionLabel, rowDetail } from '../../src/services/plan/planTexts.js';
import { ExistingPages } from '../../src/services/wiki/existingPages.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { ScriptedRunPerson } from './runPerson.js';
import { Stage, type Told } from './stage.js';

const titles = ['One', 'Two', 'Three'];
const page = (title: string, text: string): string =>
  `---\nwiki: { space: "1001", parent: "100102" }\n---\n# ${title}\n\n${text}\n`;

/** Publishes all files, whatever is asked. */
const all = (...answers: ConstructorParameters<typeof ScriptedRunPerson>[0]) =>
  new ScriptedRunPerson([
    ...answers,
    {
      check: titles.map((title) => `${title}.md`),
      say: { exists: { does: 'stop' }, changedInWiki: { does: 'anyway' } },
    },
  ]);

describe('A page that was published from elsewhere', () => {
  let stage: Stage;
  let elsewhere: Stage;

  const open = async (importsAsApp: boolean): Promise<void> => {
    stage = await Stage.open({ importsAsApp });
    await stage.storePlatformToken();
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: stage.folder });
    execFileSync('git', ['remote', 'add', 'origin', 'https://git.example/team/docs.git'], {
      cwd: stage.folder,
    });
    await write(stage, 'First.');
    await stage.publishFolder(all());
    const clone = await temporaryFolder('clone');
    await cp(stage.folder, clone, { recursive: true });
    elsewhere = await Stage.beside(stage.wiki, clone);
  };
  afterEach(async () => {
    await elsewhere.leave();
    await removeFolder(elsewhere.folder);
    await stage.close();
  });

  const write = async (at: Stage, text: string): Promise<void> => {
    for (const title of titles) {
      await at.write(`${title}.md`, page(title, text));
    }
  };
  const there = (title: string) =>
    stage.wiki.pages.findPage('1001', '100102', title) ?? assert.fail(`There is no ${title}.`);
  const settled = async (told: Told): Promise<void> => void (await told.ended?.sent?.page);
  const publishElsewhere = async (text: string): Promise<void> => {
    await write(elsewhere, text);
    for (const title of titles) {
      const told = await elsewhere.publish(`${title}.md`, [], policies.publishAgain);
      await (told.actions?.includes('overwrite') === true ? elsewhere.press(told, 'overwrite') : undefined);
      assert.match(there(title).content, new RegExp(text));
    }
  };
  const shown = async (): Promise<readonly string[]> => {
    const plan: Plan | undefined = await stage.runs.plan(stage.found(), new ScriptedRunPerson([]));
    return plan?.rows.map(({ status }) => stateLabel(status)) ?? [];
  };

  it('is said to be, and not to be changed in the wiki', async () => {
    await open(true);
    await publishElsewhere('From CI.');
    await write(stage, 'From CI, and mended.');
    assert.deepEqual(
      await shown(),
      titles.map(() => 'Published from elsewhere'),
    );
    const told = await stage.publish('One.md', [], policies.publishAgain);
    assert.match(
      told.text ?? '',
      /^“One” was published from elsewhere today at [^.]*, by CI or a colleague\. If you publish it all the same, you are not asked about such publishes of this repository again\. Nothing was sent\./,
    );
    assert.match(there('One').content, /From CI\.$/m);
  });

  it('is asked about once for its repository, and the row goes on saying when it was', async () => {
    await open(true);
    await publishElsewhere('From CI.');
    await write(stage, 'Mended.');
    const person = all();
    await stage.publishFolder(person);
    assert.deepEqual(person.asked.filter((each) => each === 'changedInWiki').length, 1);
    assert.match(there('Two').content, /Mended/);
    await publishElsewhere('From CI again.');
    await write(stage, 'Mended again.');
    const plan = await stage.runs.plan(stage.found(), new ScriptedRunPerson([]));
    assert.ok(plan);
    assert.deepEqual(
      plan.rows.map((row) => stateLabel(row.status)),
      titles.map(() => 'Changed'),
    );
    const details = plan.rows.map((row) => rowDetail(row, stage.services.names));
    assert.match(details.join('\n'), /^“One” was published from elsewhere today at /m);
    const told = await stage.publish('One.md', [], policies.publishAgain);
    assert.match(told.text ?? '', /^“One” was published\./);
    assert.match(there('One').content, /Mended again/);
  });

  it('is never mixed with what a person edited: that is asked each time', async () => {
    await open(true);
    await publishElsewhere('From CI.');
    await write(stage, 'Mended.');
    await stage.publishFolder(all());
    await publishElsewhere('From CI again.');
    stage.wiki.pages.edit(there('Two'), { content: 'Theirs.' });
    await write(stage, 'Mended again.');
    assert.deepEqual([...(await shown())].sort(), ['Changed', 'Changed', 'Changed in the wiki']);
    await stage.publish('Two.md', [], policies.publishAgain);
    assert.equal(there('Two').content, 'Theirs.');
  });

  it('is an edit where the import writes by a person’s account, since nothing tells the two apart', async () => {
    await open(false);
    await publishElsewhere('From CI.');
    await write(stage, 'Mended.');
    assert.deepEqual(
      await shown(),
      titles.map(() => 'Changed in the wiki'),
    );
  });

  describe('and whose repository somebody joins', () => {
    const asked = async (): Promise<
      readonly { label: string; offers: readonly string[]; titles: string[] }[]
    > => {
      const plan = await elsewhere.runs.plan(elsewhere.found(), new ScriptedRunPerson([]));
      assert.ok(plan);
      let answered: AnsweredPlan = { plan, checked: new Set(plan.rows.map(({ file }) => file.uri)) };
      const questions = [];
      for (;;) {
        const next = await nextQuestion(answered, new ExistingPages(elsewhere.services));
        if (next.question === undefined) {
          return questions;
        }
        questions.push({
          label: questionLabel(next.question),
          offers: offersOf(next.question)?.map(({ label }) => label) ?? [],
          titles: next.question.rows.map(({ file }) => file.title),
        });
        answered = withAnswer(next.answered, next.question, { does: 'anyway' });
      }
    };

    it('is one question for all, with when, and one that a person edited has its own', async () => {
      await open(true);
      assert.deepEqual(
        (await asked()).map(({ titles: each }) => each.length),
        [3],
      );
      stage.wiki.pages.edit(there('Two'), { content: 'Theirs.' });
      const questions = await asked();
      assert.deepEqual(
        questions.map(({ titles: each }) => [...each].sort()),
        [['One', 'Three'], ['Two']],
      );
      assert.match(
        questions[0]?.label ?? '',
        /^2 pages of these files are in the wiki already, published last today at [^.]*\. Update them from now on\?$/,
      );
      assert.deepEqual(
        questions.map(({ offers }) => offers[1]),
        ['Update the pages', 'Replace the page'],
      );
    });

    it('has pages of which the later publishes of others are expected', async () => {
      await open(true);
      const told = await elsewhere.publish('One.md', [], policies.publishAgain);
      assert.match(
        told.text ?? '',
        /^“One” is in the wiki already\. It was published last today at [^.]*, and not edited since\. Nothing was sent\./,
      );
      await settled(await elsewhere.press(told, 'overwrite'));
      await write(stage, 'Of a colleague.');
      await stage.publish('One.md', [], policies.publishAgain);
      await write(elsewhere, 'Mended.');
      const again = await elsewhere.publish('One.md', [], policies.publishAgain);
      assert.match(again.text ?? '', /^“One” was published\./);
    });
  });
});
