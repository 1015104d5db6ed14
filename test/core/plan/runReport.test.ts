import assert from 'node:assert/strict';
import { notSentOutcome, type FileOutcome } from '../../../src/core/plan/fileOutcome.js';
import { sendsLeft } from '../../../src/core/plan/runTimeLeft.js';
import { filesFor, progressLine, runNotice, runSummary, topFile } from '../../../src/core/plan/runReport.js';
import { Run } from '../../../src/core/plan/run.js';
import type { RunFile } from '../../../src/core/plan/runFile.js';
import type { PageWarnings } from '../../../src/core/wiki/pageWarnings.js';
import { runIn } from './runIn.js';
import { examples } from '../publish/stateExamples.js';

const file = (path: string, title = path) => ({
  file: { uri: `file:///${path}` },
  path,
  destination: {
    endpoint: 'https://a.example/x',
    target: { space: 'ENG', parent: '42', title, overwrite: false },
    suggestedTitle: title,
    suggestedPlace: {},
  },
  answers: {},
  mayHaveArrived: false,
});
const ending = (kind: FileOutcome['kind'], message = ''): FileOutcome => ({ kind, message });
function ended(...endings: FileOutcome[]): Run {
  return runIn(
    endings.map((_, index) => file(`${index}.md`)),
    endings,
  );
}

