import { membersOf } from '../text/json';
import type { WikiPage } from './wikiPage';
import { parseParent, parseSpace, parseTitle, readTarget, type Target } from '../wiki/target';

/** A page, as far as the service can tell one from another (contract 4.1, rule 2), at one connection. */
export interface Place {
  readonly endpoint: string;
  readonly space: string;
  readonly parent: string;
  readonly title: string;
}

/** A file, by what may survive a move: where it is, its path in the workspace. */
export interface FileIdentity {
  readonly uri: string;
  /** Resolved; undefined where the file system has none. */
  readonly realPath?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly repository?: Repository | undefined;
}

/** A Git repository. Its clones and worktrees have the same `origin`, a hash: an address may hold a secret. */
export interface Repository {
  readonly origin: string;
  /** The real path of the clone. */
  readonly folder: string;
}

/** What the wiki confirmed. */
export interface PublishedText {
  /** The hash of the content that was sent. */
  readonly hash: string;
  readonly publishedAt: number;
}

/** A send that may have arrived: the wiki did not say, or the window ended before it did. */
export interface PendingSend {
  readonly hash: string;
  readonly sentAt: number;
}

/** A send of this page from a file that is none of the record’s own. */
export interface Claim extends PendingSend {
  readonly file: FileIdentity;
}

/** What the front matter named when a page was sent. */
export interface SuggestedPlace {
  readonly space?: string | undefined;
  readonly parent?: string | undefined;
}

/** A page that a file made, or may have made: what its sends come to. */
export interface PageRecord {
  readonly id: string;
  readonly place: Place;
  /** The one that published last comes first; a clone of the same repository adds its own. */
  readonly files: readonly FileIdentity[];
  /** What the text suggested: a title that differs was chosen by the person. */
  readonly suggestedTitle: string;
  /** What the front matter named: a place that differs was chosen by the person. */
  readonly suggestedPlace?: SuggestedPlace | undefined;
  /** The person said that this very page may be replaced, whoever wrote it, and the wiki took it. */
  readonly mayOverwrite: boolean;
  /** Undefined while no send was confirmed: then the page is not known to be the file's. */
  readonly published?: PublishedText | undefined;
  readonly pending?: PendingSend | undefined;
  /** As it was looked up. `isLast`: after the last publish, and not only after an earlier one. */
  readonly wiki?: (WikiPage & { readonly isLast: boolean }) | undefined;
  /** What other files sent to the page since, and may have replaced it with. */
  readonly claims?: readonly Claim[] | undefined;
}

/** The last target that failed, of a file: a suggestion for the prompts, and never more. */
export interface Attempt {
  readonly file: FileIdentity;
  readonly endpoint: string;
  readonly target: Target;
  readonly failedAt: number;
}

export function firstPublished(records: readonly PageRecord[]): PageRecord | undefined {
  return records.find(({ published }) => published !== undefined);
}

/**
 * Whether a page has a say in how a document is published: it is one of the document’s own, or of a file that it links to.
 * Undefined is a page that is not known any more: it may have been anybody’s.
 */
export function concerns(
  page: Pick<PageRecord, 'files'> | undefined,
  document: FileIdentity,
  linked: readonly string[],
): boolean {
  return (
    page === undefined || page.files.some((file) => sameFile(file, document) || linked.includes(file.uri))
  );
}

/** A file has one real path, and may have several addresses. */
export function sameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.realPath !== undefined && other.realPath !== undefined
    ? one.realPath === other.realPath
    : one.uri === other.uri;
}

/** One for each file, as far as its own identity tells. */
export function fileKey({ realPath, uri }: FileIdentity): string {
  return realPath ?? uri;
}

export function samePlace(one: Place, other: Place): boolean {
  return placeKey(one) === placeKey(other);
}

export function placeKey({ endpoint, space, parent, title }: Place): string {
  return JSON.stringify([endpoint, space, parent, titleKey(title)]);
}

/** Titles that differ in case alone are one page to some wikis. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}

/** The time of the last send that may have arrived. */
export function lastAt({ published, pending }: Pick<PageRecord, 'published' | 'pending'>): number {
  return Math.max(published?.publishedAt ?? 0, pending?.sentAt ?? 0);
}

/** The page to a file that may have replaced it: not its own, as far as anybody knows. */
export function claimed(
  { id, place, claims = [] }: Pick<PageRecord, 'id' | 'place' | 'claims'>,
  file: FileIdentity,
): PageRecord | undefined {
  const sends = claims.filter((claim) => sameFile(claim.file, file));
  const others = claims.filter((claim) => !sends.includes(claim));
  const [last] = sends.sort((one, other) => other.sentAt - one.sentAt);
  return (
    last && {
      id,
      place,
      files: [last.file],
      suggestedTitle: place.title,
      mayOverwrite: false,
      pending: { hash: last.hash, sentAt: last.sentAt },
      ...(others.length > 0 && { claims: others }),
    }
  );
}

/** What was stored, maybe by another version. */
export function readPlace(stored: unknown): Place | undefined {
  const { endpoint, space, parent, title } = membersOf<Place>(stored);
  const read = {
    space: typeof space === 'string' ? parseSpace(space).value : undefined,
    parent: typeof parent === 'string' ? parseParent(parent).value : undefined,
    title: typeof title === 'string' ? parseTitle(title).value : undefined,
  };
  return typeof endpoint === 'string' &&
    read.space !== undefined &&
    read.parent !== undefined &&
    read.title !== undefined
    ? { endpoint, space: read.space, parent: read.parent, title: read.title }
    : undefined;
}

export function readSuggestedPlace(stored: unknown): SuggestedPlace {
  const { space, parent } = membersOf<SuggestedPlace>(stored);
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return { space: text(space), parent: text(parent) };
}

export function readFileIdentity(stored: unknown): FileIdentity | undefined {
  const { uri, realPath, workspacePath, repository } = membersOf<FileIdentity>(stored);
  return typeof uri === 'string'
    ? {
        uri,
        realPath: typeof realPath === 'string' ? realPath : undefined,
        workspacePath: typeof workspacePath === 'string' ? workspacePath : undefined,
        ...(repository !== undefined && { repository: readRepository(repository) }),
      }
    : undefined;
}

const repositories = new Map<string, Repository>();

/** One object for one repository: there may be thousands of files. */
function readRepository(stored: unknown): Repository | undefined {
  const { origin, folder } = membersOf<Repository>(stored);
  if (typeof origin !== 'string' || typeof folder !== 'string') {
    return undefined;
  }
  const key = JSON.stringify([origin, folder]);
  const repository = repositories.get(key) ?? { origin, folder };
  repositories.set(key, repository);
  return repository;
}

export function readAttempt(stored: unknown): Attempt | undefined {
  const { file, endpoint, target, failedAt } = membersOf<Attempt>(stored);
  const [identity, read] = [readFileIdentity(file), readTarget(target)];
  return identity !== undefined &&
    read !== undefined &&
    typeof endpoint === 'string' &&
    typeof failedAt === 'number'
    ? { file: identity, endpoint, target: read, failedAt }
    : undefined;
}
