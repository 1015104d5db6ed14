import { isPlaceShared, type PlannedDestination } from '../../core/publish/destination';
import { readPageSettings, sharedSettings } from './pageSettings';
import { pathFromRoot, type Workspace } from './workspace';

/**
 * Whether front matter and the workspace’s settings name this place, or put the file in a tree. If not, only this
 * computer knows the whole place.
 */
export function isNamedInWorkspace(
  workspace: Pick<Workspace, 'settings' | 'rootOf'>,
  uri: string,
  destination: PlannedDestination,
): boolean {
  const settings = workspace.settings('publishToWiki', uri);
  const shared = readPageSettings(sharedSettings(settings), pathFromRoot(workspace, uri));
  return shared.tree !== undefined || isPlaceShared(destination, shared.defaults);
}
