import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readApiToken } from '../../src/core/connection/apiToken.js';
import { parseConnections } from '../../src/core/connection/connection.js';
import { Secret } from '../../src/core/text/secret.js';
import { ApiTokens } from '../../src/services/connection/apiTokens.js';
import type { PublishResult } from '../../src/services/publish/publishResult.js';
import { Flow } from '../../src/services/publish/flow.js';
import type { Host } from '../../src/services/publish/host.js';
import type { PageEvent } from '../../src/services/wiki/sendPage.js';
import { policies, type Policy, type PublishRequest } from '../../src/services/publish/request.js';
import { removeRemembered } from '../../src/services/records/removeRemembered.js';
import type { Services } from '../../src/services/services.js';
import { Removal } from '../../src/services/shared/removal.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { StoredRuns } from '../../src/services/plan/storedRuns.js';
import { FileLocks } from '../../src/services/wiki/fileLocks.js';
import { FolderTargets } from '../../src/services/records/folderTargets.js';
import { PagesInWiki } from '../../src/services/wiki/pagesInWiki.js';
import { PlaceNames } from '../../src/services/wiki/placeNames.js';
import { RecentPlaces } from '../../src/services/records/recentPlaces.js';
import { SpaceIds } from '../../src/services/wiki/spaceIds.js';
import { TitleScopeLookups } from '../../src/services/wiki/titleScopeLookups.js';
import { Runs, type EndedRun, type RunRequest } from '../../src/services/plan/runs.js';
import { documentsIn } from '../../src/services/documents/documents.js';
import { diskWorkspace } from '../../src/services/workspace/diskWorkspace.js';
import type { Store } from '../../src/services/store/store.js';
import { filesToPublish, type IgnoredUri } from '../../src/services/workspace/filesToPublish.js';
import { withFolderPages } from '../../src/services/documents/folderPage.js';
import { fileNameOf, type Workspace } from '../../src/services/workspace/workspace.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { MemorySecrets, MemoryState } from '../services/fakes.js';
import { openLookups, openRecords, openStore, realSend } from '../services/records/publishing.js';
import { startWiki, type NewToken, type Wiki, type WikiOptions } from '../wiki/wiki.js';
import { ScriptedPerson, type Answer } from './person.js';
import type { ScriptedRunPerson } from './runPerson.js';

type Setting = 'space' | 'parent' | 'overwrite' | 'problems' | 'folders';

const pages = new PageThread(path.join(__dirname, '../../src/services/page/pageWorker.js'), undefined);
after(() => pages.dispose());

/** The shipped flow with a folder of files, its services, and a wiki, all of their own. */
export class Stage {
  readonly secrets = new MemorySecrets();
  readonly tokens = new ApiTokens(this.secrets, () => undefined);
  readonly happened: PageEvent[] = [];
  readonly log: string[] = [];
  /** Of the workspace. */
  readonly settings: Partial<Record<Setting, unknown>> = {};
  /** Whether the texts that were published are kept. */
  keepsText = true;
  /** How far the clock was put forward, in milliseconds. */
  ahead = 0;
  /** The wikis that the settings name. */
  readonly connections: { name: string; endpoint: string }[];
  readonly #others: Wiki[] = [];
  readonly services: Services;
  readonly workspace: Workspace;
  readonly flow: Flow;
  readonly runs: Runs;
  readonly storedRuns: StoredRuns;
  /** Whether another window still exists, by what it calls itself. */
  isAlive: (instance: string) => boolean = () => true;
  /** How many pages of a run are sent at a time. */
  concurrency = 4;
  exporting: Awaited<ReturnType<Host['exportState']>> = 'signedIn';
  /** The files whose changes are not saved, by URI. */
  readonly unsaved = new Set<string>();
  readonly #left: Promise<unknown>[] = [];
  /** Others of the same person, which use the same memory. */
  readonly #windows: Stage[] = [];
  readonly #store: Store;
  readonly #state = new MemoryState();

