import assert from 'node:assert/strict';
import { runGit } from '../host/git.js';
import { choiceOffers } from '../../src/core/publish/states.js';
import { rowDetail } from '../../src/services/plan/planTexts.js';
import { enter } from './person.js';
import { ScriptedRunPerson, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

describe('A file that has a page and gets another', () => {
  let stage: Stage;
  const git = (...args: readonly string[]): string => runGit(stage.folder, ...args);

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.storePlatformToken();
    git('init', '--quiet', '--initial-branch', 'main');
    Object.assign(stage.settings, { space: '1001', parent: '100102', folders: { docs: 'tree' } });
    await stage.write('docs/README.md', '# Handbook\n\nAll.\n');
    await stage.write('docs/a/README.md', '# First\n\nA.\n');
    await stage.write('docs/b/README.md', '# Second\n\nB.\n');
    await stage.write('docs/a/html.md', '# HTML & Forms\n\nText.\n');
    git('add', '.');
    git('commit', '--quiet', '-m', 'One');
    const ended = await stage.publishFolder(new ScriptedRunPerson([stopIfThere]), ['docs']);
    assert.match(ended?.report.text ?? '', /4 pages were published/);
  });
  afterEach(() => stage.close());

  const planned = async () => {
    const later = await stage.nextWindow();
    Object.assign(later.settings, stage.settings);
    const plan = await later.runs.plan(later.found(['docs']), new ScriptedRunPerson([]));
    const row =
      plan?.rows.find(({ file }) => file.path.endsWith('html.md')) ?? assert.fail('There is no row.');
    return { later, plan, row, detail: rowDetail(row, stage.services.names) };
  };
  const parents = () => {
    const { pages } = stage.wiki;
    const titled = pages.pages.filter(({ title }) => title === 'HTML & Forms');
    return titled.map(({ parentId }) => pages.page(parentId ?? '')?.title);
  };

  it('goes on with its page where Git moved it inside a tree', async () => {
    git('mv', 'docs/a/html.md', 'docs/b/html.md');
    const { later, row, detail } = await planned();
    assert.equal(row.status.kind, 'changed');
    assert.equal(detail, 'It goes on with the page of “docs/a/html.md”, which is gone.');
    await later.publish('docs/b/html.md', [enter]);
    assert.deepEqual(parents(), ['First']);
  });

  it('is asked about, with the page that stays, where it was moved inside a tree on another branch', async () => {
    git('switch', '--quiet', '-c', 'other');
    git('mv', 'docs/a/html.md', 'docs/b/html.md');
    const { later, plan, row, detail } = await planned();
    assert.equal(row.status.kind, 'moved');
    assert.equal(plan?.initiallyChecked.has(row.file.uri), false);
    assert.match(
      detail ?? '',
      /^The page under .* was created from “docs\/a\/html\.md”, which is not on this branch\.$/,
    );
    assert.deepEqual(
      (row.question ? choiceOffers(row.question) : []).map(({ label, detail: more }) => [label, more]),
      [['Create a second page', 'The old one stays in the wiki.']],
    );
    const saved = await later.publish('docs/b/html.md', [{ choose: 'stop' }]);
    assert.deepEqual(saved.questions, ['moved: stop']);
    assert.deepEqual(parents(), ['First', 'Second']);
  });

  it('says in its row that the page stays where somebody chose another parent for it', async () => {
    const { row, plan } = await planned();
    const place = { endpoint: stage.wiki.importEndpoint, space: '1001', parent: '100103' };
    const [elsewhere] =
      plan?.withAnswers([row.file.uri], { place }).rows.filter(({ file }) => file === row.file) ?? [];
    assert.ok(elsewhere);
    assert.match(
      rowDetail(elsewhere, stage.services.names) ?? '',
      /^The page created from it is under .*\. It stays in the wiki\.$/,
    );
  });
});
