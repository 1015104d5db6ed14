import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { Send } from '../../../src/core/network/http.js';
import type { Destination } from '../../../src/core/publish/destination.js';
import type { FileIdentity } from '../../../src/core/publish/pageRecord.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { createSend } from '../../../src/services/network/network.js';
import { readNetworkSettings } from '../../../src/services/network/networkSettings.js';
import { realDisk, type Disk } from '../../../src/services/export/system/disk.js';
import { hashOf } from '../../../src/services/publish/hashOf.js';
import { PageRecords, type PageRecordsDependencies } from '../../../src/services/publish/pageRecords.js';
import { publishPage } from '../../../src/services/publish/publishPage.js';
import { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { Lookups } from '../../../src/services/wiki/lookups.js';
import { configuration, MemorySecrets, MemoryState } from '../fakes.js';

export const one: FileIdentity = { uri: 'file:///one.md', workspacePath: 'one.md' };

export function destinationAt(endpoint: string, title = 'One'): Destination {
  const target = { space: '1001', parent: '100102', title, overwrite: true };
  return { endpoint, target, suggestedTitle: title, suggestedPlace: {} };
}

/** A disk that tells before and after all that changes it. */
export function toldDisk(step: () => void): Disk {
  const changes = new Set<string>(['open', 'rename', 'unlink', 'mkdir']);
  return new Proxy(realDisk, {
    get: (disk, name: keyof Disk) =>
      changes.has(name)
        ? async (...all: never[]): Promise<unknown> => {
            step();
            const result: unknown = await (disk[name] as (...all: never[]) => Promise<unknown>)(...all);
            step();
            return result;
          }
        : disk[name],
  });
}

export function openRecords(
  folder: string,
  dependencies: Partial<PageRecordsDependencies> = {},
): PageRecords {
  return new PageRecords({
    folder,
    now: Date.now,
    identify: (uri) => Promise.resolve({ uri }),
    keepText: () => true,
    failed: (error) => {
      throw error;
    },
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
export function openLookups(): OpenedLookups {
  const tokens = new PlatformTokens(new MemorySecrets(), () => undefined);
  const sites = new Sites(new MemoryState(), (error) => assert.fail(String(error)));
  const lookups = new Lookups({
    send: realSend,
    tokens,
    sites,
    spaceKey: () => undefined,
    log: () => undefined,
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
  await records.sending(file, to, hashOf(content));
  const outcome = await publishPage(
    { send, now: Date.now, pause: (ms) => delay(ms / 1000), log: () => undefined },
    { endpoint: to.endpoint, token, target: to.target, content, mayHaveArrived: false },
    () => undefined,
    new AbortController().signal,
  );
  await records.settled(file, to, content, outcome);
  return outcome;
}
