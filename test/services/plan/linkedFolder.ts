import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { countSentTwice } from '../../../src/core/plan/countSentTwice.js';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { Anchor } from '../../../src/core/page/anchors.js';
import { readPage } from '../../../src/core/page/page.js';
import { decideConnection } from '../../../src/core/publish/decideConnection.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import type { Place } from '../../../src/core/records/pageRecord.js';
import { isFullyPublished } from '../../../src/core/plan/fileOutcome.js';
import { Run } from '../../../src/core/plan/run.js';
import type { RunFile } from '../../../src/core/plan/runFile.js';
import { Secret } from '../../../src/core/text/secret.js';
import { readPageSettings } from '../../../src/services/workspace/pageSettings.js';
import { FileLocks } from '../../../src/services/wiki/fileLocks.js';
import { readWithLinkedPages } from '../../../src/services/records/linkedPages.js';
import { PagesInWiki } from '../../../src/services/wiki/pagesInWiki.js';
import { TitleScopeLookups } from '../../../src/services/wiki/titleScopeLookups.js';
import { planFiles } from '../../../src/services/publish/planFiles.js';
import { readForPlan, readForSend, type PageWithText } from '../../../src/services/publish/readForPublish.js';
import { sendFiles } from '../../../src/services/plan/sendFiles.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { startWiki, type Wiki, type WikiOptions } from '../../wiki/wiki.js';
import { configuration } from '../fakes.js';
import { openLookups, openRecords, realSend } from '../records/publishing.js';
import { usualOptions } from '../../host/usualOptions.js';

const place = { space: '1001', parent: '100102' };

const drive = '/media/nobody/drive';

/** Files that are published to a wiki as one window does it. */
export class LinkedFolder {
  readonly texts = new Map<string, string>();
  readonly tokens;
  readonly failures: unknown[] = [];
  readonly records;
  /** Where the files are, in the folder that is open. */
  root = 'file:///docs/';
  workspace = this.root;
  concurrency = 4;
  now: () => number = Date.now;
  settings: Record<string, unknown> = {};
  /** What happens before the pages of a run are looked up. */
  beforeLookUp: (run: Run) => void = () => undefined;
  readonly #inWiki: PagesInWiki;
  readonly #titles: TitleScopeLookups;
  readonly #sites;
  readonly #locks = new FileLocks();
  readonly #connections;

  constructor(
    readonly wiki: Wiki,
    readonly folder: string,
  ) {
    this.records = openRecords(folder);
    this.#connections = [{ name: 'Team Wiki', endpoint: wiki.importEndpoint }];
    const { tokens, sites, lookups } = openLookups();
    this.tokens = tokens;
    this.#sites = sites;
    this.#titles = new TitleScopeLookups(lookups, this.records);
    this.#inWiki = new PagesInWiki({ lookups, records: this.records, failed: () => undefined });
  }

  /** With a wiki of its own. */
  static async open(options?: WikiOptions): Promise<LinkedFolder> {
    return new LinkedFolder(await startWiki(options), await temporaryFolder('linked'));
  }

  async close(): Promise<void> {
    await this.wiki.close();
    await removeFolder(this.folder);
    assert.deepEqual(this.failures, []);
  }

  write(files: Readonly<Record<string, string>>): void {
    Object.entries(files).forEach(([path, text]) => this.texts.set(path, text));
  }

  async trust(): Promise<void> {
    await this.tokens.store(this.wiki.origin, { secret: new Secret(this.wiki.platformToken) });
  }

  /** `at`: chosen by the person, for all of them. */
  async plan(paths: Iterable<string> = this.texts.keys(), at: Partial<Place> = place): Promise<Plan> {
    const plan = await this.#plan([...paths].map((path) => ({ uri: new URL(path, this.root).href, path })));
    return plan.withAnswers(
      plan.files.map(({ uri }) => uri),
      { place: at },
    );
  }

