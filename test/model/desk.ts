import assert from 'node:assert/strict';
import path from 'node:path';
import { readApiToken, type ApiToken } from '../../src/core/connection/apiToken.js';
import { unheard } from '../services/publish/publishing.js';
import { contentUnder } from '../../src/core/publish/content.js';
import { decide, type DecideInput } from '../../src/core/publish/decide.js';
import { destinationOf } from '../../src/core/publish/destination.js';
import type { FileIdentity } from '../../src/core/publish/pageRecord.js';
import { Run } from '../../src/core/run/run.js';
import { filesLeft, planToResume, resumedRun, type UnfinishedRun } from '../../src/core/run/resume.js';
import { isTaken } from '../../src/core/wiki/outcome.js';
import type { RecordIndex } from '../../src/core/publish/recordIndex.js';
import type { Plan } from '../../src/core/run/plan.js';
import { FileLocks } from '../../src/services/publish/fileLocks.js';
import { hashOf } from '../../src/services/publish/hashOf.js';
import {
  takenOf,
  type Changes,
  type PagesInWiki,
  type Taken,
} from '../../src/services/publish/pagesInWiki.js';
import { PageRecords } from '../../src/services/publish/pageRecords.js';
import { publishPage } from '../../src/services/publish/publishPage.js';
import { planFiles } from '../../src/services/run/planFiles.js';
import { readForPlan, readForSend, type ReadText } from '../../src/services/run/readFile.js';
import { sendFiles } from '../../src/services/run/sendFiles.js';
import type { Wiki } from '../wiki/wiki.js';
import {
  answerAll,
  answerPlan,
  hashesOf,
  inputOf,
  pageOf,
  recordIn,
  settingsOf,
  uriOf,
  type Answers,
  type Settings,
} from './person.js';
import { Drafts, type Draft } from './drafts.js';
import { identityOf, notice, ownersIn, settingsIn } from './projects.js';
import { Truth, type Fate } from './truth.js';

interface Window {
  readonly records: PageRecords;
  readonly inWiki: PagesInWiki;
  readonly locks: FileLocks;
}

/** A person with files, windows and a wiki: what is real in it is everything but the windows' glass. */
export class Desk {
  readonly drafts: Drafts;
  readonly #windows: Window[] = [];
  readonly truth: Truth;
  settings: Settings = { parent: '100102', overwrite: undefined };
  unfinished: UnfinishedRun | undefined;
  #clock = 1_000;
  #token: ApiToken;

  constructor(
    wiki: Wiki,
    secret: string,
    private readonly folder: string,
    titlesPerSpace: boolean,
  ) {
    this.#token = readApiToken(secret).value ?? assert.fail('This is no token.');
    this.truth = new Truth(wiki, titlesPerSpace);
    this.drafts = new Drafts(path.join(folder, 'files'));
    this.#windows.push(this.#open(), this.#open());
  }

  async renameInside(draft: Draft, name: string, window: number): Promise<void> {
    if (!this.drafts.isFree(name)) {
      return;
    }
    const before = uriOf(draft.path);
    await this.drafts.rename(draft, name);
    await this.#window(window).records.handOver(before, uriOf(draft.path));
  }

  /** The window dies, and another is opened in its place. */
  crash(window: number): void {
    this.#windows[window] = this.#open();
  }

