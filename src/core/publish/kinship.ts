import { samePlace, sameFile, type FileIdentity, type PageRecord, type Place } from './pageRecord';

/** Returns the folder that a file belongs to: its repository's, or else the workspace folder. */
export function folderOf({ uri, workspacePath = '', repository }: FileIdentity): string {
  const segments = uri.replace(/\/$/, '').split('/');
  return (
    repository?.folder ?? segments.slice(0, -workspacePath.split('/').filter(Boolean).length || -1).join('/')
  );
}

export function isInOneFolder(one: FileIdentity, other: FileIdentity): boolean {
  return folderOf(one) === folderOf(other);
}

/** Whether both are the same file in two clones of one repository. */
export function isClone(one: FileIdentity, other: FileIdentity): boolean {
  const path = pathInRepository(one);
  return (
    path !== undefined &&
    isOfOneRepository(one, other) &&
    path === pathInRepository(other) &&
    !sameFile(one, other)
  );
}

/** Whether both files belong to one folder, or to two clones of one repository. */
export function isKin(one: FileIdentity, other: FileIdentity): boolean {
  return isInOneFolder(one, other) || isOfOneRepository(one, other);
}

/** Returns the key of a pair of folders, which is the same in either order. */
export function pairOf(one: FileIdentity, other: FileIdentity): string {
  return JSON.stringify([folderOf(one), folderOf(other)].sort());
}

/** Returns the file that stands for the page's files: a clone of the given file, or else the one that published last. */
export function makerOf({ files }: PageRecord, file: FileIdentity): FileIdentity | undefined {
  return files.find((maker) => isClone(file, maker)) ?? files[0];
}

/** What is known of a page that another file made. `akin`: the page has the text of the file to be published. */
export interface Likeness {
  readonly kind: string;
  readonly by: FileIdentity;
  readonly akin?: PageRecord | undefined;
}

/** What the person answered about two folders whose files have the same text. */
export interface FolderAnswer {
  /** A file of the other folder. */
  readonly by: FileIdentity;
  /** The pages of the two folders are the same pages. */
  readonly isOne: boolean;
}

/** Returns what a send to this place says about the two folders, or undefined. */
export function answerOf(
  { by, akin }: Partial<Likeness>,
  place: Place & { readonly overwrite: boolean },
): FolderAnswer | undefined {
  const isOne = akinElsewhere({ akin }, place) === undefined;
  return by === undefined || akin === undefined || (isOne && !place.overwrite) ? undefined : { by, isOne };
}

/** Returns the record of the page with the same text, if the file would be published to another one. */
export function akinElsewhere({ akin }: Partial<Likeness>, place: Place): PageRecord | undefined {
  return akin === undefined || samePlace(akin.place, place) ? undefined : akin;
}

/** Returns the path by which somebody who works on the file `beside` finds the other file. */
export function pathBeside(file: FileIdentity, beside: FileIdentity | undefined): string {
  const { workspacePath, realPath, uri } = file;
  const isHere = beside === undefined || isInOneFolder(file, beside);
  return (
    (isHere ? workspacePath : undefined) ??
    realPath ??
    decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))
  );
}

function isOfOneRepository({ repository }: FileIdentity, other: FileIdentity): boolean {
  return repository !== undefined && repository.origin === other.repository?.origin;
}

function pathInRepository({ realPath, repository }: FileIdentity): string | undefined {
  return repository && realPath?.slice(repository.folder.length).replaceAll('\\', '/');
}
