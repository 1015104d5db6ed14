import { isNamedForAll, type Destination } from '../../core/publish/destination';
import { readPageSettings, sharedSettings } from './pageSettings';
import { pathFromRoot, type Workspace } from './workspace';

/** False if only this computer knows the place: it is remembered, or the user’s own settings name it. */
export function isNamedInWorkspace(
  workspace: Pick<Workspace, 'settings' | 'rootOf'>,
  uri: string,
  destination: Destination,
): boolean {
  const settings = workspace.settings('publishToWiki', uri);
  const shared = readPageSettings(sharedSettings(settings), pathFromRoot(workspace, uri));
  return shared.tree !== undefined || isNamedForAll(destination, shared.defaults);
}
