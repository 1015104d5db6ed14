import assert from 'node:assert/strict';
import path from 'node:path';
import { readApiToken, type ApiToken } from '../../src/core/connection/apiToken.js';
import { unheard } from '../services/publish/publishing.js';
import { isAccepted } from '../../src/core/wiki/outcome.js';
import { decide, type DecideInput } from '../../src/core/publish/decide.js';
import type { FileIdentity } from '../../src/core/publish/pageRecord.js';
import { Run } from '../../src/core/run/run.js';
import { filesLeft, planToResume, resumedRun, type UnfinishedRun } from '../../src/core/run/resume.js';
import type { RecordIndex } from '../../src/core/publish/recordIndex.js';
import type { Plan } from '../../src/core/run/plan.js';
import { FileLocks } from '../../src/services/publish/fileLocks.js';
import { FolderTargets } from '../../src/services/publish/folderTargets.js';
import type { PagesInWiki } from '../../src/services/publish/pagesInWiki.js';
import { PageRecords } from '../../src/services/publish/pageRecords.js';
import { PlaceNames } from '../../src/services/publish/placeNames.js';
import { RecentPlaces } from '../../src/services/publish/recentPlaces.js';
import { SpaceIds } from '../../src/services/publish/spaceIds.js';
import { TitlesInWiki } from '../../src/services/publish/titlesInWiki.js';
import { ApiTokens } from '../../src/services/connection/apiTokens.js';
import { Sites } from '../../src/services/connection/sites.js';
import type { Ended } from '../../src/services/flow/ended.js';
import { Flow } from '../../src/services/flow/flow.js';
import type { Host } from '../../src/services/flow/host.js';
import { policies, type Request } from '../../src/services/flow/request.js';
import type { Services } from '../../src/services/services.js';
import type { Lookups } from '../../src/services/wiki/lookups.js';
import { MemorySecrets, MemoryState } from '../services/fakes.js';
import { beginReading, planOf } from '../../src/services/flow/reading.js';
import { readForSend, type ReadText } from '../../src/services/run/readFile.js';
import { sendFiles } from '../../src/services/run/sendFiles.js';
import type { Wiki } from '../wiki/wiki.js';
import {
  answerPlan,
  contentOf,
  hashesOf,
  inputOf,
  pageOf,
  recordIn,
  settingsOf,
  uriOf,
  type Answers,
  type HowToPublish,
  type Settings,
} from './person.js';
import { Drafts, type Draft } from './drafts.js';
import { ModelPerson } from './modelPerson.js';
import { identityOf, notice, ownersIn, settingsIn } from './projects.js';
import { Truth, type Fate } from './truth.js';

