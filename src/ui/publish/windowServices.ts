import type { PageThread } from '../../services/page/pageThread';
import type { Runs } from '../../services/flow/runs';
import type { RunServices } from '../../services/flow/services';
import type { Workspace } from '../../services/workspace/workspace';
import type { OwnLayouts } from '../page/ownLayouts';
import type { Log } from '../prompt/log';
import type { PublisherDependencies } from './publisher';
import type { ShowRequestDependencies } from './showRequest';

/** What publishing in a window needs: made once, with the first command. */
export interface WindowServices
  extends PublisherDependencies, ShowRequestDependencies, Omit<RunServices, 'settings' | 'log'> {
  readonly workspace: Workspace;
  readonly pages: PageThread;
  readonly runs: Runs;
  readonly layouts: OwnLayouts;
  readonly log: Log;
  /** Says elsewhere too how far a run is; nothing once it is over. */
  readonly tellProgress: (line: string) => void;
}
