import type { RecordIndex } from '../../core/publish/recordIndex';
import { filesOf } from '../../services/workspace/filesToPublish';
import type { Workspace } from '../../services/workspace/workspace';

/** The Markdown files that have no page, of the folders that have a file with one; what is left out of a publish is left out here. */
export async function unpublishedFiles(
  workspace: Workspace,
  published: readonly string[],
  index: Pick<RecordIndex, 'ofFile'>,
): Promise<readonly string[]> {
  const files = published.filter((uri) => !uri.endsWith('/'));
  const folders = new Set(files.map((uri) => uri.slice(0, uri.lastIndexOf('/'))));
  const found: string[] = [];
  for (const folder of [...folders].sort()) {
    try {
      for await (const { uri, problem } of filesOf(workspace, folder, () => undefined, false)) {
        if (problem === undefined && index.ofFile({ uri }).length === 0) {
          found.push(uri);
        }
      }
    } catch {
      // The folder is gone
    }
  }
  return found;
}
