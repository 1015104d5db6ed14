import assert from 'node:assert/strict';
import path from 'node:path';
import { readApiToken, type ApiToken } from '../../src/core/connection/apiToken.js';
import { isAccepted } from '../../src/core/wiki/outcome.js';
import { decide, targetToSend } from '../../src/core/publish/decide.js';
import type { DecideInput } from '../../src/core/publish/decision.js';
import type { FileIdentity } from '../../src/core/records/fileIdentity.js';
import type { Pages } from '../../src/services/records/pages.js';
import { FileLocks } from '../../src/services/wiki/fileLocks.js';
import { FolderTargets } from '../../src/services/records/folderTargets.js';
import type { PagesInWiki } from '../../src/services/wiki/pagesInWiki.js';
import { findPagesOfGoneFiles } from '../../src/services/records/pagesOfGoneFiles.js';
import type { PageRecords } from '../../src/services/records/pageRecords.js';
import { PlaceNames } from '../../src/services/wiki/placeNames.js';
import { RecentPlaces } from '../../src/services/records/recentPlaces.js';
import { SpaceIds } from '../../src/services/wiki/spaceIds.js';
import { TitleScopeLookups } from '../../src/services/wiki/titleScopeLookups.js';
import { ApiTokens } from '../../src/services/connection/apiTokens.js';
import { Sites } from '../../src/services/connection/sites.js';
import type { PublishResult } from '../../src/services/publish/publishResult.js';
import { Flow } from '../../src/services/publish/flow.js';
import type { Host } from '../../src/services/publish/host.js';
import { policies, type PublishRequest } from '../../src/services/publish/request.js';
import { Runs, type EndedRun } from '../../src/services/plan/runs.js';
import type { Services } from '../../src/services/services.js';
import type { Lookups } from '../../src/services/wiki/lookups.js';
import { MemorySecrets, MemoryState } from '../services/fakes.js';
import { openRecords, openStore } from '../services/records/publishing.js';
import { StoredRuns } from '../../src/services/plan/storedRuns.js';
import type { PageWithText } from '../../src/services/publish/readForPublish.js';
import type { Wiki } from '../wiki/wiki.js';
import {
  contentOf,
  inputOf,
  pageOf,
  saidIn,
  settingsOf,
  uriOf,
  type HowToPublish,
  type HowToPublishMany,
  type Settings,
} from './person.js';
import { Drafts, type Draft } from './drafts.js';
import { Job } from './job.js';
import { ModelPerson, type Report } from './modelPerson.js';
import { ModelRunPerson } from './modelRunPerson.js';
import { identityOf, notice, ownersIn, parentNamed, settingsIn } from './projects.js';
import { Truth, type Sent } from './truth.js';
import { usualOptions } from '../host/usualOptions.js';

interface Window {
  readonly storedRuns: StoredRuns;
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
  readonly job: Job;
  settings: Settings = { parent: '100102', overwrite: undefined };
  #clock = 1_000;
  #token: ApiToken;

  constructor(
    wiki: Wiki,
    secret: string,
    private readonly folder: string,
    kind: { readonly titlesPerSpace: boolean; readonly isLookedUp: boolean },
  ) {
    this.#token = readApiToken(secret).value ?? assert.fail('This is no token.');
    this.truth = new Truth(
      wiki,
      kind.titlesPerSpace,
      kind.isLookedUp,
      (document) => this.drafts.all.every((draft) => draft.document !== document),
      (file) => this.drafts.all.every((draft) => draft.path !== file),
    );
    this.drafts = new Drafts(path.join(folder, 'files'));
    this.job = new Job(this, path.join(folder, 'job'));
    this.#windows.push(this.#open(), this.#open());
  }

  /** Time passes. */
  wait(): void {
    this.#clock += 10_000;
  }

  async renameInside(draft: Draft, name: string, window: number): Promise<void> {
    if (!this.drafts.isFree(name)) {
      return;
    }
    const before = uriOf(draft.path);
    await this.drafts.rename(draft, name);
    await this.#window(window).records.handOver(before, uriOf(draft.path));
    this.truth.moves(draft.document, this.drafts.sourceOf(draft));
  }

  /** The files of the first repository are in the clone too, as they are committed. */
  async clone(): Promise<void> {
    for (const draft of this.drafts.of('one').filter(({ path: file }) => /\/[ab]\.md$/.test(file))) {
      await this.drafts.write(`clone/${path.basename(draft.path)}`, draft.text);
    }
  }

