import * as l10n from '@vscode/l10n';
import type { PlanFile } from '../../core/plan/row';
import { beginReading } from '../../services/publish/reading';
import { readForPlan } from '../../services/publish/readForPublish';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import type { WindowServices } from '../windowServices';

const readers = 8;

/**
 * `folders`: the workspace folders when the plan was made. If reading fails, the person is told, and the
 * result lacks the files that are left.
 */
export async function readAgain(
  services: WindowServices,
  files: readonly PlanFile[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, PlanFile>> {
  const read = new Map<string, PlanFile>();
  // Without the settings of its closed folder, the file would go to another place.
  const isClosed = (uri: string): boolean =>
    services.workspace.rootOf(uri) === undefined && folders.some((folder) => uri.startsWith(folder));
  await services.reportErrors(async () => {
    const reading = await beginReading(services, services.flow.host);
    await forEachConcurrently(files, readers, async ({ uri, path }) => {
      const problem = isClosed(uri) ? l10n.t('Its folder is no longer open.') : undefined;
      read.set(uri, await readForPlan(reading, { uri, path, problem }));
    });
  });
  return read;
}
