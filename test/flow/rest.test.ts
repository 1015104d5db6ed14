import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const page = (title: string, text = `About ${title}.`): string => `${front}# ${title}\n\n${text}\n`;
const titles = ['A', 'B', 'C', 'D', 'E'];

describe('What a window that was killed left of a run', () => {
  let stage: Stage;
  /** The window that is opened after it. */
  let next: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    stage.concurrency = 1;
    for (const title of titles) {
      await stage.write(`docs/${title}.md`, page(title));
    }
  });
  afterEach(async () => {
    // What the killed window waits for
    stage.wiki.release();
    await stage.close();
  });

  /** Two pages are there, and the third is under way: it arrives or not, and nobody is told. */
  const kill = async (processed: boolean): Promise<void> => {
    const { wiki } = stage;
    wiki.script({ do: 'process' }, { do: 'process' }, { do: 'stall', processed });
    void stage.publishFolder(new ScriptedRunPerson([stopIfThere]), ['docs']).catch(() => undefined);
    await stage.stalled();
    next = await stage.nextWindow();
    next.concurrency = 1;
    next.isAlive = () => false;
    // What came of a page is recorded while the next is sent
    while ((await next.runs.interrupted())?.published !== 2) {
      await new Promise(setImmediate);
    }
  };
  const sent = (): readonly string[] => stage.sent.map(({ title }) => title);
  const pageOf = (title: string) => stage.wiki.pages.findPage('1001', '100102', title);

  for (const processed of [true, false]) {
    it(`is planned again: each page is made once, and one under way that ${processed ? 'arrived' : 'did not arrive'} is unknown`, async () => {
      await kill(processed);
      assert.equal((await next.runs.interrupted())?.all, 5);
      const person = new ScriptedRunPerson([stopIfThere]);
      const ended = await next.resume(person);
      assert.deepEqual(shownRows(person.plans[0]), [
        ['unchanged', 'A.md'],
        ['unchanged', 'B.md'],
        ['unknown', 'C.md'],
        ['new', 'D.md'],
        ['new', 'E.md'],
      ]);
      assert.equal(person.plans[0]?.rows[2]?.decision?.effect.kind, 'unknown');
      assert.deepEqual(person.asked, ['questions', 'exists']);
      const told = processed ? '4 of 5 pages were published: 1 unknown.' : '5 pages were published.';
      assert.equal(ended?.report.text, told);
      assert.deepEqual(sent(), ['A', 'B', 'C', 'C', 'D', 'E']);
      assert.ok(titles.every((title) => pageOf(title)?.version === 1));
      const left = await next.runs.interrupted();
      assert.deepEqual(left, processed ? { all: 5, published: 4 } : undefined);
    });
  }

  it('goes by the files of now: none that is gone, none that is new, and what was written since', async () => {
    await kill(true);
    await rm(path.join(stage.folder, 'docs/D.md'));
    await stage.write('docs/F.md', page('F'));
    await stage.write('docs/A.md', page('A', 'More.'));
    const person = new ScriptedRunPerson([stopIfThere]);
    await next.resume(person);
    assert.deepEqual(shownRows(person.plans[0]), [
      ['changed', 'A.md'],
      ['unchanged', 'B.md'],
      ['unknown', 'C.md'],
      ['new', 'E.md'],
    ]);
    assert.deepEqual([pageOf('A')?.content, pageOf('D'), pageOf('F')], ['More.\n', undefined, undefined]);
  });

  it('is shown first where a file of it can’t be sent as it is', async () => {
    await kill(true);
    await stage.write('docs/D.md', page('D', 'About <!-- this'));
    const person = new ScriptedRunPerson(['leave']);
    assert.equal(await next.resume(person), undefined);
    assert.deepEqual(person.asked, ['plan']);
    assert.deepEqual(await next.runs.interrupted(), { all: 5, published: 2 });
  });

  it('asks again before a page is replaced, whatever was agreed to then', async () => {
    stage.wiki.script({ do: 'stall' });
    const agreed = { say: { exists: { does: 'replace' } } } as const;
    void stage.publishFolder(new ScriptedRunPerson([agreed]), ['docs']).catch(() => undefined);
    await stage.stalled();
    stage.wiki.pages.createPage({ spaceId: '1001', parentId: '100102', title: 'E', content: 'Theirs.' });
    next = await stage.nextWindow();
    next.isAlive = () => false;
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await next.resume(person);
    assert.deepEqual(person.asked, ['questions', 'exists']);
    assert.match(ended?.report.text ?? '', /^\d of 5 pages were published: /);
    assert.equal(pageOf('E')?.content, 'Theirs.');
  });

  it('is nothing of a run that another window still sends', async () => {
    await kill(true);
    const other = await stage.nextWindow();
    assert.equal(await other.runs.interrupted(), undefined);
    await assert.rejects(other.resume(new ScriptedRunPerson([])), /Files are already being published/);
  });

  it('is all that is taken up where another window is sending something else', async () => {
    await kill(false);
    await stage.write('other/X.md', page('X'));
    stage.wiki.script({ do: 'stall' });
    const running = next.publishFolder(new ScriptedRunPerson([stopIfThere]), ['other']);
    while (stage.wiki.stalled < 2) {
      await new Promise(setImmediate);
    }
    const third = await stage.nextWindow();
    third.isAlive = (instance) => instance === next.storedRuns.instance;
    const person = new ScriptedRunPerson([stopIfThere]);
    assert.equal((await third.resume(person))?.report.text, '5 pages were published.');
    assert.equal(await third.storedRuns.isRunning(), true);
    stage.wiki.release();
    assert.equal((await running)?.report.text, 'The page was published.');
    assert.equal(await third.storedRuns.isRunning(), false);
  });

  it('is taken by one window only', async () => {
    await kill(false);
    const other = await stage.nextWindow();
    const resuming = next.resume(new ScriptedRunPerson([stopIfThere]));
    await assert.rejects(other.resume(new ScriptedRunPerson([])), /Files are already being published/);
    assert.equal((await resuming)?.report.text, '5 pages were published.');
  });

  it('is one with what other runs left, and is shown first', async () => {
    for (const name of ['docs/A.md', 'docs/B.md']) {
      stage.wiki.script({ do: 'answer', status: 400, body: '{"body":"No."}' });
      await stage.publishFolder(new ScriptedRunPerson([stopIfThere]), [name]);
    }
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.resume(person);
    assert.equal(person.asked[0], 'plan');
    const files = shownRows(person.plans[0]).map(([, file]) => file);
    assert.deepEqual(files, ['A.md', 'B.md']);
    assert.equal(ended?.report.text, '2 pages were published.');
  });

  it('is removed with all data', async () => {
    await kill(false);
    await next.removeAllData();
    assert.equal(await next.runs.interrupted(), undefined);
    await assert.rejects(next.resume(new ScriptedRunPerson([])), /There is nothing to resume/);
  });

  it('is not kept for ever', async () => {
    await kill(false);
    next.ahead = 40 * 24 * 3_600_000;
    await next.storeToken();
    await next.write('other/X.md', page('X'));
    await next.publishFolder(new ScriptedRunPerson([stopIfThere]), ['other']);
    assert.equal((await next.runs.interrupted())?.all, 1);
  });
});

