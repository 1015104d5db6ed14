import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDefaults } from '../../src/core/publish/precedence.js';
import { readPage } from '../../src/core/page/page.js';
import { Plan } from '../../src/core/plan/plan.js';
import type { FileIdentity } from '../../src/core/records/fileIdentity.js';
import { Run } from '../../src/core/plan/run.js';
import { findMarkdown } from '../../src/services/workspace/findFiles.js';
import { FileLocks } from '../../src/services/wiki/fileLocks.js';
import { createSend } from '../../src/services/network/network.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { readPageSettings } from '../../src/services/workspace/pageSettings.js';
import { planFiles } from '../../src/services/publish/planFiles.js';
import { readForPlan, readForSend, type ReadFileDependencies } from '../../src/services/publish/readFile.js';
import type { PageRecords } from '../../src/services/records/pageRecords.js';
import { openRecords } from '../services/records/publishing.js';
import { sendFiles } from '../../src/services/plan/sendFiles.js';
import { configuration } from '../services/fakes.js';
import { onDisk } from '../services/plan/treeOnDisk.js';
import { token } from './wire.js';

const concurrency = 4;
const settings = {
  ...readPageSettings({ get: () => undefined, inspect: () => undefined }, undefined),
  defaults: readDefaults('1001', '100102', undefined),
};

export interface Ready {
  readonly reading: ReadFileDependencies;
  readonly records: PageRecords;
  readonly plan: Plan;
}

/** As a window does it, with Node's files instead of VS Code's. */
export async function planFolder(
  folder: string,
  endpoint: string,
  pages = `${folder}-pages`,
): Promise<Ready> {
  const identify = (uri: string): Promise<FileIdentity> => Promise.resolve({ uri, realPath: uri });
  const records = openRecords(pages, { identify });
  const reading: ReadFileDependencies = {
    read: async (uri) => {
      const text = await readFile(uri, 'utf8');
      return {
        value: { page: readPage(text, path.basename(uri), settings), settings, options: settings, text },
      };
    },
    identify,
    index: await records.read(),
    connections: [{ name: 'Bench', endpoint }],
  };
  const plan = await planFiles(findMarkdown(onDisk, folder), (file) => readForPlan(reading, file), {});
  return { reading, records, plan: plan ?? new Plan([]) };
}

/** The whole run: sent, written down and remembered. */
export async function runPlan(
  { reading, records, plan }: Ready,
  ended: (count: number) => void,
): Promise<void> {
  const chosen = plan.with(plan.ticked, { chosen: { overwrite: true } });
  const run = new Run(chosen.runFiles(plan.ticked));
  const apiToken = token();
  await sendFiles(
    run,
    {
      send: createSend(
        () => readNetworkSettings(configuration({}), {}),
        () => undefined,
      ),
      now: Date.now,
      pause: (ms, signal) => delay(ms, undefined, { signal }),
      log: () => undefined,
      token: () => apiToken,
      tokens: { judge: () => undefined },
      lookups: { whyNotFound: () => Promise.resolve(undefined) },
      titles: { lookAfterSend: () => Promise.resolve() },
      content: (file) => readForSend(reading, file, { now: Date.now(), isOfRun: () => true }),
      records,
      inWiki: { published: () => Promise.resolve([]), pageId: () => Promise.resolve(undefined) },
      standing: () => Promise.resolve(undefined),
      lookedUp: () => Promise.resolve(new Set()),
      planAgain: () => assert.fail('Nothing is sent twice.'),
      happened: () => undefined,
      locks: new FileLocks(),
      failed: (error) => assert.fail(String(error)),
      changed: (index) => {
        if (run.state(index) !== 'sending') {
          ended(run.counts.published);
        }
      },
    },
    concurrency,
  );
  assert.equal(run.counts.published, plan.rows.length);
}