  private constructor(
    readonly wiki: Wiki,
    readonly folder: string,
    private readonly memory: string,
  ) {
    this.connections = [{ name: 'Team Wiki', endpoint: wiki.importEndpoint }];
    const now = (): number => Date.now() + this.ahead;
    const settings = (): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(this.settings).map(([key, value]) => [`publishToWiki.${key}`, value]),
      );
    this.workspace = {
      ...diskWorkspace({ root: folder, settings, now, variables: {} }),
      isUnsaved: (uri) => this.unsaved.has(uri),
    };
    const { lookups, sites, tokens } = openLookups((place) => this.services.names.of(place), this.#state);
    this.platformTokens = tokens;
    const failed = (error: unknown): void => void this.log.push(String(error));
    this.#store = openStore(path.join(memory, 'pages'), failed);
    const store = this.#store;
    const records = openRecords(path.join(memory, 'pages'), {
      store,
      isAlive: (instance) => this.isAlive(instance),
      identify: (uri) => this.workspace.identify(uri),
      keepText: () => this.keepsText,
      failed,
    });
    this.services = {
      ...{ lookups, sites, records, now, send: realSend },
      settings: { read: () => parseConnections(this.connections) },
      tokens: this.tokens,
      recentPlaces: new RecentPlaces(records.values),
      folderTargets: new FolderTargets(records.values),
      locks: new FileLocks(),
      inWiki: new PagesInWiki({ lookups, records, failed: () => undefined }),
      spaceIds: new SpaceIds(lookups),
      titleScopeLookups: new TitleScopeLookups(lookups, records),
      names: new PlaceNames({ values: records.values, lookups, sites, records }),
      log: { info: (text) => void this.log.push(text), error: failed, exchange: () => undefined },
      // A pause that the wiki asks for passes quickly, and what waits for another publish does not
      pause: (ms, signal) => delay(ms / 100, undefined, { signal }).catch(() => undefined),
    };
    this.storedRuns = new StoredRuns({
      store,
      workspace: folder,
      now,
      isAlive: (instance) => this.isAlive(instance),
    });
    this.flow = new Flow(this.services, this.host);
    this.runs = new Runs(
      { ...this.services, storedRuns: this.storedRuns, concurrency: () => this.concurrency },
      this.host,
    );
  }

  readonly platformTokens: ReturnType<typeof openLookups>['tokens'];

