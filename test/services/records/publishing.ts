import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { Send } from '../../../src/core/network/http.js';
import type { Destination } from '../../../src/core/publish/destination.js';
import type { FileIdentity } from '../../../src/core/records/fileIdentity.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { createSend } from '../../../src/services/network/network.js';
import { readNetworkSettings } from '../../../src/services/network/networkSettings.js';
import { hashOf } from '../../../src/services/records/hashOf.js';
import { isAssumedToExist } from '../../../src/services/workspace/goneFiles.js';
import { PageRecords, type PageRecordsDependencies } from '../../../src/services/records/pageRecords.js';
import { DatabaseRecordRows, migrations } from '../../../src/services/records/recordRows.js';
import { PublishedTexts } from '../../../src/services/records/publishedTexts.js';
import type { RecordRows } from '../../../src/services/records/recordRows.js';
import { Store } from '../../../src/services/store/store.js';
import { publishPage } from '../../../src/services/wiki/publishPage.js';
import { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { Lookups, type LookupDependencies } from '../../../src/services/wiki/lookups.js';
import { configuration, MemorySecrets, MemoryState } from '../fakes.js';

export const one: FileIdentity = { uri: 'file:///one.md', workspacePath: 'one.md' };

export function destinationAt(endpoint: string, title = 'One'): Destination {
  const target = { space: '1001', parent: '100102', title, overwrite: true };
  return { endpoint, target, suggestedTitle: title, suggestedPlace: {} };
}

/** Tells before and after each access to the store, and fails it as a disk would while there is a fault. */
export function toldRows(rows: RecordRows, step: () => void, fault: () => Error | undefined): RecordRows {
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    step();
    const error = fault();
    const result = await (error === undefined ? work() : Promise.reject(error));
    step();
    return result;
  };
  return {
    get isPersistent() {
      return rows.isPersistent;
    },
    since: (revision) => rows.since(revision),
    change: (work, how) => told(() => rows.change(work, how)),
  };
}

export interface OpenOptions extends Partial<Omit<PageRecordsDependencies, 'rows' | 'texts'>> {
  readonly keepText?: () => boolean;
  /** Is called before and after each change. */
  readonly step?: () => void;
  /** One that others use too. */
  readonly store?: Store;
  /** What the disk says to a change. */
  readonly fault?: () => Error | undefined;
}

/** The database in a folder, as a window has it. */
export function openStore(folder: string, failed: (error: unknown) => void, busyMs?: number): Store {
  const file = path.join(folder, 'wiki.db');
  return new Store({ file, migrations, failed, ...(busyMs !== undefined && { busyMs }) });
}

/** The records in a folder, as a window has them. */
export function openRecords(folder: string, options: OpenOptions = {}): PageRecords {
  const { keepText = () => true, step = () => undefined, fault = () => undefined, ...dependencies } = options;
  const failed = (error: unknown): never => {
    throw error;
  };
  const { store = openStore(folder, failed) } = options;
  return new PageRecords({
    rows: toldRows(new DatabaseRecordRows(store), step, fault),
    texts: new PublishedTexts({ folder: path.join(folder, 'texts'), keep: keepText }),
    now: Date.now,
    identify: (uri) => Promise.resolve({ uri }),
    isAssumedToExist,
    failed,
    ...dependencies,
  });
}

export const realSend = createSend(
  () => readNetworkSettings(configuration({}), {}),
  () => undefined,
);

export interface OpenedLookups {
  readonly tokens: PlatformTokens;
  readonly sites: Sites;
  readonly lookups: Lookups;
}

/** What looks at wikis, as a window has it; without a platform token as yet. */
export function openLookups(names?: LookupDependencies['names'], state = new MemoryState()): OpenedLookups {
  const tokens = new PlatformTokens(new MemorySecrets(), () => undefined);
  const sites = new Sites(state, (error) => assert.fail(String(error)));
  const lookups = new Lookups({
    send: realSend,
    tokens,
    sites,
    spaceKey: () => undefined,
    log: () => undefined,
    ...(names && { names }),
  });
  return { tokens, sites, lookups };
}

/** From the record before the send to the record after the answer, as every way does it. */
export async function publishOne(
  records: PageRecords,
  { file, to, content }: { readonly file: FileIdentity; readonly to: Destination; readonly content: string },
  secret: string,
  send: Send = realSend,
): Promise<Outcome> {
  const token = readApiToken(secret).value;
  if (token === undefined) {
    throw new Error('This is no token.');
  }
  await records.read();
  await records.recordSend(file, to, hashOf(content), { maySend: () => true });
  const outcome = await publishPage(
    { send, now: Date.now, pause: (ms) => delay(ms / 1000), log: () => undefined },
    { endpoint: to.endpoint, token, target: to.target, content, mayHaveArrived: false },
    () => undefined,
    new AbortController().signal,
  );
  await records.recordOutcome(file, to, content, outcome);
  return outcome;
}
