import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import type { Send } from '../../core/network/http';
import { ApiTokens } from '../../services/connection/apiTokens';
import { PlatformTokens } from '../../services/connection/platformTokens';
import { Sites } from '../../services/connection/sites';
import type { Documents, Host } from '../../services/publish/host';
import { Runs } from '../../services/plan/runs';
import type { RunServices } from '../../services/services';
import { createSend } from '../../services/network/network';
import { readNetworkSettings } from '../../services/network/networkSettings';
import { PageThread } from '../../services/page/pageThread';
import { FileLocks } from '../../services/wiki/fileLocks';
import { FolderTargets } from '../../services/records/folderTargets';
import { isAssumedToExist } from '../../services/workspace/goneFiles';
import { PageRecords } from '../../services/records/pageRecords';
import { MemoryRows } from '../../services/records/recordRows';
import { PagesInWiki } from '../../services/wiki/pagesInWiki';
import { PlaceNames } from '../../services/wiki/placeNames';
import { RecentPlaces } from '../../services/records/recentPlaces';
import { SpaceIds } from '../../services/wiki/spaceIds';
import { TitleScopeLookups } from '../../services/wiki/titleScopeLookups';
import { MemorySecrets, MemoryState } from '../../services/shared/memory';
import { Lookups } from '../../services/wiki/lookups';
import { diskWorkspace } from '../../services/workspace/diskWorkspace';
import { documentsIn } from '../../services/documents/documents';
import { fileNameOf, type Workspace } from '../../services/workspace/workspace';
import { countText } from '../output/countText';
import type { Environment, PlatformCredentials } from '../environment/environment';
import { currentTranslations } from '../environment/language';
import type { JobState } from '../state/state';

export interface TerminalOptions {
  readonly root: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  readonly concurrency: number;
  readonly connection?: Connection | undefined;
  readonly token?: ApiToken | undefined;
  readonly platform?: PlatformCredentials | undefined;
  /** Whether a person sees each destination before a send; if not, only front matter and settings name it. */
  readonly isAsked?: boolean;
  /** With `--plan`, a file is sent only if its text is still the one that was planned. */
  readonly isPlanSaved?: boolean;
  readonly log: (text: string) => void;
  /** What `--state` keeps; without it, records are in memory and lost when the command ends. */
  readonly state?: Pick<JobState, 'rows' | 'failed' | 'commit'> | undefined;
}

export interface Terminal {
  readonly workspace: Workspace;
  readonly host: Host;
  readonly services: RunServices;
  readonly runs: Runs;
  /** Reads the documents of a workspace that differs from `workspace` in its files. */
  readonly documentsIn: (workspace: Workspace) => Documents;
  readonly close: () => void;
}

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { root, settings, connection, token, platform, log, state: kept } = options;
  const now = (): number => Date.now();
  const state = new MemoryState();
  const failed = (error: unknown): void => log(String(error));
  const send: Send = createSend(
    () => readNetworkSettings({ inspect: () => undefined }, options.environment),
    log,
  );
  const workspace = diskWorkspace({ root, settings: () => settings, now, variables: options.environment });
  const hide = (): void => undefined;
  const tokens = new ApiTokens(new MemorySecrets(), hide);
  const platformTokens = new PlatformTokens(new MemorySecrets(), hide);
  const sites = new Sites(state, failed);
  if (connection !== undefined && token !== undefined) {
    await tokens.store(connection.endpoint, token);
  }
  if (connection !== undefined && platform !== undefined) {
    await sites.rememberConfirmed(connection.endpoint, platform.site);
    await platformTokens.store(platform.site, platform.token);
  }
  const records = new PageRecords({
    rows: kept?.rows ?? new MemoryRows(),
    texts: undefined,
    // `publish` holds the lock of `--state`, so no other sender in the records can still be running.
    isAlive: () => false,
    now,
    identify: (uri) => workspace.identify(uri),
    isAssumedToExist,
    failed: kept?.failed ?? failed,
    commit: kept?.commit,
  });
  const recentPlaces = new RecentPlaces(records.values);
  const exchange = (): void => undefined;
  const spaceKey = (site: string, id: string): string | undefined => recentPlaces.spaceKey(site, id);
  const lookups = new Lookups({ send, tokens: platformTokens, sites, spaceKey, log: exchange });
  const pages = new PageThread(path.join(__dirname, 'pageWorker.js'), currentTranslations());
  pages.start();
  if (connection !== undefined) {
    // Loads the HTTP client while the page thread starts, so that the first request does not wait for it.
    void import('../../services/network/dispatch.js');
  }
  const inWiki = new PagesInWiki({
    lookups,
    records,
    // Nothing in a terminal shows changes that were made in the wiki, and the folder of `--state` may be cached where
    // others read it.
    keepsChanges: false,
    failed: (count) => log(l10n.t('{0} could not be looked up.', countText(count, 'page'))),
  });
  const services: RunServices = {
    ...{ tokens, sites, recentPlaces, lookups, records, send, now },
    settings: { read: () => ({ connections: connection === undefined ? [] : [connection], problems: [] }) },
    folderTargets: new FolderTargets(records.values),
    locks: new FileLocks(),
    inWiki,
    spaceIds: new SpaceIds(lookups),
    titleScopeLookups: new TitleScopeLookups(lookups, records),
    names: new PlaceNames({ values: records.values, lookups, sites, records }),
    log: { info: () => undefined, error: failed, exchange },
    pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    isMissing: (destination) => inWiki.isMissing(destination),
    concurrency: () => options.concurrency,
  };
  const host: Host = {
    documents: (index, runTitles) => documentsIn({ ...services, workspace, pages }, index, runTitles),
    isUnattended: options.isAsked !== true,
    requiresPlannedTexts: options.isPlanSaved === true,
    nameOf: fileNameOf,
    happened: () => undefined,
    exportState: () => Promise.resolve('notSetUp' as const),
  };
  return {
    ...{ workspace, host, services },
    runs: new Runs(services, host),
    documentsIn: (other) => documentsIn({ ...services, workspace: other, pages }, records.index),
    close: () => pages.dispose(),
  };
}