  /** The window dies, and another is opened in its place. */
  crash(window: number): void {
    this.#windows[window] = this.#open();
  }

  /** One publish; or one that never asks, as Publish Again where nothing is open. */
  async publishOne(
    draft: Draft,
    { window, answers, fate, asks, types, renames, waits }: HowToPublish,
    pressed?: Report,
  ): Promise<Report | undefined> {
    await this.#look(window, draft);
    let left = waits;
    const happens = {
      thinks: () => void (draft.text += types ?? ''),
      waits: async () => {
        const happening = left;
        left = undefined;
        await happening?.();
      },
      sends: () => this.truth.sends,
    };
    const person = new ModelPerson(asks ? answers : undefined, happens, pressed);
    const dies = this.truth.send(
      fate,
      () => {
        this.drafts.becomesKnown(draft);
        const { said, answeredAt } = person;
        return { ...this.#sentOf(draft), said, answeredAt };
      },
      () => (renames === undefined ? Promise.resolve() : this.renameInside(draft, renames, window)),
    );
    const flow = new Flow(this.services(this.#window(window), dies.send), this.host());
    const publish = async (request: PublishRequest): Promise<PublishResult | 'left' | 'died'> => {
      const ended = flow.publish(request, person).then((each) => each ?? 'left');
      return Promise.race([ended, dies.died.then(() => 'died' as const)]);
    };
    const policy = asks ? policies.publish : policies.publishAgain;
    const first = await publish(pressed?.request ?? { uri: uriOf(draft.path), policy });
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
      const { next, report } = ended;
      const action = (['overwrite', 'tryAgain'] as const).find((each) => report.actions.includes(each));
      const request = action && next[action];
      return request && { request, sends: this.truth.sends };
    }
    return undefined;
  }

  #sentOf(draft: Draft): Pick<Sent, 'document' | 'heirOf' | 'source' | 'named'> {
    const { document, heirOf } = draft;
    return { document, heirOf, source: this.drafts.sourceOf(draft), named: parentNamed(this, draft) };
  }

  services(window: Omit<Window, 'storedRuns'>, send: Services['send']): Services {
    const { records, locks, inWiki, lookups } = window;
    const failed = (error: unknown): never => assert.fail(String(error));
    const state = new MemoryState();
    const tokens = new ApiTokens(new MemorySecrets(), () => undefined);
    const sites = new Sites(state, failed);
    const services: Services = {
      ...{ records, locks, inWiki, lookups, send, sites, tokens },
      settings: { read: () => ({ connections: [this.truth.connection], problems: [] }) },
      recentPlaces: new RecentPlaces(records.values),
      folderTargets: new FolderTargets(records.values),
      spaceIds: new SpaceIds(lookups),
      titleScopeLookups: new TitleScopeLookups(lookups, records),
      names: new PlaceNames({ values: records.values, lookups, sites }),
      log: { info: () => undefined, error: failed, exchange: () => undefined },
      now: () => this.now(),
      // What is released in this turn of the event loop is free by then
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    };
    tokens.get = () => Promise.resolve(this.#token);
    return services;
  }

  #draftAt(uri: string): Draft {
    return this.drafts.all.find((draft) => uriOf(draft.path) === uri) ?? assert.fail(uri);
  }

  host(
    find = (uri: string) => this.drafts.all.find((each) => uriOf(each.path) === uri),
    identify = (uri: string) => this.#identify(uri),
  ): Host {
    return {
      documents: () => ({
        read: (uri) => {
          const draft = find(uri);
          return Promise.resolve(draft ? { value: readDraft(this, draft) } : { problem: 'It is gone.' });
        },
        findParentFile: () => Promise.resolve(undefined),
        identify,
      }),
      nameOf: (uri) => path.basename(uri),
      happened: () => undefined,
      exportState: () => Promise.resolve('notSetUp' as const),
    };
  }

  /** A folder, the selected or the changed files: a plan, its questions, a run. */
  async publishMany(drafts: readonly Draft[], how: HowToPublishMany): Promise<void> {
    await this.#run(how, (runs, person) => runs.publish({ find: () => this.#found(drafts) }, person));
  }

  #found(drafts: readonly Draft[]) {
    return drafts.map((draft) => ({ uri: uriOf(draft.path), path: path.basename(draft.path) }));
  }

