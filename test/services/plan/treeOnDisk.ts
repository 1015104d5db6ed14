import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPage } from '../../../src/core/page/page.js';
import { Plan } from '../../../src/core/plan/plan.js';
import { Run } from '../../../src/core/plan/run.js';
import { findPublished } from '../../../src/core/records/pageRecord.js';
import type { ParentFile } from '../../../src/core/publish/tree.js';
import { readPageSettings } from '../../../src/services/workspace/pageSettings.js';
import { FileLocks } from '../../../src/services/wiki/fileLocks.js';
import { PagesInWiki } from '../../../src/services/wiki/pagesInWiki.js';
import type { PageRecords } from '../../../src/services/records/pageRecords.js';
import type { Files } from '../../../src/services/workspace/files.js';
import { findMarkdown } from '../../../src/services/workspace/findFiles.js';
import { FolderPages } from '../../../src/services/workspace/folderPages.js';
import { planFiles } from '../../../src/services/publish/planFiles.js';
import {
  readForPlan,
  readForSend,
  type ReadFileDependencies,
} from '../../../src/services/publish/readForPublish.js';
import { sendFiles, type SendFilesDependencies } from '../../../src/services/plan/sendFiles.js';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { Wiki } from '../../wiki/wiki.js';
import { configuration } from '../fakes.js';
import { openLookups, openRecords, realSend } from '../records/publishing.js';
import { usualOptions } from '../../host/usualOptions.js';

export const onDisk: Files<string> = {
  entries: async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => [entry.name, entry.isDirectory() ? 2 : 1] as const);
  },
  readRules: (file) =>
    readFile(file, 'utf8').then(
      (value) => ({ value }),
      () => undefined,
    ),
  join: (folder, name) => path.join(folder, name),
  repository: () => Promise.resolve(undefined),
  isHidden: () => false,
};

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** A folder whose files are a tree of pages, planned and sent as a window does it, with Node’s files. */
export class TreeOnDisk {
  readonly tokens;
  readonly inWiki: PagesInWiki;
  readonly records: PageRecords;
  settings: Record<string, unknown> = { space: '1001', parent: '100102', folders: 'tree' };

  constructor(
    private readonly wiki: Pick<Wiki, 'importEndpoint' | 'createToken'>,
    private readonly folder: string,
    memory: string,
  ) {
    this.records = openRecords(memory);
    const { tokens, lookups } = openLookups();
    this.tokens = tokens;
    this.inWiki = new PagesInWiki({ lookups, records: this.records, failed: () => undefined });
  }

  async plan(isTaken: (path: string) => boolean = () => true): Promise<Plan> {
    const reading = await this.#reading();
    const found = [];
    for await (const file of findMarkdown(onDisk, this.folder)) {
      found.push(...(isTaken(file.path) ? [file] : []));
    }
    const plan = await planFiles(found, (file) => readForPlan(reading, file), {
      changes: (records) => this.inWiki.lookUpChanges(records),
    });
    return plan ?? new Plan([]);
  }

  async run(plan: Plan, change: Partial<SendFilesDependencies> = {}, concurrency = 4): Promise<Run> {
    const run = new Run(plan.runFiles(plan.initiallyChecked), plan.unresolved);
    await this.send(run, change, concurrency);
    return run;
  }

  async send(run: Run, change: Partial<SendFilesDependencies> = {}, concurrency = 4): Promise<void> {
    const reading = await this.#reading();
    const token = readApiToken(await this.wiki.createToken()).value;
    await sendFiles(
      run,
      {
        send: realSend,
        now: Date.now,
        pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
        log: () => undefined,
        token: () => token,
        tokens: { recordOutcome: () => undefined },
        lookups: { findNotFoundCause: () => Promise.resolve(undefined) },
        titleScopeLookups: { lookAfterSend: () => Promise.resolve() },
        folderTargets: { forget: () => Promise.resolve() },
        content: (file) =>
          readForSend(reading, file, {
            now: Date.now(),
            isOfRun: (uri) => run.files.some((each) => each.file.uri === uri),
          }),
        records: this.records,
        inWiki: {
          // What was published is not looked up at the end, so that a test sees what the tree asks for.
          lookUpPublished: (pages) =>
            run.counts.waiting === 0 ? Promise.resolve([]) : this.inWiki.lookUpPublished(pages),
          pageId: (uri) => this.inWiki.pageId(uri),
        },
        tryPlatformToken: () => Promise.resolve('accepted'),
        endpointsWithLookups: () => Promise.resolve(new Set()),
        planSecondSend: () => assert.fail('Nothing is sent twice.'),
        happened: () => undefined,
        locks: new FileLocks(),
        failed: (error) => assert.fail(String(error)),
        changed: () => undefined,
        ...change,
      },
      concurrency,
    );
  }

  /** What is above a file, by their paths. */
  async #above(pages: FolderPages<string>, file: string): Promise<ParentFile | undefined> {
    const { tree } = this.#settings(file);
    const above = tree && (await pages.findParentPath(file, tree));
    const uri = path.join(this.folder, above ?? '');
    const own = findPublished(this.records.index.ofFile({ uri }));
    const page = own && { endpoint: own.place.endpoint, space: own.place.space, id: own.wiki?.id };
    return above === undefined ? undefined : { uri, path: above, page };
  }

  #settings(file: string) {
    return readPageSettings(configuration(this.settings), file);
  }

  async #reading(): Promise<ReadFileDependencies> {
    const pages = new FolderPages(onDisk, this.folder);
    const canLookUp = await this.inWiki.canLookUp(this.wiki.importEndpoint);
    const index = await this.records.read();
    return {
      read: async (uri) => {
        const file = path.relative(this.folder, uri);
        const settings = this.#settings(file);
        const text = await readFile(uri, 'utf8');
        const defaults = { ...settings.defaults, parentFile: await this.#above(pages, file) };
        const options = { ...usualOptions, ...settings.text };
        const page = readPage(text, path.basename(uri), options);
        return { value: { page, settings: { ...settings, defaults }, options, text } };
      },
      identify: (uri) => Promise.resolve({ uri, realPath: uri }),
      index,
      connections: [{ name: 'Team Wiki', endpoint: this.wiki.importEndpoint }],
      canLookUp: () => canLookUp,
    };
  }
}
