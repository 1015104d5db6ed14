import type { FileIdentity } from '../../core/records/fileIdentity';
import type { Parsed } from '../../core/text/parsed';
import type { Settings } from './pageSettings';
import type { Files } from './files';

/** What the reads of one plan share: settings that were read before, and a callback for real paths. */
export interface SharedReading {
  readonly settings: Workspace['settings'];
  readonly onRealPath: (realPath: string) => void;
}

/** The open folders and their documents, of a window or a terminal. All are named by their addresses. */
export interface Workspace {
  /** Returns the open folder that contains the file; undefined outside of all. */
  rootOf(uri: string): string | undefined;
  /** Returns the path as the person knows it. */
  shownPath(uri: string): string;
  /** Returns the settings of a section for a place. */
  settings(section: string, uri: string): Settings;
  readonly join: (uri: string, ...names: readonly string[]) => string;
  /** `realPath`: where the file was read. */
  identify(uri: string, realPath?: string): Promise<FileIdentity>;
  /** Returns the real path of a file if a symbolic link leads out of the open folders. */
  realPathOutside(uri: string): Promise<string | undefined>;
  /** Returns the text in the editor, or else in the file, unless a symbolic link leads out of the open folders. */
  text(uri: string, known?: SharedReading): Promise<Parsed<string>>;
  /** Whether a text has wrong characters because it was read in another encoding than its file's. */
  isGarbled(uri: string, text: string): Promise<boolean>;
  /** Whether the file no longer exists; false if that can't be found out. */
  isGone(uri: string): Promise<boolean>;
  /** Rejects if there is no such file or folder. */
  isFolder(uri: string): Promise<boolean>;
  readonly files: Pick<Files<string>, 'entries' | 'rules' | 'repository'>;
  /** Matches patterns in the syntax of `files.exclude` from a root. */
  matcher(patterns: readonly string[], root: string): (uri: string) => boolean;
}

/** Returns the path in an address, with “/” between names. */
export function pathIn(uri: string): string {
  const [, path = ''] = /^[^:]*:(?:\/\/[^/?#]*)?([^?#]*)/.exec(uri) ?? [];
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** Returns the address of what a folder has by this name; undefined where a name has to be encoded or leads elsewhere. */
export function childOf(folder: string, names: readonly string[]): string | undefined {
  const [name = '', ...others] = names;
  const isPlain = others.length === 0 && /^\w[\w.-]*$/.test(name) && !/[?#]/.test(folder);
  return isPlain ? `${folder.replace(/\/$/, '')}/${name}` : undefined;
}

export function fileNameOf(uri: string): string {
  const path = pathIn(uri);
  return path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1).replace(/\/$/, '');
}

/** Returns the path from the workspace folder; undefined outside of all folders. */
export function pathFromRoot(workspace: Pick<Workspace, 'rootOf'>, uri: string): string | undefined {
  const root = workspace.rootOf(uri);
  return root === undefined ? undefined : pathBelow(root, uri);
}

/** Returns the path of what is in a folder, from that folder. */
export function pathBelow(folder: string, uri: string): string {
  return pathIn(uri).slice(pathIn(folder).replace(/\/$/, '').length + 1);
}

/** Returns the path as a person reads it; that of a folder ends in “/”. */
export function shownPath(workspace: Pick<Workspace, 'shownPath'>, uri: string): string {
  return workspace.shownPath(uri).replace(/\/?$/, uri.endsWith('/') ? '/' : '');
}
