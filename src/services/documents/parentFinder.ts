import { decideConnection } from '../../core/publish/decideConnection';
import { isOtherFileOrRemote } from '../../core/records/fileIdentity';
import { ownRecordsOf, type OwnRecordsInput } from '../../core/publish/ownRecords';
import { findPublished, type PageRecord } from '../../core/records/pageRecord';
import type { DestinationDefaults } from '../../core/publish/precedence';
import type { KnownPages } from '../records/pages';
import type { ParentFile, Tree } from '../../core/publish/tree';
import type { PageSettings } from '../workspace/pageSettings';
import type { FolderTargets } from '../records/folderTargets';
import type { Services } from '../services';
import { FolderPages } from '../workspace/folderPages';
import { pageSettingsOf, type FindWiki } from './readDocument';
import { pathFromRoot, shownPathWithSlash, type Workspace } from '../workspace/workspace';

/** Resolves with undefined at the top of a tree, and where files are not published as a tree of pages. */
export type FindParentFile = (uri: string, tree?: Tree) => Promise<ParentFile | undefined>;

export interface ParentFinderDependencies extends Pick<OwnRecordsInput, 'connections' | 'spaceOf'> {
  readonly workspace: Workspace;
  readonly index: KnownPages;
  readonly folderTargets: FolderTargets;
}

export function createParentFinder(dependencies: ParentFinderDependencies): FindParentFile {
  const { workspace, index, folderTargets } = dependencies;
  const roots = new Map<string, FolderPages<string>>();
  const pageOf = async (file: string): Promise<PageRecord | undefined> => {
    const identity = await workspace.identify(file);
    const known = index.ofFile(identity);
    if (known.every(({ file: published }) => !isOtherFileOrRemote(published, identity))) {
      return findPublished(known);
    }
    // Some of these pages were published from another Git clone or worktree: only the one that publishing
    // `file` would update counts.
    const { defaults, tree } = pageSettingsOf(workspace, file);
    const document = { frontMatter: {}, title: '' };
    const there = await destinationDefaultsFor(folderTargets, find, file, { defaults, tree });
    return findPublished(ownRecordsOf({ ...dependencies, document, file: identity, defaults: there }, known));
  };
  const find: FindParentFile = async (uri, tree = pageSettingsOf(workspace, uri).tree) => {
    const root = workspace.rootOf(uri);
    if (tree === undefined || root === undefined) {
      return undefined;
    }
    const files = { ...workspace.files, join: workspace.join, isHidden: () => false };
    const pages = roots.get(root) ?? new FolderPages(files, root);
    roots.set(root, pages);
    const path = await pages.findParentPath(pathFromRoot(workspace, uri) ?? '', tree);
    if (path === undefined) {
      return undefined;
    }
    const parentUri = workspace.join(root, path);
    const own = await pageOf(parentUri);
    return {
      uri: parentUri,
      path: shownPathWithSlash(workspace, parentUri),
      page: own && { endpoint: own.place.endpoint, space: own.place.space, id: own.wiki?.id },
    };
  };
  return find;
}

export async function destinationDefaultsFor(
  folderTargets: FolderTargets,
  findParentFile: FindParentFile,
  uri: string,
  { defaults, tree }: Pick<PageSettings, 'defaults' | 'tree'>,
): Promise<DestinationDefaults> {
  const parentFile = tree && (await findParentFile(uri, tree));
  return { ...defaults, folder: folderTargets.targetFor(uri), parentFile };
}

/** Decides the wiki as publishing the document will, so that the document's links are resolved for that wiki. */
export function createWikiFinder(
  {
    workspace,
    settings,
    folderTargets,
  }: Pick<Services, 'settings' | 'folderTargets'> & { readonly workspace: Workspace },
  {
    findParentFile,
    connections: known,
  }: {
    readonly findParentFile?: FindParentFile;
    readonly connections?: ParentFinderDependencies['connections'];
  } = {},
): FindWiki {
  return async ({ uri, page, settings: pageSettings }, index) => {
    const connections = known ?? settings.read().connections;
    const defaults = await destinationDefaultsFor(
      folderTargets,
      findParentFile ?? createParentFinder({ workspace, index, folderTargets, connections }),
      uri,
      pageSettings,
    );
    return (own) =>
      decideConnection({ document: page, ownRecords: own, connections, defaults }).connection?.endpoint;
  };
}