  /** From now on, the disk takes nothing more of this window. */
  async fillDisk(): Promise<void> {
    await this.#store.read((db) => db.get('PRAGMA max_page_count=1'));
    const wide = 'w'.repeat(1_000_000);
    await this.#store.write((db) => db.run('INSERT INTO runs VALUES (?, ?, NULL, 0, 0, ?)', wide, '', ''));
    assert.equal(this.#store.isPersistent, false);
  }

  /** Removes all that is remembered, also by other windows, and leaves the tokens. */
  removeAllData(): Promise<void> {
    const [store, removal] = [this.#store, new Removal(this.#state, this.#state)];
    const { platformTokens } = this;
    return removeRemembered({ ...this.services, store, removal, platformTokens }, Date.now());
  }

  /** With a token of the wiki, unless there is to be none. */
  static async open(options: WikiOptions & { readonly token?: NewToken | 'none' } = {}): Promise<Stage> {
    const { token, ...wikiOptions } = options;
    const [folder, memory] = [await temporaryFolder('flow'), await temporaryFolder('memory')];
    const stage = new Stage(await startWiki(wikiOptions), folder, memory);
    if (token !== 'none') {
      await stage.storeToken(token);
    }
    return stage;
  }

  /** A window on a folder and a wiki that others have too, with all tokens. */
  static async beside(wiki: Wiki, folder: string): Promise<Stage> {
    const stage = new Stage(wiki, folder, await temporaryFolder('memory'));
    await stage.storeToken();
    await stage.storePlatformToken();
    return stage;
  }

  /** Another window of the same person, with their tokens and all that is kept on disk. */
  async nextWindow(): Promise<Stage> {
    const next = this.#window(this.folder);
    await next.storeToken();
    await next.storePlatformToken();
    return next;
  }

  /** A window of the same person on another folder. */
  async inFolder(folder: string): Promise<Stage> {
    const other = this.#window(folder);
    await other.storeToken();
    return other;
  }

  #window(folder: string): Stage {
    const window = new Stage(this.wiki, folder, this.memory);
    this.#windows.push(window);
    return window;
  }

  /** From now on pages are looked up in the wiki. */
  storePlatformToken(): Promise<void> {
    return this.platformTokens.store(this.wiki.origin, { secret: new Secret(this.wiki.platformToken) });
  }

  /** Another wiki that the settings name and that has a token; it is closed with the stage. */
  async addWiki(name: string): Promise<Wiki> {
    const wiki = await startWiki();
    this.#others.push(wiki);
    this.connections.push({ name, endpoint: wiki.importEndpoint });
    await this.storeToken(undefined, wiki);
    return wiki;
  }

  async close(): Promise<void> {
    await this.leave();
    await Promise.all([this.wiki, ...this.#others].map((wiki) => wiki.close()));
    await removeFolder(this.folder);
  }

  /** Closes the window, and leaves the folder and the wiki to others. */
  async leave(): Promise<void> {
    for (const window of [this, ...this.#windows]) {
      await Promise.all(window.#left);
      // What is still written comes too late
      window.#store.close();
    }
    await removeFolder(this.memory);
  }

  async storeToken(token?: NewToken, wiki = this.wiki): Promise<void> {
    await this.tokens.store(wiki.importEndpoint, await this.newToken(token, wiki));
  }

  async newToken(token?: NewToken, wiki = this.wiki) {
    return readApiToken(await wiki.createToken(token)).value ?? assert.fail('This is no token.');
  }

  uri(name: string): string {
    return pathToFileURL(path.join(this.folder, name)).href;
  }

  async write(name: string, text: string): Promise<string> {
    const file = path.join(this.folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    return this.uri(name);
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.folder, name), 'utf8');
  }

  /** Each answer is to a question, in the order in which they come. */
  async publish(
    name: string,
    answers: readonly Answer[] = [],
    policy: Policy = policies.publish,
  ): Promise<Told> {
    return this.begin({ uri: this.uri(name), policy }, answers);
  }

  /** As the button of a report does that changes the place. */
  async publishElsewhere(name: string, answers: readonly Answer[]): Promise<Told> {
    return this.begin({ uri: this.uri(name), policy: policies.publishAgain, from: 'destination' }, answers);
  }

  /** As a save does: with the text that was written. */
  async save(name: string, text: string): Promise<Told> {
    const uri = await this.write(name, text);
    return this.begin({ uri, policy: policies.save, text }, []);
  }

  /** Resolves once the wiki has a send that it does not answer. */
  async stalled(): Promise<void> {
    while (this.wiki.stalled === 0) {
      await new Promise(setImmediate);
    }
  }

  /** Presses a button of a report. */
  async press(
    { ended }: Pick<Told, 'ended'>,
    action: keyof PublishResult['next'],
    answers: readonly Answer[] = [],
  ): Promise<Told> {
    const { report, next } = ended ?? assert.fail('There is no report.');
    assert.ok(report.actions.includes(action), `There is no ${action}: ${report.text}`);
    return this.begin(next[action] ?? assert.fail(`${action} goes on with nothing.`), answers);
  }

  /** All that is asked is answered, and all answers are asked for. */
  async begin(request: PublishRequest, answers: readonly Answer[]): Promise<Told> {
    const person = new ScriptedPerson(answers);
    const ended = await this.flow.publish(request, person);
    if (ended?.sent !== undefined) {
      this.#left.push(ended.sent.recorded, ended.sent.page);
      await ended.sent.recorded;
    }
    assert.deepEqual(person.left, [], 'Some answers were not asked for.');
    const { asked, questions } = person;
    return { ended, text: ended?.report.text, actions: ended?.report.actions, asked, questions };
  }

  /** A folder, or files: all that is there by default. */
  publishFolder(person: ScriptedRunPerson, names: readonly string[] = ['']): Promise<EndedRun | undefined> {
    return this.runs.publish(this.found(names), person);
  }

  /** Publishes what interrupted runs left. */
  resume(person: ScriptedRunPerson, isElsewhere = false): Promise<EndedRun | undefined> {
    return this.runs.resume((roots) => this.#findIn(roots, () => undefined), person, isElsewhere);
  }

  found(names: readonly string[] = ['']): RunRequest & { readonly ignored: IgnoredUri[] } {
    const ignored: IgnoredUri[] = [];
    const roots = names.map((name) => this.uri(name));
    return { ignored, roots, find: this.#findIn(roots, (entry) => ignored.push(entry)) };
  }

  #findIn(roots: readonly string[], ignored: (entry: IgnoredUri) => void): RunRequest['find'] {
    return (above) => withFolderPages(filesToPublish(this.workspace, roots, ignored), above);
  }

  /** The texts of what was sent, in the order in which it arrived. */
  get sent(): readonly Page[] {
    return this.wiki.requests.map(({ body }) => {
      const { pageTitle, content, overwrite, spaceId, parentId } = JSON.parse(body.toString()) as Record<
        string,
        unknown
      >;
      return {
        title: String(pageTitle),
        content: String(content),
        overwrite: overwrite === true,
        space: String(spaceId),
        parent: String(parentId),
      };
    });
  }

  readonly host: Host = {
    documents: (index, going) =>
      documentsIn({ ...this.services, workspace: this.workspace, pages }, index, going),
    nameOf: fileNameOf,
    happened: (event) => void this.happened.push(event),
    exportState: () => Promise.resolve(this.exporting),
  };
}

interface Page {
  readonly title: string;
  readonly content: string;
  readonly overwrite: boolean;
  readonly space: string;
  readonly parent: string;
}

/** What a person was asked, and what they read. */
export interface Told {
  readonly ended: PublishResult | undefined;
  readonly text: string | undefined;
  readonly actions: readonly string[] | undefined;
  readonly asked: readonly string[];
  readonly questions: readonly string[];
}
