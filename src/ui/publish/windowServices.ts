import type { PageThread } from '../../services/page/pageThread';
import type { Runs } from '../../services/flow/runs';
import type { RunServices } from '../../services/flow/services';
import type { Workspace } from '../../services/workspace/workspace';
import type { OwnLayouts } from '../page/ownLayouts';
import type { Log } from '../prompt/log';
import type { PublisherDependencies } from './publisher';
import type { ShowRequestDependencies } from './showRequest';
import type { WindowHost } from './windowHost';

/** The services for publishing in a window, created with the first command. */
export interface WindowServices
  extends PublisherDependencies, ShowRequestDependencies, Omit<RunServices, 'settings' | 'log'> {
  readonly workspace: Workspace;
  readonly pages: PageThread;
  readonly runs: Runs;
  readonly onDidSendAlone: WindowHost['onDidSendAlone'];
  readonly layouts: OwnLayouts;
  readonly log: Log;
  /** Shows a run's progress outside of its view; an empty line ends it. */
  readonly tellProgress: (line: string) => void;
}
