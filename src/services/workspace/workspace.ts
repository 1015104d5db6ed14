import type { FileIdentity } from '../../core/publish/pageRecord';
import type { Parsed } from '../../core/text/parsed';
import type { Settings } from '../page/pageSettings';
import type { Files } from '../run/findFiles';

/** The folders that are open and the documents in them: of a window or of a terminal. All are named by their addresses. */
export interface Workspace {
  /** The open folder that has it; undefined outside of all. */
  rootOf(uri: string): string | undefined;
  /** The path of a file as a person knows it. */
  shownPath(uri: string): string;
  /** The settings of a section that hold for a place. */
  settings(section: string, uri: string): Settings;
  readonly join: (uri: string, ...names: readonly string[]) => string;
  identify(uri: string): Promise<FileIdentity>;
  /** Where a file of an open folder really is, when a link leads out of it. */
  outside(uri: string): Promise<string | undefined>;
  /** The text as it stands in an editor, else as it is stored. */
  text(uri: string): Promise<Parsed<string>>;
  /** Whether some of a text is not what its file says, because it was read in another encoding. */
  isGarbled(uri: string, text: string): Promise<boolean>;
  /** What can’t be looked at may be there. */
  isGone(uri: string): Promise<boolean>;
  /** Rejects where there is nothing. */
  isFolder(uri: string): Promise<boolean>;
  readonly files: Pick<Files<string>, 'entries' | 'rules'>;
  /** Compares with patterns as `files.exclude` has them, from a root. */
  matcher(patterns: readonly string[], root: string): (uri: string) => boolean;
}

/** The path in an address, with “/” between. */
export function pathIn(uri: string): string {
  const { pathname } = new URL(uri);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

export function fileNameOf(uri: string): string {
  const path = pathIn(uri);
  return path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1).replace(/\/$/, '');
}

/** The path from the open folder that the file is in; undefined outside of all open folders. */
export function pathFromRoot(workspace: Pick<Workspace, 'rootOf'>, uri: string): string | undefined {
  const root = workspace.rootOf(uri);
  return root === undefined ? undefined : pathIn(uri).slice(pathIn(root).replace(/\/$/, '').length + 1);
}

/** The path as a person reads it. The path of a folder ends in “/”. */
export function shownPath(workspace: Pick<Workspace, 'shownPath'>, uri: string): string {
  return workspace.shownPath(uri).replace(/\/?$/, uri.endsWith('/') ? '/' : '');
}