  /** How many of these files the plan says are sent twice. */
  async twice(plan: Plan): Promise<number> {
    return countSentTwice({ plan, checked: plan.initiallyChecked }, await this.#lookedUp());
  }

  async #lookedUp(): Promise<ReadonlySet<string>> {
    const { importEndpoint } = this.wiki;
    return new Set((await this.#inWiki.canLookUp(importEndpoint)) ? [importEndpoint] : []);
  }

  async publish(plan?: Plan): Promise<Run> {
    return this.run(await this.newRun(plan));
  }

  async newRun(plan?: Plan): Promise<Run> {
    const decided = plan ?? (await this.plan());
    return new Run(decided.runFiles(decided.initiallyChecked), decided.unresolved);
  }

  async run(run: Run): Promise<Run> {
    const token = readApiToken(await this.wiki.createToken()).value ?? assert.fail();
    let beforeLookUp = (): void => {
      beforeLookUp = () => undefined;
      this.beforeLookUp(run);
    };
    const { lookedUp } = await sendFiles(
      run,
      {
        send: realSend,
        now: () => this.now(),
        pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
        log: () => undefined,
        token: () => token,
        tokens: { recordOutcome: () => undefined },
        lookups: { findNotFoundCause: () => Promise.resolve(undefined) },
        content: async (file) =>
          readForSend(await this.#reading(), file, {
            now: Date.now(),
            isOfRun: (uri) => run.files.some((each) => each.file.uri === uri),
          }),
        records: this.records,
        locks: this.#locks,
        failed: (error) => this.failures.push(error),
        changed: () => undefined,
        titleScopeLookups: this.#titles,
        folderTargets: { forget: () => Promise.resolve() },
        inWiki: {
          lookUpPublished: (pages) => {
            beforeLookUp();
            return this.#inWiki.lookUpPublished(pages);
          },
          pageId: (uri) => this.#inWiki.pageId(uri),
        },
        tryPlatformToken: () => Promise.resolve('accepted'),
        endpointsWithLookups: () => this.#lookedUp(),
        planSecondSend: (files) => this.#planAgain(files, run.stopping),
        happened: () => undefined,
      },
      this.concurrency,
    );
    await lookedUp;
    return run;
  }

  /** What a run left, planned again. */
  async rest(run: Run): Promise<Run> {
    const plan = await this.plan(run.files.map(({ path }) => path));
    return new Run(plan.runFiles(plan.initiallyChecked), plan.unresolved, plan.unchanged);
  }

  /** The paths of the files that a run has not done. */
  left(run: Run): readonly string[] {
    return run.files.flatMap(({ path }, index) => (isFullyPublished(run.state(index)) ? [] : [path]));
  }

  page(title: string) {
    return this.wiki.pages.findPage(place.space, place.parent, title) ?? assert.fail(title);
  }

  addressOf(title: string): string {
    const slug = encodeURIComponent(title.replaceAll(/[^\p{L}\p{N}]+/gu, '-'));
    return `${this.wiki.origin}/wiki/spaces/DOCS/pages/${this.page(title).id}/${slug}`;
  }

  async #plan(found: readonly { uri: string; path: string }[], signal?: AbortSignal): Promise<Plan> {
    const plan = await this.#planOf(found, signal ?? new AbortController().signal);
    return plan ?? assert.fail('Nobody cancelled it.');
  }

  #planAgain(files: readonly RunFile[], signal: AbortSignal): Promise<Plan | undefined> {
    return this.#planOf(
      files.map(({ file, path }) => ({ uri: file.uri, path })),
      signal,
    );
  }

  async #planOf(
    found: readonly { uri: string; path: string }[],
    signal: AbortSignal,
  ): Promise<Plan | undefined> {
    const reading = await this.#reading();
    return planFiles(found, (file) => readForPlan(reading, file), {
      signal,
      changes: (records) => this.#inWiki.lookUpChanges(records),
    });
  }

  async #reading() {
    const { records } = this;
    const index = await records.read();
    const identify = (uri: string) =>
      Promise.resolve({
        uri,
        // On a drive that is not there, so that no file is taken for gone
        realPath: `${drive}${new URL(uri).pathname}`,
        workspacePath: decodeURIComponent(uri.slice(this.workspace.length)),
        repository: {
          remote: 'docs',
          folder: `${drive}${new URL(this.workspace).pathname.replace(/\/$/, '')}`,
        },
      });
    return {
      read: async (uri: string): Promise<{ value: PageWithText } | { problem: string }> => {
        const path = decodeURIComponent(uri.slice(this.root.length));
        const text = this.texts.get(path);
        if (text === undefined) {
          return { problem: 'The file can’t be read.' };
        }
        const settings = readPageSettings(configuration(this.settings), path);
        const options = { ...usualOptions, ...settings.text };
        const anchors = (file: string): Promise<readonly Anchor[]> => {
          const written = this.texts.get(decodeURIComponent(file.slice(this.root.length))) ?? '';
          return Promise.resolve(readPage(written, '', { ...options, anchors: true }).anchors ?? []);
        };
        const read = await readWithLinkedPages(
          (linkedPages) =>
            Promise.resolve(readPage(text, path.split('/').at(-1) ?? '', { ...options, linkedPages })),
          async (page) => ({
            wikiOf: (own) =>
              decideConnection({
                ...{ document: page, ownRecords: own, connections: this.#connections },
                defaults: settings.defaults,
              }).connection?.endpoint,
            ...{ index, sites: this.#sites, identify, anchors },
            document: await identify(uri),
            findLinked: () => Promise.resolve(undefined),
            fileAt: (document, to) =>
              /\.md([?#]|$)/.test(to) ? new URL(to, document).href.split(/[?#]/)[0] : undefined,
          }),
        );
        return { value: { ...(read ?? assert.fail()), settings, options, text } };
      },
      identify,
      ...{ records, index, connections: this.#connections, titleScopeLookups: this.#titles },
    };
  }
}
