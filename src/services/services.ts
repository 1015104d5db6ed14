import type { Exchange, HttpRequest, Send } from '../core/network/http';
import type { ApiTokens } from './connection/apiTokens';
import type { ConnectionSettings } from './connection/connectionSettings';
import type { Sites } from './connection/sites';
import type { FileLocks } from './publish/fileLocks';
import type { FolderTargets } from './publish/folderTargets';
import type { PageRecords } from './publish/pageRecords';
import type { PagesInWiki } from './publish/pagesInWiki';
import type { PlaceNames } from './publish/placeNames';
import type { RecentPlaces } from './publish/recentPlaces';
import type { SendPageDependencies } from './publish/sendPage';
import type { SpaceIds } from './publish/spaceIds';
import type { TitlesInWiki } from './publish/titlesInWiki';
import type { KeptRuns } from './run/keptRuns';
import type { Lookups } from './wiki/lookups';

/** What publishing needs anywhere. It is made once, and functions take a `Pick` of it. */
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
  readonly titles: TitlesInWiki;
  readonly names: PlaceNames;
  readonly send: Send;
  readonly log: {
    info(text: string): void;
    error(error: unknown): void;
    exchange(request: HttpRequest, exchange: Exchange): void;
  };
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface RunServices extends Services {
  /** Where runs are kept, so that they can be resumed. */
  readonly keptRuns?: KeptRuns;
  /** Looks for a page right before one is made; resolves with whether there is none. */
  readonly isMissing?: SendPageDependencies['isMissing'];
  /** Returns how many pages are sent at a time. */
  readonly concurrency: () => number;
}
