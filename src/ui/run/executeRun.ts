import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApiToken } from '../../core/connection/apiToken';
import { UserError } from '../../core/text/errors';
import { targetKey, type Run } from '../../core/run/run';
import { runNotice, stateLabel } from '../../core/run/runReport';
import { isTaken } from '../../core/wiki/outcome';
import { plain } from '../../core/text/plain';
import type { PageThread } from '../../services/page/pageThread';
import type { FileLocks } from '../../services/publish/fileLocks';
import type { FolderTargets } from '../../services/publish/folderTargets';
import { takenOf } from '../../services/publish/pagesInWiki';
import type { SpaceIds } from '../../services/publish/spaceIds';
import type { TitlesInWiki } from '../../services/publish/titlesInWiki';
import type { RunRecord } from '../../services/run/runRecord';
import { relink, type RelinkDependencies } from '../../services/run/relink';
import { sendFiles, type SendFilesDependencies } from '../../services/run/sendFiles';
import { replaceToken } from '../connection/connect';
import type { Log } from '../prompt/log';
import { reached } from '../prompt/milestones';
import { lookUp, type TakenFile } from '../publish/openInWiki';
import type { PublisherDependencies } from '../publish/publisher';
import type { ShowRequestDependencies } from '../publish/showRequest';
import { withRunProgress } from './runProgress';

export interface RunDependencies extends PublisherDependencies, ShowRequestDependencies {
  readonly pages: PageThread;
  readonly folderTargets: FolderTargets;
  readonly locks: FileLocks;
  readonly spaceIds: SpaceIds;
  readonly titles: TitlesInWiki;
  /** Where records of runs are kept. */
  readonly folder: string;
  /** Says elsewhere too how far a run is; nothing once it is over. */
  readonly tellProgress: (line: string) => void;
}

export interface ExecuteRunOptions {
  readonly tokens: ReadonlyMap<string, ApiToken>;
  readonly record: RunRecord;
  readonly content: SendFilesDependencies['content'];
  readonly relinking: Pick<RelinkDependencies, 'lookedUp' | 'plan'>;
  readonly changed: () => void;
}

/** The token of each connection that the run still needs; asks for one that is missing. Undefined when the person left. */
export async function tokensFor(
  run: Run,
  { settings, tokens }: RunDependencies,
): Promise<ReadonlyMap<string, ApiToken> | undefined> {
  const { connections } = settings.read();
  const found = new Map<string, ApiToken>();
  const left = run.files.filter((_file, index) => run.state(index) === 'waiting');
  for (const endpoint of new Set(left.map(({ destination }) => destination.endpoint))) {
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

/** Sends what is left of a run, tells the log of each file, and remembers. Whatever a disk does, the run ends. */
export async function executeRun(
  run: Run,
  publishing: RunDependencies,
  options: ExecuteRunOptions,
): Promise<void> {
  const { send, records, inWiki, log, locks } = publishing;
  const { tokens, record, content, relinking, changed } = options;
  let taken: TakenFile[] = [];
  const lookUpTaken = async (): Promise<void> => {
    const before = taken;
    taken = [];
    await lookUp(publishing, before);
  };
  const sending: Omit<SendFilesDependencies, 'changed'> = {
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
    pageId: async (uri) => {
      const sent = taken.find((each) => each.uri === uri);
      const [page] = sent === undefined ? [] : await inWiki.published([sent]);
      return page?.id ?? inWiki.pageId(uri);
    },
    content,
    records,
    tokens: publishing.tokens,
    lookups: publishing.lookups,
    record,
    titles: publishing.titles,
    sent: ({ file, destination }, outcome) => {
      if (isTaken(outcome)) {
        taken.push({ uri: file.uri, ...takenOf(destination, outcome) });
      }
    },
    repeat: () =>
      relink(run, {
        ...relinking,
        lookUp: lookUpTaken,
        record,
        now: Date.now,
      }),
    locks,
    failed: (error) => log.error(error),
  };
  const withLog = (showProgress: (index: number) => void) => (index: number) => {
    showProgress(index);
    tell(log, run, index);
    changed();
  };
  // Still set after a restart: the run was interrupted
  await mark(publishing, true);
  await withRunProgress(
    run,
    (showProgress) => sendFiles(run, { ...sending, changed: withLog(showProgress) }, concurrency()),
    publishing.tellProgress,
  );
  await mark(publishing, undefined);
  await rememberPlaces(run, publishing);
  // Not awaited: the wiki is looked at beside all that comes
  void lookUpTaken();
  if (run.counts.published > 0) {
    reached('hasPublished');
  }
  log.info(runNotice(run).text);
}

async function mark({ state, log }: RunDependencies, running: true | undefined): Promise<void> {
  try {
    await state.update('running', running);
  } catch (error) {
    log.error(error);
  }
}

function tell(log: Log, run: Run, index: number): void {
  const state = run.state(index);
  if (typeof state === 'object') {
    const { path } = run.files[index] ?? { path: '' };
    log.info(`${plain(path)}: ${stateLabel(state)}. ${state.message}`);
  }
}

/** For the lists of what was used before, which are short. */
async function rememberPlaces({ files }: Run, { recents }: RunDependencies): Promise<void> {
  // In a tree, what a page goes under was not chosen
  const chosen = files.filter(({ above }) => above === undefined);
  const places = new Map(chosen.map(({ destination }) => [targetKey(destination), destination]));
  for (const { endpoint, target } of [...places.values()].slice(0, 10)) {
    await recents.remember(endpoint, target);
  }
}

function concurrency(): number {
  const setting = vscode.workspace.getConfiguration('publishToWiki').get<unknown>('concurrency');
  return typeof setting === 'number' && setting >= 1 ? Math.min(10, Math.floor(setting)) : 4;
}
