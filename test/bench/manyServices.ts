import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDefaults } from '../../src/core/publish/decide.js';
import { readPage } from '../../src/core/page/page.js';
import { runFile, type Planned } from '../../src/core/run/plan.js';
import { Run } from '../../src/core/run/run.js';
import { BatchedState } from '../../src/services/run/batchedState.js';
import { Examiner } from '../../src/services/run/examineFile.js';
import { findMarkdown, type Files } from '../../src/services/run/findFiles.js';
import { Memory } from '../../src/services/publish/memory.js';
import { createSend } from '../../src/services/network/network.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { readPageSettings } from '../../src/services/page/pageSettings.js';
import { planFiles } from '../../src/services/run/planFiles.js';
import { Published } from '../../src/services/publish/published.js';
import { runFiles } from '../../src/services/run/runFiles.js';
import { RunRecord } from '../../src/services/run/runRecord.js';
import { configuration, MemoryState } from '../services/fakes.js';
import { token } from './wire.js';

const concurrency = 4;
const files: Files<string> = {
  entries: async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => [entry.name, entry.isDirectory() ? 2 : 1] as const);
  },
  text: (file) => readFile(file, 'utf8').catch(() => undefined),
  join: (folder, name) => path.join(folder, name),
};
const settings = {
  ...readPageSettings({ get: () => undefined, inspect: () => undefined }, undefined),
  defaults: readDefaults('1001', '100102', undefined),
};

export interface Ready {
  readonly examiner: Examiner;
  readonly memory: Memory;
  readonly published: Published;
  readonly state: BatchedState;
  readonly plan: readonly Planned[];
}

/** As a window does it, with Node's files instead of VS Code's. */
export async function planFolder(folder: string, endpoint: string): Promise<Ready> {
  const state = new BatchedState(new MemoryState());
  const memory = new Memory(state, new MemoryState(), (error) => assert.fail(String(error)));
  const published = new Published(state, path.join(folder, '..', 'published'), Date.now);
  const connections = [{ name: 'Bench', endpoint }];
  const examiner = new Examiner({
    read: async (uri) => {
      const page = readPage(await readFile(uri, 'utf8'), path.basename(uri), settings);
      return { value: { page, settings } };
    },
    memory,
    published,
    connections,
    connection: undefined,
  });
  const plan = await planFiles(
    findMarkdown(files, folder),
    (file) => examiner.examine(file),
    () => undefined,
    new AbortController().signal,
  );
  return { examiner, memory, published, state, plan: plan ?? [] };
}

/** The whole run: sent, written down and remembered. */
export async function runPlan(
  { examiner, memory, published, state, plan }: Ready,
  folder: string,
  ended: (count: number) => void,
): Promise<void> {
  const run = new Run(plan.flatMap((each) => (each.state === 'blocked' ? [] : [runFile(each, true)])));
  const record = await RunRecord.create(folder, run.files, Date.now());
  const apiToken = token();
  await state.holding(10_000, () =>
    runFiles(
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
        content: (file) => examiner.content(file),
        remembered: (uri) => memory.file(uri),
        remember: async ({ uri, choice }, after, content = '') => {
          await memory.rememberFile(uri, after);
          await published.remember(uri, { ...choice, content });
        },
        record,
        changed: (index) => {
          if (run.standing(index) !== 'sending') {
            ended(run.counts.published);
          }
        },
      },
      concurrency,
    ),
  );
  assert.equal(run.counts.published, plan.length);
  await record.close(true);
}