describe('The report of a run', () => {
  it('counts what is blocked apart from what the person did not decide', () => {
    const unresolved = (['blocked', 'stopped', 'retitled', 'blocked', 'unplaced'] as const).map(
      (kind, index) => ({ ...{ uri: `${index}`, path: `${index}`, title: '' }, status: examples[kind] }),
    );
    const run = runIn([file('a.md')], [ending('published')], unresolved);
    assert.equal(
      runSummary(run),
      'The page was published. 1 file has no destination yet. 2 files need a decision. 2 files are blocked.',
    );
    // Nothing that was checked failed
    assert.equal(runNotice(run).severity, 'information');
    assert.deepEqual(runNotice(run).actions, ['resolve', 'chooseForAll']);
    const decided = runIn([file('a.md')], [ending('published')], unresolved.slice(0, 2));
    assert.deepEqual(runNotice(decided).actions, ['resolve', 'openInWiki']);
    assert.deepEqual(filesFor('resolve', run), ['1', '2']);
    assert.deepEqual(filesFor('chooseForAll', run), ['4']);
  });

  it('offers to set the token of the wiki whose pages wait for one, also beside what failed', () => {
    const status = examples.noPlatformToken;
    const waiting = ['b.md', 'c.md'].map((path) => ({ uri: path, path, title: '', status }));
    const run = runIn([file('a.md')], [ending('published')], waiting);
    const { text, actions } = runNotice(run);
    assert.equal(text, 'The page was published. 2 files need a platform token.');
    assert.deepEqual(actions, ['setPlatformToken', 'showReport']);
    assert.equal(run.tokenProblem?.endpoint, 'https://acme.example');
    const failed = runIn([file('a.md')], [ending('failed')], waiting);
    assert.deepEqual(runNotice(failed).actions, ['setPlatformToken', 'resume', 'showReport']);
  });

  it('says why the only file failed that did, once', () => {
    const failed = ended(ending('published'), ending('failed', 'Page 9 does not exist.'));
    assert.equal(runSummary(failed), '1 of 2 pages were published: 1 failed. “1.md”: Page 9 does not exist.');
    const two = ended(ending('failed', 'Page 9 does not exist.'), ending('failed', 'Page 9 does not exist.'));
    assert.equal(runSummary(two), '0 of 2 pages were published: 2 failed.');
    const stopped = new Run([file('a.md')]);
    stopped.startNext();
    stopped.stop({ kind: 'token', text: 'The API token was refused.' });
    stopped.ended(0, ending('failed', 'The API token was refused.'));
    assert.equal(runSummary(stopped), 'The page was not published. The API token was refused.');
  });

  for (const [run, text] of [
    [ended(ending('published'), ending('published')), '2 pages were published.'],
    [ended(ending('published')), 'The page was published.'],
    [ended(ending('failed')), 'The page was not published.'],
    [ended(ending('unknown')), 'Whether the page was published is unknown.'],
    [
      ended(
        ending('published'),
        ending('failed'),
        ending('unknown'),
        notSentOutcome('x'),
        notSentOutcome('x'),
      ),
      '1 of 5 pages were published: 1 failed, 1 unknown, 2 not sent.',
    ],
  ] as const) {
    it(`sums up: ${text}`, () => {
      assert.equal(runSummary(run), text);
    });
  }

  it('calls nothing all that leaves out a file which needs an answer', () => {
    const run = ended(ending('published'), ending('published'));
    assert.equal(runSummary(run, 1), '2 of 3 pages were published: 1 not sent.');
    assert.equal(runSummary(ended(ending('published')), 1), '1 of 2 pages were published: 1 not sent.');
  });

  it('calls links dead that may lead to other pages of the run only once it is over', () => {
    const warnings = { secretLines: [], images: 0, links: 1, missing: 0, notes: [], isPartial: false };
    const run = runIn(
      [{ ...file('a.md'), linked: [{ uri: 'file:///b.md', hasAddress: false }] }],
      [{ ...ending('published'), warnings }],
    );
    assert.equal(run.warnings(0), undefined);
    assert.equal(runSummary(run), 'The page was published.');
    run.close();
    assert.equal(run.warnings(0), warnings);
    assert.match(runSummary(run), /1 link doesn’t work in the wiki\.$/);
  });

  it('counts pages with a password apart from those with links that don’t work', () => {
    const some = { secretLines: [], images: 0, links: 0, missing: 0, notes: [], isPartial: false };
    const [secret, dead] = [
      { ...some, secretLines: [3] },
      { ...some, links: 1 },
    ];
    const summary = (...found: readonly PageWarnings[]): string =>
      runSummary(
        runIn(
          found.map((_, index) => file(`${index}.md`)),
          found.map((warnings) => ({ ...ending('published'), warnings })),
        ),
      );
    assert.match(
      summary(secret),
      /“.*”: Line 3 may contain a password or a key\. If it is a real one, change the password or key now: /,
    );
    assert.match(
      summary(secret, dead),
      /published\. “.*” may contain a password or a key\. If it is .* stay in the wiki\. Images or links of one page don’t work in the wiki\.$/,
    );
    assert.match(
      summary(secret, dead, { ...dead, ...secret, links: 2 }),
      /published\. 2 pages may contain passwords or keys\. If it is .* stay in the wiki\. Images or links of 2 pages don’t work in the wiki\.$/,
    );
  });

  it('offers to open the one page that has all others below it, where there is one, and else the report first', () => {
    const below = { ...file('b.md'), parentUri: 'file:///a.md' };
    const actionsOf = (...files: RunFile[]): readonly string[] =>
      runNotice(
        runIn(
          files,
          files.map(() => ending('published')),
        ),
      ).actions;
    assert.deepEqual(actionsOf(file('a.md')), ['openInWiki', 'showReport']);
    assert.deepEqual(actionsOf(below), ['openInWiki', 'showReport']);
    assert.deepEqual(actionsOf(file('a.md'), file('b.md')), ['showReport']);
    const run = runIn([below, file('a.md')], [ending('published'), ending('published')]);
    assert.equal(topFile(run)?.path, 'a.md');
  });

  it('counts what will be sent again as left, until it is known', () => {
    const run = runIn([file('a.md'), file('b.md')], [ending('published')]);
    assert.equal(sendsLeft(run, 2), 3);
    const again = ended(ending('published'), ending('published'));
    again.queueAgain(0, file('0.md'));
    assert.equal(sendsLeft(again, 2), 1);
  });

  it('sums up why it stopped', () => {
    const run = new Run([file('a.md')]);
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    run.close();
    assert.equal(runSummary(run), 'The page was not published. Cancelled.');
  });

  it('says nothing of a stop that came when nothing was left to send', () => {
    const run = ended(ending('published'), ending('published'));
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    assert.equal(runSummary(run), '2 pages were published.');
  });

  it('tells how far it is', () => {
    const run = runIn(
      [file('a.md'), file('b.md'), file('c.md')],
      [ending('published'), ending('failed'), 'sending'],
    );
    assert.equal(progressLine(run, 0, undefined, 0), '2 of 3 · 1 failed');
    assert.equal(progressLine(run, 2, undefined, 0), '2 of 3 · 1 failed');
    assert.equal(progressLine(run, 0, 90_000, 0), '2 of 3 · 1 failed · 2 minutes left');
  });

  it('tells how far it is with links between pages', () => {
    const run = runIn(
      [file('a.md'), file('b.md'), file('c.md')],
      [1, 2, 3].map(() => ending('published')),
    );
    // While the pages are looked up and decided again
    assert.equal(progressLine(run, 2, 5_000, 0), 'Links between pages: 0 of 2 · 5 seconds left');
    run.queueAgain(0, file('a.md'));
    run.queueAgain(2, file('c.md'));
    assert.equal(progressLine(run, 0, undefined, 0), 'Links between pages: 0 of 2');
    run.ended(run.startNext() ?? assert.fail(), ending('published'));
    assert.equal(progressLine(run, 0, undefined, 0), 'Links between pages: 1 of 2');
    run.ended(run.startNext() ?? assert.fail(), ending('failed'));
    assert.equal(progressLine(run, 0, undefined, 0), '3 of 3');
    assert.equal(
      runSummary(run),
      '3 pages were published. One page was sent twice, so that its links lead to the other pages. Links of one page to new pages lead nowhere yet.',
    );
  });

  it('tells that it pauses', () => {
    const run = new Run([file('a.md')]);
    run.pace.slow(0, 12_000);
    assert.equal(
      progressLine(run, 0, 90_000, 2_000),
      '0 of 1 · pausing for 10 seconds: the wiki is getting too many requests',
    );
    assert.equal(progressLine(run, 0, 90_000, 12_000), '0 of 1 · 2 minutes left');
  });
});