  async resume(how: HowToPublishMany): Promise<void> {
    await this.#run(how, async (runs, person) => {
      const isLeft = (await runs.interrupted()) !== undefined;
      return isLeft ? runs.resume(() => () => this.#found(this.drafts.all), person) : undefined;
    });
  }

  async #run(
    { window, fate, ...how }: HowToPublishMany,
    publish: (runs: Runs, person: ModelRunPerson) => Promise<EndedRun | undefined>,
  ): Promise<void> {
    for (const draft of this.drafts.all) {
      await this.#look(window, draft);
    }
    const { records } = this.#window(window);
    const owners = ownersIn(await records.read());
    const person = new ModelRunPerson(this, how, async () => {
      assert.deepEqual(ownersIn(await records.read()), owners, 'Planning took a page over.');
    });
    const dies = this.truth.send(fate, () => {
      const { file, answers, destination } = person.sending;
      const draft = this.#draftAt(file.uri);
      this.drafts.becomesKnown(draft);
      return {
        ...this.#sentOf(draft),
        said: saidIn(answers, destination.target.overwrite),
        answeredAt: person.answeredAt.get(file.uri),
      };
    });
    const { storedRuns, ...shown } = this.#window(window);
    const services = { ...this.services(shown, dies.send), storedRuns, concurrency: () => 1 };
    const publishing = publish(new Runs(services, this.host()), person);
    const lookedUp = publishing.then((ended) => ended?.sent?.lookedUp).then(() => true);
    if ((await Promise.race([lookedUp, dies.died])) === undefined) {
      this.crash(window);
    }
  }

  /** Whatever a window says of a file must be true of the wiki. */
  async check(): Promise<void> {
    this.truth.check();
    for (const { records } of this.#windows) {
      const index = await records.read();
      for (const draft of this.drafts.all) {
        const file = await this.#identify(uriOf(draft.path));
        const decision = decide(await this.#inputOf(draft, file, index));
        const { effect, questions } = decision;
        const target = targetToSend(decision);
        // Who is asked first is not told that nothing has changed
        const isTold = effect.kind === 'unchanged' && target !== undefined && questions.length === 0;
        if (isTold && !this.truth.isEdited(target)) {
          const { title } = target;
          assert.equal(this.truth.contentOf(target), contentOf(draft, title), `“${title}” is not unchanged`);
        }
      }
    }
  }

  /** Looking at a file takes no page over. */
  async #look(window: number, draft: Draft): Promise<void> {
    const { records } = this.#window(window);
    const file = await this.#identify(uriOf(draft.path));
    const index = await records.read();
    const owners = ownersIn(index);
    notice(this.drafts, draft, await this.#inputOf(draft, file, index));
    assert.deepEqual(ownersIn(index), owners, 'Looking at a file took a page over.');
  }

  async #inputOf(draft: Draft, file: FileIdentity, index: Pages): Promise<DecideInput> {
    const { defaults } = settingsOf(settingsIn(this, draft));
    const own = index.ofFile(file);
    const { inheritedPages } = await findPagesOfGoneFiles(file, pageOf(draft).title, index);
    const known = { index, own, defaults, connection: this.truth.connection };
    return { ...inputOf(draft, file, known), inheritedPages: own.length > 0 ? [] : inheritedPages };
  }

  #open(): Window {
    const folder = path.join(this.folder, 'pages');
    const store = openStore(folder, (error) => assert.fail(String(error)));
    // Only a window that died leaves a send or a run behind here
    const isAlive = (): boolean => false;
    const storedRuns = new StoredRuns({ store, workspace: 'model', now: () => this.now(), isAlive });
    const records = openRecords(folder, {
      store,
      now: () => this.now(),
      identify: (uri) => this.#identify(uri),
      keepText: () => false,
      isAlive,
    });
    return { storedRuns, records, locks: new FileLocks(), ...this.truth.look(records) };
  }

  #window(window: number): Window {
    return this.#windows[window] ?? assert.fail('There is no such window.');
  }

  #identify(uri: string): Promise<FileIdentity> {
    return Promise.resolve(identityOf(this.drafts, uri));
  }

  now(): number {
    return ++this.#clock;
  }
}

function readDraft(desk: Desk, draft: Draft): PageWithText {
  const settings = settingsOf(settingsIn(desk, draft));
  return { page: pageOf(draft), settings, options: { ...usualOptions, ...settings.text }, text: draft.text };
}
