import type { FileIdentity } from '../../core/records/fileIdentity';
import type { UnreadableReason } from '../../core/page/unreadableReason';
import type { Parsed } from '../../core/text/parsed';
import type { Settings } from './pageSettings';
import type { Files } from './files';

/** What the reads of one plan share: cached settings, and a callback that keeps the file’s real path for `identify`. */
export interface SharedReading {
  readonly settings: Workspace['settings'];
  readonly onRealPath: (realPath: string) => void;
}

/** The open folders and their documents, in a window or at a terminal; each is named by its URI. */
export interface Workspace {
  rootOf(uri: string): string | undefined;
  /**
   * The path from the workspace folder, or the whole path outside of all; a window with several folders puts the
   * folder’s name first.
   */
  shownPath(uri: string): string;
  settings(section: string, uri: string): Settings;
  readonly join: (uri: string, ...names: readonly string[]) => string;
  /** `realPath`: saves resolving symbolic links again where a read has done so. */
  identify(uri: string, realPath?: string): Promise<FileIdentity>;
  /** Why the document is not read from where it is, whatever its text. */
  whyNotInPlace(uri: string): Promise<UnreadableReason | undefined>;
  /** The text in an open editor, or else in the file; a problem if it is not read from there. */
  text(uri: string, known?: SharedReading): Promise<Parsed<string>>;
  /** Whether a text has wrong characters because it was read in another encoding than its file's. */
  isGarbled(uri: string, text: string): Promise<boolean>;
  /** Whether an editor has changes of the file that are not saved; `text` has them. */
  isUnsaved(uri: string): boolean;
  /** False also if nobody can tell whether the file exists. */
  isGone(uri: string): Promise<boolean>;
  /** Rejects if there is no such file or folder. */
  isFolder(uri: string): Promise<boolean>;
  readonly files: Pick<Files<string>, 'entries' | 'readRules' | 'repository'>;
}

/** `file:///a%20b.md` → `/a b.md`; a path with invalid codes is returned as it is. */
export function pathIn(uri: string): string {
  const [, path = ''] = /^[^:]*:(?:\/\/[^/?#]*)?([^?#]*)/.exec(uri) ?? [];
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** Joins folder and name without parsing the URI; undefined unless `names` is a single plain one, such as `a-b.md`. */
export function childOf(folder: string, names: readonly string[]): string | undefined {
  const [name = '', ...others] = names;
  const isPlain = others.length === 0 && /^\w[\w.-]*$/.test(name) && !/[?#]/.test(folder);
  return isPlain ? `${folder.replace(/\/$/, '')}/${name}` : undefined;
}

export function fileNameOf(uri: string): string {
  const path = pathIn(uri);
  return path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1).replace(/\/$/, '');
}

export function pathFromRoot(workspace: Pick<Workspace, 'rootOf'>, uri: string): string | undefined {
  const root = workspace.rootOf(uri);
  return root === undefined ? undefined : pathBelow(root, uri);
}

/** `uri`: what is in the folder, or the folder itself. */
export function pathBelow(folder: string, uri: string): string {
  return pathIn(uri).slice(pathIn(folder).replace(/\/$/, '').length + 1);
}

/** Returns `Workspace.shownPath`, but keeps the “/” at the end of a folder’s URI. */
export function shownPathWithSlash(workspace: Pick<Workspace, 'shownPath'>, uri: string): string {
  return workspace.shownPath(uri).replace(/\/?$/, uri.endsWith('/') ? '/' : '');
}
