import type { Exchange, HttpRequest, Send } from '../core/network/http';
import type { ApiTokens } from './connection/apiTokens';
import type { ConnectionSettings } from './connection/connectionSettings';
import type { Sites } from './connection/sites';
import type { FileLocks } from './wiki/fileLocks';
import type { FolderTargets } from './records/folderTargets';
import type { PageRecords } from './records/pageRecords';
import type { PagesInWiki } from './wiki/pagesInWiki';
import type { PlaceNames } from './wiki/placeNames';
import type { RecentPlaces } from './records/recentPlaces';
import type { SendPageDependencies } from './wiki/sendPage';
import type { SpaceIds } from './wiki/spaceIds';
import type { TitleScopeLookups } from './wiki/titleScopeLookups';
import type { StoredRuns } from './plan/storedRuns';
import type { Lookups } from './wiki/lookups';

/** A window or a terminal command creates these once; functions take a `Pick` of what they use. */
export interface Services {
  readonly settings: Pick<ConnectionSettings, 'read'>;
  readonly tokens: ApiTokens;
  readonly records: PageRecords;
  readonly recentPlaces: RecentPlaces;
  readonly folderTargets: FolderTargets;
  readonly sites: Sites;
  readonly locks: FileLocks;
  readonly lookups: Lookups;
  readonly inWiki: PagesInWiki;
  readonly spaceIds: SpaceIds;
  readonly titleScopeLookups: TitleScopeLookups;
  readonly names: PlaceNames;
  readonly send: Send;
  readonly log: {
    info(text: string): void;
    error(error: unknown): void;
    exchange(request: HttpRequest, exchange: Exchange): void;
  };
  readonly now: () => number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface RunServices extends Services {
  /** Undefined in a terminal, which resumes no runs. */
  readonly storedRuns?: StoredRuns;
  /** Asks the wiki, right before a page is created, whether there is none at its destination. */
  readonly isMissing?: SendPageDependencies['isMissing'];
  /** Asked at the start of each run: how many pages are sent at the same time. */
  readonly concurrency: () => number;
}