interface Window {
  readonly records: PageRecords;
  readonly inWiki: PagesInWiki;
  readonly locks: FileLocks;
  readonly lookups: Lookups;
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
    kind: { readonly titlesPerSpace: boolean; readonly isLookedUp: boolean },
  ) {
    this.#token = readApiToken(secret).value ?? assert.fail('This is no token.');
    this.truth = new Truth(wiki, kind.titlesPerSpace, kind.isLookedUp);
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

  /** One publish; or one that never asks, as Publish Again where nothing is open. */
  async publishOne(
    draft: Draft,
    { window, answers, fate, asks, types, renames }: HowToPublish,
  ): Promise<void> {
    await this.#look(window, draft);
    const person = new ModelPerson(asks ? answers : undefined, () => {
      draft.text += types ?? '';
    });
    const dies = this.truth.send(
      fate,
      () => {
        this.drafts.becomesKnown(draft);
        return { document: draft.document, chosen: person.chosen };
      },
      () => (renames === undefined ? Promise.resolve() : this.renameInside(draft, renames, window)),
    );
    const flow = this.#flow(window, dies.send);
    const publish = async (request: Request): Promise<Ended | 'left' | 'died'> => {
      const ended = flow.publish(request, person).then((each) => each ?? 'left');
      return Promise.race([ended, dies.died.then(() => 'died' as const)]);
    };
    const policy = asks ? policies.publish : policies.publishAgain;
    const first = await publish({ uri: uriOf(draft.path), policy });
    const anyway = typeof first === 'string' ? undefined : person.anyway(first);
    const ended = anyway === undefined ? first : await publish(anyway);
    if (ended === 'died') {
      this.crash(window);
    } else if (ended !== 'left') {
      await ended.sent?.recorded;
      await ended.sent?.page;
      if (ended.sent !== undefined && isAccepted(ended.sent.outcome)) {
        const { target } = ended.sent.destination;
        assert.equal(this.truth.contentOf(target), contentOf(draft, target.title), 'It is another text.');
      }
    }
  }

  #flow(window: number, send: Services['send']): Flow {
    const { records, locks, inWiki, lookups } = this.#window(window);
    const failed = (error: unknown): never => assert.fail(String(error));
    const state = new MemoryState();
    const tokens = new ApiTokens(new MemorySecrets(), () => undefined);
    const sites = new Sites(state, failed);
    const services: Services = {
      ...{ records, locks, inWiki, lookups, send, sites, tokens },
      settings: { read: () => ({ connections: [this.truth.connection], problems: [] }) },
      recentPlaces: new RecentPlaces(state, failed),
      folderTargets: new FolderTargets(state, failed),
      spaceIds: new SpaceIds(lookups),
      titles: new TitlesInWiki(lookups, records),
      names: new PlaceNames({ state, lookups, sites }),
      log: { info: () => undefined, error: failed, exchange: () => undefined },
      now: () => this.#now(),
      pause: () => Promise.resolve(),
    };
    tokens.get = () => Promise.resolve(this.#token);
    return new Flow(services, this.#host());
  }

  #draftAt(uri: string): Draft {
    return this.drafts.all.find((draft) => uriOf(draft.path) === uri) ?? assert.fail(uri);
  }

  #host(): Host {
    return {
      documents: () => ({
        read: (uri) => Promise.resolve({ value: readDraft(this, this.#draftAt(uri)) }),
        above: () => Promise.resolve(undefined),
      }),
      identify: (uri) => this.#identify(uri),
      nameOf: (uri) => path.basename(uri),
      happened: () => undefined,
      exporting: () => Promise.resolve(undefined),
    };
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
        const isTold = change.kind === 'unchanged' && target !== undefined && questions.length === 0;
        if (isTold && !this.truth.isEdited(target)) {
          const { title } = target;
          assert.equal(this.truth.contentOf(target), contentOf(draft, title), `“${title}” is not unchanged`);
        }
      }
    }
  }

  async #plan(drafts: readonly Draft[], window: number): Promise<Plan> {
    const { services, host } = this.#flow(window, () => assert.fail('A plan sends nothing.'));
    const reading = await beginReading(services, host);
    const owners = ownersIn(reading.index);
    const found = drafts.map((draft) => ({ uri: uriOf(draft.path), path: path.basename(draft.path) }));
    const plan = await planOf(found, reading, services.inWiki);
    assert.deepEqual(ownersIn(reading.index), owners, 'Planning took a page over.');
    for (const { uri, input } of plan?.files ?? []) {
      notice(this, this.#draftAt(uri), input ?? assert.fail(uri), reading.index);
    }
    return plan ?? assert.fail('Nobody cancelled it.');
  }

  async #run(run: Run, window: number, fate: Fate): Promise<void> {
    const { records, locks, inWiki } = this.#window(window);
    // Of the run, as it would be on the disk
    const states = run.files.map((_file, index) => run.state(index));
    this.unfinished = { files: run.files, states, blocked: run.blocked };
    let current = 0;
    const { services, host } = this.#flow(window, () => assert.fail('Reading sends nothing.'));
    const reading = await beginReading(services, host);
    const dies = this.truth.send(fate, () => {
      const { file, chosen } = run.files[current] ?? assert.fail('Nothing is sent.');
      const draft = this.#draftAt(file.uri);
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
        content: (file) => readForSend(reading, file),
        records,
        record: recordIn(states, (index) => {
          current = index;
        }),
        locks,
        failed: (error) => assert.fail(String(error)),
        changed: () => undefined,
        inWiki,
        standing: () => Promise.resolve(undefined),
        lookedUp: () => Promise.resolve(new Set()),
        planAgain: () => assert.fail('Nothing is sent twice.'),
        happened: () => undefined,
      },
      1,
    );
    const ended = await Promise.race([sending, dies.died]);
    if (ended === undefined) {
      this.crash(window);
      return;
    }
    await ended.lookedUp;
    if (run.complete) {
      this.unfinished = undefined;
    }
  }

  /** Looking at a file takes no page over. */
  async #look(window: number, draft: Draft): Promise<void> {
    const { records } = this.#window(window);
    const file = await this.#identify(uriOf(draft.path));
    const index = await records.read();
    const owners = ownersIn(index);
    const own = await records.ofFile(file, hashesOf(draft), index);
    assert.deepEqual(ownersIn(index), owners, 'Looking at a file took a page over.');
    notice(this, draft, this.#inputOf(draft, file, own, index), index);
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
    return { records, locks: new FileLocks(), ...this.truth.look(records) };
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
