import { samePlace, sameFile, type FileIdentity, type PageRecord, type Place } from './pageRecord';

/** The folder that a file is worked on in: its repository’s, or else the one that is open. */
export function folderOf({ uri, workspacePath = '', repository }: FileIdentity): string {
  const segments = uri.replace(/\/$/, '').split('/');
  return (
    repository?.folder ?? segments.slice(0, -workspacePath.split('/').filter(Boolean).length || -1).join('/')
  );
}

export function isInOneFolder(one: FileIdentity, other: FileIdentity): boolean {
  return folderOf(one) === folderOf(other);
}

/** Two clones of one repository have the same file at the same place. */
export function isClone(one: FileIdentity, other: FileIdentity): boolean {
  const path = pathInRepository(one);
  return (
    path !== undefined &&
    isOfOneRepository(one, other) &&
    path === pathInRepository(other) &&
    !sameFile(one, other)
  );
}

/** Worked on in one folder, or in two that have one repository. */
export function isKin(one: FileIdentity, other: FileIdentity): boolean {
  return isInOneFolder(one, other) || isOfOneRepository(one, other);
}

/** The name for a pair of folders, the same whichever of the two is asked about. */
export function pairOf(one: FileIdentity, other: FileIdentity): string {
  return JSON.stringify([folderOf(one), folderOf(other)].sort());
}

/** The file of a page that another one has the text of. */
export function makerOf({ files }: PageRecord, file: FileIdentity): FileIdentity | undefined {
  return files.find((maker) => isClone(file, maker)) ?? files[0];
}

/** What is known of a page that another file made. `akin`: it has the text of the file that is asked about. */
export interface Likeness {
  readonly kind: string;
  readonly by: FileIdentity;
  readonly akin?: PageRecord | undefined;
}

/** What the person said of two folders whose files have the same text. */
export interface FolderAnswer {
  /** A file of the other folder. */
  readonly by: FileIdentity;
  /** The pages of one are those of the other. */
  readonly isOne: boolean;
}

/** What a send to this place says of the two folders; undefined where it says nothing of them. */
export function answerOf(
  { by, akin }: Partial<Likeness>,
  place: Place & { readonly overwrite: boolean },
): FolderAnswer | undefined {
  const isOne = akinElsewhere({ akin }, place) === undefined;
  return by === undefined || akin === undefined || (isOne && !place.overwrite) ? undefined : { by, isOne };
}

/** The page with the text, where the file would make another one. */
export function akinElsewhere({ akin }: Partial<Likeness>, place: Place): PageRecord | undefined {
  return akin === undefined || samePlace(akin.place, place) ? undefined : akin;
}

/** How a file is named to who has the other one in front of them. */
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
