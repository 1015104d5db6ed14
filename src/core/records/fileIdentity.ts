import * as v from 'valibot';
import { missingIfInvalid } from '../text/json';

/**
 * Two identities are of one document if their real paths are equal, or their URIs where one has no real path,
 * or if they have equal paths in repositories with the same remote.
 */
export interface FileIdentity {
  readonly uri: string;
  /** The path with symbolic links resolved; undefined for a file that is not on a disk. */
  readonly realPath?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly repository?: Repository | undefined;
}

/** A working folder of a Git repository: a clone or a worktree. */
export interface Repository {
  /** The hash of `remote.origin.url`, since that address may hold a password. */
  readonly remote?: string | undefined;
  /** The real path of the working folder. */
  readonly folder: string;
  /** The branch, or else the commit, that is checked out. */
  readonly branch?: string | undefined;
}

/** A clone, a worktree and a CI job have the same document at different paths. */
export function isSameDocument(one: FileIdentity, other: FileIdentity): boolean {
  const key = keyInRepository(one);
  return isSameFile(one, other) || (key !== undefined && key === keyInRepository(other));
}

/** One file may have several URIs, such as one through a symbolic link: they count only if a real path is missing. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.realPath !== undefined && other.realPath !== undefined
    ? one.realPath === other.realPath
    : one.uri === other.uri;
}

/** The same file can have another remote, as when another clone has taken the place of its folder. */
export function isOtherFileOrRemote(published: FileIdentity, file: FileIdentity): boolean {
  return !isSameFile(published, file) || hasOtherRemote(published, file);
}

/** False unless both have a remote. */
export function hasOtherRemote({ repository }: FileIdentity, other: FileIdentity): boolean {
  const remotes = [repository?.remote, other.repository?.remote];
  return !remotes.includes(undefined) && remotes[0] !== remotes[1];
}

/** The URI `file:///a.md` and the real path `/a.md` share one key, since most files have such a pair. */
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

/** Returns the real path of the Git working folder; outside of Git, the URI of the workspace folder or file’s folder. */
export function workingFolderOf({ uri, workspacePath = '', repository }: FileIdentity): string {
  const segments = uri.replace(/\/$/, '').split('/');
  return (
    repository?.folder ?? segments.slice(0, -workspacePath.split('/').filter(Boolean).length || -1).join('/')
  );
}

/** Returns the workspace path; without one, or if `beside` is in another working folder, the real path or else the name. */
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

/** Thousands of records may hold equal repositories, so they share one object to save memory. */
function sharedRepository(repository: Repository): Repository {
  const key = JSON.stringify(repository);
  const known = repositories.get(key) ?? repository;
  repositories.set(key, known);
  return known;
}

export const fileIdentitySchema = v.object({
  uri: v.string(),
  realPath: missingIfInvalid(v.string()),
  workspacePath: missingIfInvalid(v.string()),
  repository: missingIfInvalid(
    v.pipe(
      v.object({
        remote: missingIfInvalid(v.string()),
        folder: v.string(),
        branch: missingIfInvalid(v.string()),
      }),
      v.transform(sharedRepository),
    ),
  ),
});

/** `folder`: a URI without a “/” at its end. */
export function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
