import * as l10n from '@vscode/l10n';
import { glob, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPathWithin } from '../../services/workspace/ownPlace';
import { isWithin } from '../../core/records/fileIdentity';
import { filesOf, type IgnoredUri } from '../../services/workspace/filesToPublish';
import type { Workspace } from '../../services/workspace/workspace';
import { UsageError } from '../environment/usageError';

/** `uri`: the file or folder of a path; for a pattern such as `docs/*.md`, the folder `docs`. */
export interface FileArgument {
  readonly uri: string;
  /** The URIs that a pattern matches; undefined for a plain path. */
  readonly matched?: ReadonlySet<string>;
}

const magic = /[*?[\]{}]/;

/**
 * Without paths, returns the root. `folder`: what the paths are relative to. Throws a UsageError for a path that is
 * missing, is outside of the root or matches nothing.
 */
export function findFileArguments(
  paths: readonly string[],
  folder: string,
  root: string,
): Promise<readonly FileArgument[]> {
  const addressOf = async (named: string, shown: string): Promise<string> => {
    const real = await realpath(named).catch(() => undefined);
    if (real === undefined) {
      throw new UsageError(
        /^".*"$/.test(shown)
          ? l10n.t('Git has put {0} in quotation marks. With “-z”, it lists names as they are.', shown)
          : l10n.t('There is no file {0}.', shown),
      );
    }
    if (!isPathWithin(real, [root])) {
      throw new UsageError(l10n.t('{0} is outside of {1}.', shown, root));
    }
    return pathToFileURL(path.join(root, path.relative(root, isPathWithin(named, [root]) ? named : real)))
      .href;
  };
  const isThere = (named: string): Promise<boolean> =>
    realpath(named).then(
      () => true,
      () => false,
    );
  const chooseOne = async (shown: string): Promise<FileArgument> => {
    const named = path.resolve(folder, shown);
    if ((await isThere(named)) || !magic.test(shown)) {
      return { uri: await addressOf(named, shown) };
    }
    // The folders that are there have their own names, even with brackets in them; only the rest is a pattern.
    let within = named;
    while (!(await isThere(within))) {
      within = path.dirname(within);
    }
    const pattern = path.relative(within, named);
    const uri = await addressOf(within, shown);
    const matched = new Set<string>();
    const exclude = (name: string): boolean => path.basename(name) === 'node_modules';
    for await (const each of glob(pattern, { cwd: within, exclude })) {
      matched.add(await addressOf(path.join(within, each), each));
    }
    if (matched.size === 0) {
      throw new UsageError(l10n.t('No file matches {0}.', shown));
    }
    return { uri, matched };
  };
  return paths.length === 0
    ? addressOf(root, root).then((uri) => [{ uri }])
    : Promise.all(paths.map(chooseOne));
}

/** A pattern selects no files that ignore rules exclude; a plain path is returned as it is. */
export async function urisOf(
  chosen: readonly FileArgument[],
  workspace: Workspace,
  ignored: (entry: IgnoredUri) => void,
): Promise<readonly string[]> {
  const uris: string[] = [];
  for (const { uri, matched } of chosen) {
    if (matched === undefined) {
      uris.push(uri);
      continue;
    }
    const tell = (entry: IgnoredUri): void => (isInAny(entry.uri, matched) ? ignored(entry) : undefined);
    for await (const file of filesOf(workspace, uri, tell)) {
      if (file.problem !== undefined || isInAny(file.uri, matched)) {
        uris.push(file.uri);
      }
    }
  }
  return uris;
}

function isInAny(uri: string, folders: ReadonlySet<string>): boolean {
  for (let at = uri.length; at > 0; at = uri.lastIndexOf('/', at - 1)) {
    if (folders.has(uri.slice(0, at))) {
      return true;
    }
  }
  return false;
}

/** The returned test is true for these URIs and for all that are under one of them. */
export function uriFilter(uris: readonly string[]): (uri: string) => boolean {
  const chosen = uris.map((uri) => uri.replace(/\/$/, ''));
  return (uri) => chosen.some((each) => isWithin(uri, each));
}
