import { destinationOf } from '../../core/publish/destination';
import { states } from '../../core/publish/states';
import type { PlanRow } from '../../core/plan/row';
import { isNamedInWorkspace } from '../workspace/namedPlace';
import { UnpublishedFiles } from '../workspace/unpublishedFiles';
import type { IgnoredUri } from '../workspace/filesToPublish';
import type { Workspace } from '../workspace/workspace';
import type { Services } from '../services';

/**
 * The test is true for what Publish Changed Files leaves out: files that need nothing, files with a page for which
 * nothing names a place, and files without a page, unless the Wiki view lists them under Not Published and front matter or the
 * workspace’s settings name their place. `ignored` is told of listed files without such a place.
 */
export async function createLeftOutTest(
  { records }: Pick<Services, 'records'>,
  workspace: Workspace,
  ignored: (entry: IgnoredUri) => void,
): Promise<(row: PlanRow) => boolean> {
  const index = await records.read();
  const here = index.records.map(({ file }) => file.uri).filter((uri) => workspace.rootOf(uri) !== undefined);
  const listed = new Set(await new UnpublishedFiles(workspace).find(here, index));
  const hasPage = ({ file: { uri, input } }: PlanRow): boolean =>
    [...(input?.ownRecords ?? index.ofFile({ uri })), ...(input?.inheritedPages ?? [])].length > 0;
  return (row) => {
    const { kind } = row.status;
    const { uri, path } = row.file;
    const isInVain = isNamedInVain(row);
    const isDone = states[kind].needs === 'nothing';
    if (isDone || hasPage(row)) {
      return (kind === 'unplaced' && !isInVain) || isDone;
    }
    if (!listed.has(uri)) {
      return true;
    }
    const isGoing = isInVain || (kind !== 'unplaced' && isNamed(row, workspace));
    if (!isGoing) {
      ignored({ uri, path, by: 'noDestination' });
    }
    return !isGoing;
  };
}

/** Whether the file names a place that can’t be used, such as a parent page that does not exist: its row says why. */
function isNamedInVain({ decision, status }: PlanRow): boolean {
  if (status.kind === 'unplaced') {
    return status.reason !== undefined;
  }
  return (decision?.questions ?? []).some(
    (question) =>
      question.kind === 'space' ||
      question.kind === 'elsewhere' ||
      (question.kind === 'connection' && question.named !== undefined),
  );
}

function isNamed(row: PlanRow, workspace: Workspace): boolean {
  const { file, decision } = row;
  const { target } = decision ?? {};
  return (
    file.input !== undefined &&
    decision?.connection !== undefined &&
    target !== undefined &&
    isNamedInWorkspace(workspace, file.uri, destinationOf(file.input.document, decision.connection, target))
  );
}