describe('A run on a disk that is full', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    stage.concurrency = 1;
    for (const title of ['A', 'B', 'C']) {
      await stage.write(`${title}.md`, page(title));
    }
  });
  afterEach(() => stage.close());

  it('does not begin, and says so', async () => {
    await stage.fillDisk();
    await assert.rejects(
      stage.publishFolder(new ScriptedRunPerson([stopIfThere])),
      /can’t be saved on this computer\. Make room on the disk, and reload the window\. .* Nothing was sent\./,
    );
    assert.equal(stage.sent.length, 0);
    const next = await stage.nextWindow();
    assert.equal(await next.runs.interrupted(), undefined);
    const ended = await next.publishFolder(new ScriptedRunPerson([stopIfThere]));
    assert.equal(ended?.report.text, '3 pages were published.');
  });

  it('lets a single file be published all the same', async () => {
    await stage.fillDisk();
    const { text } = await stage.publish('A.md');
    assert.match(text ?? '', /was published/);
  });

  it('ends, and the rest is published by another window', async () => {
    let filling: Promise<void> | undefined;
    const person = new ScriptedRunPerson([stopIfThere], (run) => {
      if (run.counts.published === 1) {
        filling ??= stage.fillDisk();
      }
    });
    const ended = await stage.publishFolder(person);
    await filling;
    const told = ended?.report.text ?? '';
    assert.match(
      told,
      /^\d of 3 pages were published: .*can’t be saved on this computer\. .* A single file can still be published\.$/,
    );
    assert.ok(stage.sent.length < 3);
    const next = await stage.nextWindow();
    next.isAlive = () => false;
    const rest = await next.resume(new ScriptedRunPerson([stopIfThere]));
    // What came of the page that was under way could not be kept
    const { text = '' } = rest?.report ?? {};
    assert.match(text, /^(3 pages were published|2 of 3 pages were published: 1 unknown)\.$/);
    const pages = ['A', 'B', 'C'].map((title) => stage.wiki.pages.findPage('1001', '100102', title));
    assert.deepEqual(
      pages.map((each) => each?.version),
      [1, 1, 1],
    );
  });
});
