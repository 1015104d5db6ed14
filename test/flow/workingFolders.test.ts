import assert from 'node:assert/strict';
import { cp, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { runGit } from '../host/git.js';
import { ScriptedRunPerson } from './runPerson.js';
import { Stage } from './stage.js';

const guides = '100102';
const home = '100101';
const page = (title: string, text = `About ${title}.`, parent = guides): string =>
  `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n# ${title}\n\n${text}\n`;

describe('A document that is in two working folders of a repository', () => {
  let first: Stage;
  let second: Stage;
  let clone: string;

  const git = (stage: Stage, ...args: readonly string[]): string => runGit(stage.folder, ...args);
  const content = (title: string, parent = guides) =>
    first.wiki.pages.findPage('1001', parent, title)?.content;
  const pages = (title: string) => first.wiki.pages.pages.filter((each) => each.title === title).length;

  beforeEach(async () => {
    first = await Stage.open();
    git(first, 'init', '--quiet', '--initial-branch', 'main');
    git(first, 'remote', 'add', 'origin', 'https://git.example/team/docs.git');
    for (const title of ['One', 'Two', 'Three']) {
      await first.write(`docs/${title}.md`, page(title));
      await first.publish(`docs/${title}.md`);
    }
    clone = await temporaryFolder('clone');
    await cp(first.folder, clone, { recursive: true });
    second = await first.inFolder(clone);
  });
  afterEach(async () => {
    await first.close();
    await removeFolder(clone);
  });

  it('is asked about once, and then all its pages are those of both', async () => {
    await second.write('docs/One.md', page('One', 'From the clone.'));
    const asked = await second.publish('docs/One.md', [{ choose: 'replace' }]);
    assert.deepEqual(asked.questions, ['others: stop, replace']);
    await second.write('docs/Two.md', page('Two', 'From the clone too.'));
    assert.deepEqual((await second.publish('docs/Two.md')).asked, []);
    await first.write('docs/One.md', page('One', 'From the first again.'));
    assert.deepEqual((await first.publish('docs/One.md')).asked, []);
    assert.match(content('One') ?? '', /From the first again/);
    assert.match(content('Two') ?? '', /From the clone too/);
    assert.deepEqual([pages('One'), pages('Two')], [1, 1]);
  });

  it('is asked about once where it is in two worktrees that publish in turn', async () => {
    git(first, 'add', '--all');
    git(first, 'commit', '--quiet', '--message', 'All');
    const tree = path.join(clone, 'tree');
    git(first, 'worktree', 'add', '--quiet', '-b', 'topic', tree);
    const worktree = await first.inFolder(tree);
    const asked: (readonly (string | undefined)[])[] = [];
    for (const round of [1, 2, 3]) {
      for (const stage of [worktree, first]) {
        await stage.write('docs/One.md', page('One', `Round ${round} of ${stage.folder}.`));
        const told = await stage.publish(
          'docs/One.md',
          stage === worktree && round === 1 ? [{ choose: 'replace' }] : [],
        );
        asked.push(told.questions);
        assert.match(content('One') ?? '', new RegExp(`Round ${round} of ${stage.folder}`));
      }
    }
    assert.deepEqual(asked, [['others: stop, replace'], [], [], [], [], []]);
    assert.equal(pages('One'), 1);
  });

  it('replaces nothing with Enter before that', async () => {
    await second.write('docs/One.md', page('One', 'From the clone.'));
    const { text } = await second.publish('docs/One.md', [{ choose: 'stop' }]);
    assert.match(text ?? '', /Nothing was replaced\./);
    assert.match(content('One') ?? '', /About One/);
  });

  it('is sent neither by a plan nor by a save where the other folder published it last', async () => {
    await second.write('docs/One.md', page('One', 'From the clone.'));
    await second.publish('docs/One.md', [{ choose: 'replace' }]);
    await second.write('docs/Two.md', page('Two', 'In the clone.'));
    await second.write('docs/One.md', page('One', 'Again.'));
    const person = new ScriptedRunPerson([{}]);
    await second.publishFolder(person);
    const [plan] = person.plans;
    const sections = plan?.rows.map(({ file, status, decision }) => [
      path.basename(file.path),
      status.kind,
      decision?.publishedBy?.isGone,
      plan.initiallyChecked.has(file.uri),
    ]);
    assert.deepEqual(sections, [
      ['One.md', 'changed', undefined, true],
      ['Three.md', 'unchanged', false, false],
      ['Two.md', 'changed', false, false],
    ]);
    assert.match(content('Two') ?? '', /About Two/);
    const saved = page('Two', 'Saved.').replace('wiki: {', 'wiki: { publishOnSave: true,');
    const { text } = await second.save('docs/Two.md', saved);
    assert.match(text ?? '', /was not published/);
    assert.match(content('Two') ?? '', /About Two/);
  });

  it('has a page of its own at the place that the other folder’s branch names', async () => {
    await second.write('docs/One.md', page('One', 'For home.', home));
    assert.deepEqual((await second.publish('docs/One.md')).asked, []);
    assert.match(content('One', home) ?? '', /For home/);
    assert.match(content('One') ?? '', /About One/);
    await first.write('docs/One.md', page('One', 'For guides.'));
    assert.deepEqual((await first.publish('docs/One.md')).asked, []);
    assert.deepEqual([content('One', home) === undefined, pages('One')], [false, 2]);
  });

  it('is asked about again where the folder has another remote by now', async () => {
    git(first, 'remote', 'set-url', 'origin', 'https://git.example/fork/docs.git');
    const fork = await first.inFolder(first.folder);
    await fork.write('docs/One.md', page('One', 'Of the fork.'));
    const { questions } = await fork.publish('docs/One.md', [{ choose: 'stop' }]);
    assert.deepEqual(questions, ['others: stop, replace']);
    assert.match(content('One') ?? '', /About One/);
  });

  const move = async (stage: Stage, from: string, to: string): Promise<void> => {
    const [before, after] = [from, to].map((name) => path.join(stage.folder, name)) as [string, string];
    await mkdir(path.dirname(after), { recursive: true });
    await rename(before, after);
  };

  it('goes on with its page where it was moved outside of the editor, which is said', async () => {
    await move(first, 'docs/One.md', 'docs/One/README.md');
    await first.write('docs/One/README.md', page('One', 'Moved and edited.'));
    const person = new ScriptedRunPerson([{}]);
    await first.publishFolder(person);
    const row = person.plans[0]?.rows.find(({ file }) => file.path.endsWith('README.md'));
    assert.deepEqual([row?.status.kind, row?.decision?.publishedBy?.isGone], ['changed', true]);
    assert.deepEqual([content('One'), pages('One')], ['Moved and edited.\n', 1]);
    await move(first, 'docs/Two.md', 'docs/Second.md');
    const asked = await first.publish('docs/Second.md', ['leave']);
    assert.deepEqual(asked.asked, ['plan']);
  });

  it('leaves its page to nobody where it is only out of sight: on another branch', async () => {
    git(first, 'add', '--all');
    git(first, 'commit', '--quiet', '--message', 'All');
    git(first, 'checkout', '--quiet', '-b', 'topic');
    const topic = await first.inFolder(first.folder);
    await move(topic, 'docs/One.md', 'docs/Uno.md');
    const { questions } = await topic.publish('docs/Uno.md', [{ choose: 'stop' }]);
    assert.deepEqual(questions, ['others: stop, replace']);
    assert.match(content('One') ?? '', /About One/);
  });

  it('leaves its page to nobody where its folder has another remote by now', async () => {
    git(first, 'remote', 'set-url', 'origin', 'https://git.example/fork/docs.git');
    const fork = await first.inFolder(first.folder);
    await move(fork, 'docs/One.md', 'docs/Uno.md');
    const { questions } = await fork.publish('docs/Uno.md', [{ choose: 'stop' }]);
    assert.deepEqual(questions, ['others: stop, replace']);
    assert.match(content('One') ?? '', /About One/);
  });
});
