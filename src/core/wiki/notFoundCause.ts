import * as l10n from '@vscode/l10n';
import type { LookupResult, FoundPage, FoundSpace } from './lookups';
import { plainLine, quote } from '../text/plainLine';
import { isNumericId, type Target } from './target';

export interface NotFoundCause {
  readonly text: string;
  /** The cause could not be looked up, since the wiki refused the platform token. */
  readonly isPlatformTokenRefused: boolean;
}

export interface NamesOfPlace {
  readonly space?: string | undefined;
  readonly parent?: string | undefined;
}

export interface NotFoundLookups {
  /** Undefined if only the space’s ID is known, since it is looked up by its key. */
  readonly space: (LookupResult<FoundSpace> & { readonly key: string }) | undefined;
  readonly page: LookupResult<FoundPage>;
  readonly names?: NamesOfPlace | undefined;
}

/**
 * Explains a 404 of the import with the lookups of contract 4.3; undefined if they don’t tell the cause. If the
 * platform token was refused, the text says why the cause is not known.
 */
export function notFoundCause(target: Target, lookedUp: NotFoundLookups): NotFoundCause | undefined {
  const isPlatformTokenRefused = [lookedUp.space?.kind, lookedUp.page.kind].includes('refused');
  const named = { ...target, id: target.parent, parent: parentText(target, lookedUp.names) };
  const text = isPlatformTokenRefused ? refusedText(target, lookedUp.names) : reasonOf(named, lookedUp);
  return text === undefined ? undefined : { text, isPlatformTokenRefused };
}

export function spaceText({ space }: Pick<Target, 'space'>, { space: name }: NamesOfPlace = {}): string {
  return name === undefined ? quote(space) : `${quote(name)} (${plainLine(space)})`;
}

export function parentText({ parent }: Pick<Target, 'parent'>, { parent: name }: NamesOfPlace = {}): string {
  return name === undefined ? parent : `${quote(name)} (${parent})`;
}

function refusedText(target: Target, names: NamesOfPlace | undefined): string {
  return l10n.t(
    'Space {0} or page {1} does not exist, or the API token’s owner does not have access to it. Which of these is the case could not be looked up: the platform token was refused.',
    spaceText(target, names),
    parentText(target, names),
  );
}

/** `parent`: the parent page’s ID, with its name if that is known; `id`: the ID alone. */
function reasonOf(
  { id: parentId, parent, space: spaceId }: Target & { readonly id: string },
  { space, page }: NotFoundLookups,
): string | undefined {
  if (space?.kind === 'unseen') {
    return spaceUnseenText(space.key);
  }
  if (page.kind === 'unseen') {
    return pageUnseenText(parent);
  }
  const spaceMissing = space?.kind === 'missing';
  if (spaceMissing && page.kind === 'missing') {
    return l10n.t('Neither space {0} nor page {1} exists, or you can’t see them.', quote(space.key), parent);
  }
  if (spaceMissing) {
    return l10n.t('Space {0} does not exist, or you can’t see it.', quote(space.key));
  }
  if (page.kind === 'missing') {
    return pageMissingText(parent);
  }
  if (page.kind !== 'found') {
    return undefined;
  }
  const id = space?.kind === 'found' ? space.value.id : spaceId;
  const { spaceId: pageIsIn, title } = page.value;
  if (pageIsIn !== undefined && pageIsIn !== id && (space?.kind === 'found' || isNumericId(id))) {
    return pageInOtherSpaceText({ parent: parentId, title }, quote(space?.key ?? spaceId));
  }
  return pageIsIn === id
    ? l10n.t(
        'The space and the page both exist, and you can see them: it is the API token’s owner who lacks access.',
      )
    : undefined;
}

/** `page`: the ID, or the name with the ID. */
export function pageMissingText(page: string): string {
  return l10n.t('Page {0} does not exist, or you can’t see it.', page);
}

/** Said of a platform token that the wiki never accepted: the page may exist without being visible to the token. */
export function pageUnseenText(page: string): string {
  return l10n.t('Page {0} was not found, or this platform token may not see it.', page);
}

/** `space`: its key or ID, already quoted. */
export function pageInOtherSpaceText(
  { parent, title }: Pick<Target, 'parent' | 'title'>,
  space: string,
): string {
  return l10n.t('Page {0} ({1}) is not in space {2}.', parent, quote(title), space);
}

export function pageSearchProblemText(found: LookupResult<unknown>['kind'] | undefined): string {
  switch (found) {
    case 'refused':
      return l10n.t('The wiki could not be searched: the platform token was refused.');
    case 'unseen':
      return l10n.t('No page of the space has this in its title, or this platform token may not see it.');
    case 'found':
    case 'missing':
      return l10n.t('No page of the space has this in its title.');
    default:
      return l10n.t('The wiki could not be searched. Enter the page’s ID, or paste its address.');
  }
}

/** Said of a platform token that the wiki never accepted: the space may exist without being visible to the token. */
export function spaceUnseenText(key: string): string {
  return l10n.t('Space {0} was not found, or this platform token may not see it.', quote(key));
}