  /** One publish, Publish Again, or on save, which never asks. */
  async publishOne(
    draft: Draft,
    { window, answers, fate, asks }: { window: number; answers: Answers; fate: Fate; asks: boolean },
  ): Promise<void> {
    const read = await this.#input(window, draft);
    const changedInWiki = await this.#changes(window, read);
    const input = { ...read, changedInWiki };
    const { decision, chosen } = asks
      ? answerAll(input, answers)
      : { decision: decide(input), chosen: undefined };
    const { connection, target, questions, change } = decision;
    if (
      connection === undefined ||
      target === undefined ||
      questions.length > 0 ||
      change.kind === 'unchanged'
    ) {
      return;
    }
    const destination = destinationOf(input.document, connection, target, change);
    const page = pageOf(draft);
    const content = contentUnder(page, target.title);
    const { records } = this.#window(window);
    this.drafts.becomesKnown(draft);
    await records.sending(input.file, destination, hashOf(content));
    const dies = this.truth.send(fate, () => ({ document: draft.document, chosen }));
    const publishing = publishPage(
      { send: dies.send, now: () => this.#now(), pause: () => Promise.resolve(), log: () => undefined },
      {
        endpoint: connection.endpoint,
        token: this.#token,
        target,
        content,
        mayHaveArrived: change.kind === 'unknown',
        pageExists: records.last.at({ endpoint: connection.endpoint, ...target })?.published !== undefined,
      },
      () => undefined,
      new AbortController().signal,
    );
    const outcome = await Promise.race([publishing, dies.died]);
    if (outcome === undefined) {
      this.crash(window);
    } else {
      await records.settled(input.file, destination, content, outcome);
      const taken = isTaken(outcome) ? [takenOf(destination, outcome)] : [];
      await this.#window(window).inWiki.published(taken);
    }
  }

  /** Of the page that would be replaced, and of those that an answer may lead to. */
  async #changes(window: number, { own, at, ...input }: DecideInput): Promise<Changes> {
    const { connection, target } = decide({ own, at, ...input });
    const there = connection && target && at({ endpoint: connection.endpoint, ...target });
    return this.#window(window).inWiki.changes(there === undefined ? own : [...own, there]);
  }

  /** A folder, the selected or the changed files: a plan, its questions, a run. */
  async publishMany(
    drafts: readonly Draft[],
    {
      window,
      answers,
      fate,
      ticks,
    }: { window: number; answers: Answers; fate: Fate; ticks: 'ready' | 'all' },
  ): Promise<void> {
    const plan = await this.#plan(drafts, window);
    const asking = ['retitled', 'moved', 'foreign', 'claimed'];
    const extra = ticks === 'all' ? plan.rows.filter(({ section }) => asking.includes(section)) : [];
    const ticked = new Set([...plan.ticked, ...extra.map(({ file }) => file.uri)]);
    const answered = answerPlan(plan, ticked, answers);
    await this.#run(new Run(answered.runFiles(ticked)), window, fate);
  }

