import type { Settings } from '../workspace/pageSettings';
import { onceForEach } from '../shared/onceForEach';
import type { Workspace } from '../workspace/workspace';

/**
 * Returns the workspace as one plan sees it. The settings of a folder and what identifies a file are asked for once:
 * VS Code and the disk take longer to say it than a page takes to read.
 */
export function asOfNow(workspace: Workspace): Workspace {
  const rootOf = onceForEach((uri) => workspace.rootOf(uri));
  const sections = new Map<string, Settings>();
  const realPaths = new Map<string, string>();
  const settings: Workspace['settings'] = (section, uri) => {
    const place = `${section} ${rootOf(uri) ?? uri}`;
    const known = sections.get(place) ?? asRead(workspace.settings(section, uri));
    sections.set(place, known);
    return known;
  };
  return {
    ...workspace,
    rootOf,
    settings,
    text: (uri) =>
      workspace.text(uri, { settings, foundAt: (realPath) => void realPaths.set(uri, realPath) }),
    identify: onceForEach((uri) => workspace.identify(uri, realPaths.get(uri))),
  };
}

function asRead(settings: Settings): Settings {
  return {
    get: onceForEach((key) => settings.get(key)),
    inspect: onceForEach((key) => settings.inspect(key)),
  };
}
