import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApiToken } from '../../core/connection/apiToken';
import { UserError } from '../../core/text/errors';
import type { Run, RunFile } from '../../core/run/run';
import { runNotice, standingLabel } from '../../core/run/runReport';
import type { BatchedState } from '../../services/run/batchedState';
import type { RunRecord } from '../../services/run/runRecord';
import type { RunFilesDependencies } from '../../services/run/runFiles';
import { replaceToken } from '../connection/connect';
import type { Log } from '../prompt/log';
import { reached } from '../prompt/milestones';
import type { PublishDependencies } from '../publish/publisher';
import { showRun } from './runWithProgress';

export interface RunDependencies extends PublishDependencies {
  readonly state: BatchedState;
  /** Where records of runs are kept. */
  readonly folder: string;
}

/** How often what is remembered is stored during a run: until then the run's own record has it. */
export const flushEveryMs = 10_000;

export interface PerformRunOptions {
  readonly tokens: ReadonlyMap<string, ApiToken>;
  readonly record: RunRecord;
  readonly content: RunFilesDependencies['content'];
  readonly changed: () => void;
}

/** The token of each connection that the run still needs; asks for one that is missing. Undefined when the person left. */
export async function tokensFor(
  run: Run,
  { settings, tokens }: RunDependencies,
): Promise<ReadonlyMap<string, ApiToken> | undefined> {
  const { connections } = settings.read();
  const found = new Map<string, ApiToken>();
  const left = run.files.filter((_file, index) => run.standing(index) === 'waiting');
  for (const endpoint of new Set(left.map(({ choice }) => choice.endpoint))) {
    const connection = connections.find((each) => each.endpoint === endpoint);
    if (connection === undefined) {
      const { host } = new URL(endpoint);
      throw new UserError(
        l10n.t('The connection to {0} is no longer in your settings. Nothing was sent.', host),
      );
    }
    const token = (await tokens.get(endpoint)) ?? (await replaceToken(tokens, connection));
    if (token === undefined) {
      return undefined;
    }
    found.set(endpoint, token);
  }
  return found;
}

/** Runs, tells the log of each file, and remembers. */
export async function performRun(
  run: Run,
  publishing: RunDependencies,
  performance: PerformRunOptions,
): Promise<void> {
  const { send, memory, published, log, state } = publishing;
  const { tokens, record, content, changed } = performance;
  const running: RunFilesDependencies = {
    send,
    now: Date.now,
    pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    log: (request, exchange) => {
      // Of thousands of pages, those that went well have a line each
      if (exchange.kind !== 'answered' || exchange.response.status >= 300) {
        log.exchange(request, exchange);
      }
    },
    token: (endpoint) => tokens.get(endpoint),
    content,
    remembered: (uri) => memory.file(uri),
    remember: async ({ uri, choice }, after, sent) => {
      try {
        await memory.rememberFile(uri, after);
        if (sent !== undefined) {
          await published.remember(uri, { ...choice, content: sent });
        }
      } catch (error) {
        log.error(error);
      }
    },
    record,
    changed: (index) => {
      tell(log, run, index);
      changed();
    },
  };
  // Still set after a restart: the run was interrupted
  await state.update('running', true);
  await state.holding(flushEveryMs, async () => showRun(run, running, concurrency()));
  await record.close(run.counts.published === run.files.length);
  await state.update('running', undefined);
  await rememberTargets(run, publishing);
  if (run.counts.published > 0) {
    reached('hasPublished');
  }
  log.info(runNotice(run).text);
}

function tell(log: Log, run: Run, index: number): void {
  const standing = run.standing(index);
  if (typeof standing === 'object') {
    const { path } = run.files[index] ?? { path: '' };
    log.info(`${path}: ${standingLabel(standing)}. ${standing.message}`);
  }
}

/** For the lists of what was used before, which are short. */
async function rememberTargets({ files }: Run, { memory }: RunDependencies): Promise<void> {
  const choices = new Map<string, RunFile['choice']>();
  for (const { choice } of files) {
    choices.set(JSON.stringify([choice.endpoint, choice.target.space, choice.target.parent]), choice);
  }
  for (const choice of [...choices.values()].slice(0, 10)) {
    await memory.rememberRecent(choice);
    await memory.rememberEndpoint(choice.endpoint);
  }
}

function concurrency(): number {
  const setting = vscode.workspace.getConfiguration('publishToWiki').get<unknown>('concurrency');
  return typeof setting === 'number' && setting >= 1 ? Math.min(10, Math.floor(setting)) : 4;
}
