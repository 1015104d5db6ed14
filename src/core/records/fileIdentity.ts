import * as v from 'valibot';
import { optionalOrMissing } from '../text/json';

/** What identifies a document: its path in its repository, or else its real path or its address. */
export interface FileIdentity {
  readonly uri: string;
  /** The path with symbolic links resolved; undefined where the file system has none. */
  readonly realPath?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly repository?: Repository | undefined;
}

/** A working folder of a Git repository: a clone or a worktree. */
export interface Repository {
  /** The hash of the remote’s address, since that may hold a secret; undefined without a remote. */
  readonly remote?: string | undefined;
  /** The real path of the working folder. */
  readonly folder: string;
  /** The branch, or else the commit, that is checked out. */
  readonly branch?: string | undefined;
}

/** Whether both are one document: a clone, a worktree and CI have the same one. */
export function isSameDocument(one: FileIdentity, other: FileIdentity): boolean {
  const key = keyInRepository(one);
  return isSameFile(one, other) || (key !== undefined && key === keyInRepository(other));
}

/** Whether both are one file on this computer: one file may have several addresses. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.realPath !== undefined && other.realPath !== undefined
    ? one.realPath === other.realPath
    : one.uri === other.uri;
}

/** Whether the document was published from another working folder, or from the same one when it had another remote. */
export function isFromOtherWorkingFolder(published: FileIdentity, file: FileIdentity): boolean {
  return !isSameFile(published, file) || hasOtherRemote(published, file);
}

/** Whether both are of repositories, with different remotes. */
export function hasOtherRemote({ repository }: FileIdentity, other: FileIdentity): boolean {
  const remotes = [repository?.remote, other.repository?.remote];
  return !remotes.includes(undefined) && remotes[0] !== remotes[1];
}

/** Returns the keys by which the document is found. Most addresses equal the real path, and need one key. */
export function documentIndexKeys(file: FileIdentity): readonly string[] {
  const { uri, realPath } = file;
  const path = uri.replace(/^file:\/\/(?=\/)/, '');
  const paths = realPath === undefined || realPath === path ? [realPath ?? path] : [path, realPath];
  const key = keyInRepository(file);
  return key === undefined ? paths : [...paths, key];
}

function keyInRepository({ realPath, repository }: FileIdentity): string | undefined {
  return repository?.remote === undefined || realPath === undefined
    ? undefined
    : `${repository.remote}${realPath.slice(repository.folder.length).replaceAll('\\', '/').normalize('NFC')}`;
}

/** Returns the folder that a document belongs to: its working folder, or else the workspace folder. */
export function workingFolderOf({ uri, workspacePath = '', repository }: FileIdentity): string {
  const segments = uri.replace(/\/$/, '').split('/');
  return (
    repository?.folder ?? segments.slice(0, -workspacePath.split('/').filter(Boolean).length || -1).join('/')
  );
}

/** Returns the path of a file as somebody sees it who works on the file `beside`. */
export function pathBeside(file: FileIdentity, beside: FileIdentity | undefined): string {
  const { workspacePath, realPath, uri } = file;
  const isHere = beside === undefined || workingFolderOf(file) === workingFolderOf(beside);
  return (
    (isHere ? workspacePath : undefined) ??
    realPath ??
    decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))
  );
}

const repositories = new Map<string, Repository>();

/** Returns the same object for the same repository, since thousands of records may hold it. */
function sharedRepository(repository: Repository): Repository {
  const key = JSON.stringify(repository);
  const known = repositories.get(key) ?? repository;
  repositories.set(key, known);
  return known;
}

export const fileIdentitySchema = v.object({
  uri: v.string(),
  realPath: optionalOrMissing(v.string()),
  workspacePath: optionalOrMissing(v.string()),
  repository: optionalOrMissing(
    v.pipe(
      v.object({
        remote: optionalOrMissing(v.string()),
        folder: v.string(),
        branch: optionalOrMissing(v.string()),
      }),
      v.transform(sharedRepository),
    ),
  ),
});