  async resume({ window, answers, fate }: { window: number; answers: Answers; fate: Fate }): Promise<void> {
    const { unfinished } = this;
    if (unfinished === undefined) {
      return;
    }
    const uris = new Set(filesLeft(unfinished).map(({ file }) => file.uri));
    const drafts = this.drafts.all.filter((draft) => uris.has(uriOf(draft.path)));
    const read = (await this.#plan(drafts, window)).files;
    const plan = planToResume(read, unfinished);
    const { ticked } = plan;
    const answered = answerPlan(plan, ticked, answers);
    await this.#run(resumedRun(unfinished, answered, ticked), window, fate);
  }

  /** Whatever a window says of a file must be true of the wiki. */
  async check(): Promise<void> {
    this.truth.check();
    for (const { records } of this.#windows) {
      const index = await records.read();
      for (const draft of this.drafts.all) {
        const file = await this.#identify(uriOf(draft.path));
        const decision = decide(this.#inputOf(draft, file, index.ofFile(file), index));
        const { change, target, questions } = decision;
        // Who is asked first is not told that nothing has changed
        if (change.kind === 'unchanged' && target !== undefined && questions.length === 0) {
          const { title } = target;
          const content = this.truth.contentOf(target);
          if (!this.truth.isEdited(target)) {
            assert.equal(content, contentUnder(pageOf(draft), title), `“${title}” is not unchanged`);
          }
        }
      }
    }
  }

  async #plan(drafts: readonly Draft[], window: number): Promise<Plan> {
    const { records } = this.#window(window);
    const index = await records.read();
    const texts = new Map(drafts.map((draft) => [uriOf(draft.path), draft]));
    const found = drafts.map((draft) => ({ uri: uriOf(draft.path), path: path.basename(draft.path) }));
    const reading = {
      read: (uri: string) => {
        const draft = texts.get(uri) ?? assert.fail(uri);
        return Promise.resolve({ value: readDraft(this, draft) });
      },
      identify: (uri: string) => this.#identify(uri),
      records,
      index,
      connections: [this.truth.connection],
    };
    const read = (file: (typeof found)[number]) => readForPlan(reading, file);
    const owners = ownersIn(index);
    const plan = await planFiles(found, read, {
      changes: (pages) => this.#window(window).inWiki.changes(pages),
    });
    assert.deepEqual(ownersIn(index), owners, 'Planning took a page over.');
    for (const { uri, input } of plan?.files ?? []) {
      notice(this, texts.get(uri) ?? assert.fail(uri), input ?? assert.fail(uri), index);
    }
    return plan ?? assert.fail('Nobody cancelled it.');
  }

  async #run(run: Run, window: number, fate: Fate): Promise<void> {
    const { records, locks, inWiki } = this.#window(window);
    const taken: Taken[] = [];
    // Of the run, as it would be on the disk
    const states = run.files.map((_file, index) => run.state(index));
    this.unfinished = { files: run.files, states, blocked: run.blocked };
    const documents = new Map(this.drafts.all.map((draft) => [uriOf(draft.path), draft]));
    let current = 0;
    const dies = this.truth.send(fate, () => {
      const { file, chosen } = run.files[current] ?? assert.fail('Nothing is sent.');
      const draft = documents.get(file.uri) ?? assert.fail(file.uri);
      this.drafts.becomesKnown(draft);
      const { document } = draft;
      return { document, chosen: Object.keys(chosen).length > 0 ? chosen : undefined };
    });
    const sending = sendFiles(
      run,
      {
        send: dies.send,
        now: () => this.#now(),
        pause: () => Promise.resolve(),
        ...{ ...unheard, log: () => undefined, token: () => this.#token },
        content: (file) => {
          const draft = documents.get(file.file.uri) ?? assert.fail(file.file.uri);
          const value = readDraft(this, draft);
          return readForSend({ read: () => Promise.resolve({ value }) }, file);
        },
        records,
        record: recordIn(states, (index) => {
          current = index;
        }),
        locks,
        failed: (error) => assert.fail(String(error)),
        changed: () => undefined,
        sent: ({ destination }, outcome) => {
          taken.push(...(isTaken(outcome) ? [takenOf(destination, outcome)] : []));
        },
      },
      1,
    );
    const ended = await Promise.race([sending.then(() => true), dies.died]);
    if (ended === undefined) {
      this.crash(window);
      return;
    }
    await inWiki.published(taken);
    if (run.complete) {
      this.unfinished = undefined;
    }
  }

  async #input(window: number, draft: Draft): Promise<DecideInput> {
    const { records } = this.#window(window);
    const file = await this.#identify(uriOf(draft.path));
    const index = await records.read();
    const owners = ownersIn(index);
    const own = await records.ofFile(file, hashesOf(draft), index);
    assert.deepEqual(ownersIn(index), owners, 'Looking at a file took a page over.');
    const input = this.#inputOf(draft, file, own, index);
    notice(this, draft, input, index);
    return input;
  }

  #inputOf(draft: Draft, file: FileIdentity, own: DecideInput['own'], index: RecordIndex): DecideInput {
    const { defaults } = settingsOf(settingsIn(this, draft));
    return inputOf(draft, file, { index, own, defaults, connection: this.truth.connection });
  }

  #open(): Window {
    const records = new PageRecords({
      folder: path.join(this.folder, 'pages'),
      now: () => this.#now(),
      identify: (uri) => this.#identify(uri),
      keepText: () => false,
      failed: (error) => assert.fail(String(error)),
      // Only a window that died leaves a send behind here
      isAlive: () => false,
    });
    return { records, locks: new FileLocks(), inWiki: this.truth.look(records) };
  }

  #window(window: number): Window {
    return this.#windows[window] ?? assert.fail('There is no such window.');
  }

  #identify(uri: string): Promise<FileIdentity> {
    return Promise.resolve(identityOf(this.drafts, uri));
  }

  #now(): number {
    return ++this.#clock;
  }
}

function readDraft(desk: Desk, draft: Draft): ReadText {
  const settings = settingsOf(settingsIn(desk, draft));
  return { page: pageOf(draft), settings, options: settings, text: draft.text };
}
