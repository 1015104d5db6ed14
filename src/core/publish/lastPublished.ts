import { readTarget, samePage, type Target } from '../wiki/target';

/** The last publish of a file that the wiki confirmed. */
export interface LastPublished {
  readonly endpoint: string;
  readonly target: Target;
  /** Of the content that was sent. */
  readonly hash: string;
  readonly publishedAt: number;
  /** The name under which the content is kept. */
  readonly kept: string;
}

/** Reads what was stored, maybe by another version. */
export function readLastPublished(stored: unknown): LastPublished | undefined {
  const { endpoint, target, hash, publishedAt, kept } = (stored ?? {}) as Record<
    keyof LastPublished,
    unknown
  >;
  const read = readTarget(target);
  return typeof endpoint === 'string' &&
    typeof hash === 'string' &&
    typeof publishedAt === 'number' &&
    typeof kept === 'string' &&
    /^[\w-]+$/.test(kept) &&
    read !== undefined
    ? { endpoint, target: read, hash, publishedAt, kept }
    : undefined;
}

export type Change =
  /** The file did not make this page, or nobody knows. */
  | { readonly kind: 'new' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed' }
  /** A page of this title would be a second one; the old one stays. */
  | { readonly kind: 'retitled'; readonly oldTitle: string };

/** What a publish would change since the last one of the same file. */
export function changeSince(
  last: LastPublished | undefined,
  { endpoint, target, hash }: Pick<LastPublished, 'endpoint' | 'target' | 'hash'>,
): Change {
  if (last?.endpoint !== endpoint) {
    return { kind: 'new' };
  }
  if (samePage(last.target, target)) {
    return { kind: last.hash === hash ? 'unchanged' : 'changed' };
  }
  return samePage({ ...last.target, title: target.title }, target)
    ? { kind: 'retitled', oldTitle: last.target.title }
    : { kind: 'new' };
}
