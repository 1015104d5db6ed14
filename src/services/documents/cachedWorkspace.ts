import type { Settings } from '../workspace/pageSettings';
import { memoizeByKey } from '../shared/memoizeByKey';
import type { Workspace } from '../workspace/workspace';

/** Caches settings, roots and file identities for one plan: VS Code and the disk are slower than parsing a page. */
export function cachedWorkspace(workspace: Workspace): Workspace {
  const rootOf = memoizeByKey((uri) => workspace.rootOf(uri));
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
      workspace.text(uri, { settings, onRealPath: (realPath) => void realPaths.set(uri, realPath) }),
    identify: memoizeByKey((uri) => workspace.identify(uri, realPaths.get(uri))),
  };
}

function asRead(settings: Settings): Settings {
  return {
    get: memoizeByKey((key) => settings.get(key)),
    inspect: memoizeByKey((key) => settings.inspect(key)),
  };
}
