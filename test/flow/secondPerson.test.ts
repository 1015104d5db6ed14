import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { withAnswer, type AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import type { Plan } from '../../src/core/plan/plan.js';
import type { PromptScope } from '../../src/services/publish/host.js';
import { policies } from '../../src/services/publish/request.js';
import { nextQuestion } from '../../src/services/plan/nextQuestion.js';
import { offersOf } from '../../src/services/plan/planOffers.js';
import { questionLabel, reasonsIn, rowDetail } from '../../src/services/plan/planTexts.js';
import type { TouchedPages } from '../../src/services/wiki/touchedPages.js';
import { ExistingPages } from '../../src/services/wiki/existingPages.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { ScriptedRunPerson } from './runPerson.js';
import { enter, ScriptedPerson } from './person.js';
import { Stage } from './stage.js';

const guides = '100102';
const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const page = (title: string, text = `About ${title}.`): string =>
  `---\nwiki: { space: "1001", parent: "${guides}" }\n---\n# ${title}\n\n${text}\n`;
const isThere = (title: string): RegExp =>
  new RegExp(`^“${title}” is in the wiki already\\. It was changed last by “Mara Lind” today at [^.]*\\.`);

describe('The second person of a team, whose clone has published nothing yet', () => {
  let first: Stage;
  let second: Stage;

  beforeEach(async () => {
    first = await Stage.open();
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: first.folder });
    execFileSync('git', ['remote', 'add', 'origin', 'https://git.example/team/docs.git'], {
      cwd: first.folder,
    });
    for (const title of titles) {
      await first.write(`${title}.md`, page(title));
      await first.publish(`${title}.md`);
    }
    const clone = await temporaryFolder('clone');
    await cp(first.folder, clone, { recursive: true });
    second = await Stage.beside(first.wiki, clone);
    for (const title of titles) {
      first.wiki.pages.edit(at(title), { content: 'Mara was here.' });
      await second.write(`${title}.md`, page(title, 'From the clone.'));
    }
  });
  afterEach(async () => {
    await second.leave();
    await removeFolder(second.folder);
    await first.close();
  });

  const at = (title: string) =>
    first.wiki.pages.findPage('1001', guides, title) ?? assert.fail(`There is no ${title}.`);
  const contents = () => new Set(titles.map((title) => at(title).content));
  const forgetPlatformToken = () => second.platformTokens.delete(second.wiki.origin);
  const shown = async (): Promise<AnsweredPlan> => {
    const plan: Plan | undefined = await second.runs.plan(second.found(), new ScriptedRunPerson([]));
    assert.ok(plan);
    return { plan, checked: new Set(plan.rows.map(({ file }) => file.uri)) };
  };

  it('is told who changed the page last before it is replaced, and then replaces it', async () => {
    const told = await second.publish('One.md');
    assert.match(told.text ?? '', isThere('One'));
    assert.match(told.text ?? '', /Nothing was sent\.$/);
    assert.deepEqual(told.actions, ['updateFromWiki', 'compare', 'openInWiki', 'overwrite']);
    assert.equal(told.ended?.report.isModal, true);
    assert.equal(told.ended.address, `${first.wiki.origin}/wiki/spaces/DOCS/pages/${at('One').id}/One`);
    assert.equal(at('One').content, 'Mara was here.');
    const replaced = await second.press(told, 'overwrite');
    assert.match(replaced.text ?? '', /^“One” was published\./);
    assert.match(at('One').content, /From the clone/);
  });

  it('is asked with what one lookup tells, of which the prompt shows the page', async () => {
    class Looking extends ScriptedPerson {
      override async answerPlan(plan: Plan, show: PromptScope, pages?: TouchedPages) {
        const { connection, target } = plan.rows[0]?.decision ?? {};
        const place = connection && target && { endpoint: connection.endpoint, ...target };
        const { foundAt } = (place && (await pages?.look({ place }))) ?? {};
        assert.equal(place && foundAt?.(place)?.id, at('One').id);
        return super.answerPlan(plan, show);
      }
    }
    const lookups = second.wiki.lookups.length;
    Object.assign(second.settings, { overwrite: true });
    const uri = second.uri('One.md');
    await second.flow.publish({ uri, policy: policies.publish, from: 'destination' }, new Looking([enter]));
    const titled = second.wiki.lookups.slice(lookups).filter(({ path }) => path.includes('title='));
    assert.equal(titled.length, 1);
  });

  it('is told again if somebody edits the page meanwhile', async () => {
    const told = await second.publish('One.md');
    first.wiki.pages.edit(at('One'), { content: 'Once more.' });
    const again = await second.press(told, 'overwrite');
    assert.match(again.text ?? '', isThere('One'));
    assert.equal(at('One').content, 'Once more.');
  });

  it('is told the same where the settings ask to replace pages: none is offered to be created', async () => {
    Object.assign(second.settings, { overwrite: true });
    const told = await second.publish('One.md', [{ choose: 'replace' }]);
    assert.match(told.text ?? '', isThere('One'));
    const asked = await nextQuestion(await shown(), new ExistingPages(second.services));
    assert.deepEqual(asked.question && offersOf(asked.question)?.map(({ label }) => label), [
      'Leave Out',
      'Replace the pages',
    ]);
    assert.deepEqual(contents(), new Set(['Mara was here.']));
  });

  it('is told of all nine pages of a folder, with who and when, and of those that change until they are sent', async () => {
    const { answered, question } = await nextQuestion(await shown(), new ExistingPages(second.services));
    assert.ok(question);
    assert.equal(questionLabel(question), 'The wiki already has pages with these 9 titles:');
    assert.deepEqual(
      offersOf(question)?.map(({ label }) => label),
      ['Leave Out', 'Replace the pages'],
    );
    const reasons = reasonsIn(question).map(({ reason }) => reason);
    assert.equal(reasons.length, 9);
    assert.match(reasons.join('\n'), new RegExp(isThere('Nine').source.slice(1)));
    const all = withAnswer(answered, question, { does: 'anyway' });
    assert.match(
      rowDetail(all.plan.rows[0] ?? assert.fail(), second.services.names) ?? '',
      / · ✓ Replace the page$/,
    );
    // Answering takes longer than a lookup counts, and meanwhile somebody edits a page
    const change = (): Plan => {
      second.ahead += 6_000;
      first.wiki.pages.edit(at('Nine'), { content: 'Once more.' });
      return all.plan;
    };
    const person = new ScriptedRunPerson([{ change, check: ['.md'] }, 'leave']);
    assert.equal(await second.publishFolder(person), undefined);
    const [, again] = person.plans;
    const open = again?.rows.filter(({ decision }) => decision?.questions.length !== 0);
    assert.deepEqual(
      open?.map(({ file }) => file.title),
      ['Nine'],
    );
    assert.equal(at('Nine').content, 'Once more.');
  });

  it('creates what is not there without a question', async () => {
    await second.write('Ten.md', page('Ten'));
    const told = await second.publish('Ten.md');
    assert.match(told.text ?? '', /^“Ten” was published\./);
    assert.deepEqual(told.asked, []);
  });

  it('reads that an edit can’t be told without a platform token, and is not led to a second page', async () => {
    await forgetPlatformToken();
    const told = await second.publish('One.md');
    assert.match(
      told.text ?? '',
      /^“One” was not published: a page with this title already exists\. Nothing was replaced\. In a shared repository, it most likely is the page of this file\. Without a platform token, an edit in the wiki can’t be told\./,
    );
    assert.deepEqual(told.actions, ['openInWiki', 'overwrite', 'changeTitle']);
    const { question } = await nextQuestion(await shown(), new ExistingPages(second.services));
    assert.ok(question);
    assert.equal(question.kind, 'exists');
    assert.match(
      offersOf(question)?.[1]?.detail ?? '',
      /^Without a platform token, an edit in the wiki can’t be told\. Their/,
    );
  });
});
