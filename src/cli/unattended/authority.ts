import * as l10n from '@vscode/l10n';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { changeKinds } from '../../core/publish/changeKinds';
import { isSameDocument, type FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord, Place } from '../../core/records/pageRecord';
import type { WikiChange } from '../../core/records/wikiChange';
import { isExcluded, recordAtPlaceOf, type PlanRow } from '../../core/plan/row';
import { plainLine } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import type { FoundPage } from '../../core/wiki/lookups';
import { isAssumedToExist } from '../../services/workspace/goneFiles';
import type { Bounds } from './bounds';

/** What may be replaced without asking: front matter, settings or `--take-over` must say so. */
export interface Authority {
  /** `--take-over` is given: existing pages at the files’ destinations may be replaced, whoever made them. */
  readonly takesOver: boolean;
  /** `--state` is given and knows no page, so the setting covers those that the import changed last. */
  readonly isStateEmpty: boolean;
  /** Whether the command names this file, maybe by a pattern, and not only its folder. */
  readonly isNamed: (uri: string) => boolean;
  /** Whether a commit after `commit` deleted the file; false also if the file may still be on another branch. */
  readonly isGone: (file: FileIdentity, commit: string | undefined) => Promise<boolean>;
  /** Whether a commit may have touched the file since its last publish, even if its text is the same again. */
  readonly isTouched: (record: PageRecord) => Promise<boolean>;
}

/**
 * Whether a file is sent unasked. `replaced`: a page of others that the send would replace. `why`: a sentence for the
 * result, also for a file that is sent without the right to replace a page.
 */
export type Verdict =
  | {
      readonly sends: true;
      readonly choice: 'replace' | 'stop';
      readonly replaced?: ReplacedPage | undefined;
      readonly why?: string;
    }
  | { readonly sends: false; readonly why?: string };

/** `movesFrom`: where the page is, if that is elsewhere. */
export interface ReplacedPage {
  readonly endpoint: string;
  readonly page: FoundPage;
  readonly movesFrom?: Pick<Place, 'space' | 'parent'> | undefined;
}

const left: Verdict = { sends: false };
const leftSince = (...why: readonly string[]): Verdict => ({ sends: false, why: sentences(...why) });
const made = (why?: string): Verdict => ({ sends: true, choice: 'stop', ...(why !== undefined && { why }) });

/** What is to be done with a file: nothing, or to make its page, or to update the page that it is known to have. */
type Wish =
  | Verdict
  | {
      readonly updates: boolean;
      readonly isDeclared: boolean;
      /** The page may be replaced if its last version is the import’s. */
      readonly isDeclaredForImported?: boolean;
    };

export async function verdictOn(row: PlanRow, authority: Authority, bounds: Bounds): Promise<Verdict> {
  const wish = await wishOf(row, authority);
  if ('sends' in wish) {
    return wish;
  }
  const { updates, isDeclared } = wish;
  const refused = (...why: readonly string[]): Verdict =>
    updates ? leftSince(...why) : made(sentences(...why));
  if (!isDeclared) {
    const page = wish.isDeclaredForImported === true ? await importedPage(row, bounds) : undefined;
    return page !== undefined
      ? { sends: true, choice: 'replace', replaced: page }
      : updates
        ? leftSince(pageIsThere(), replaceKnownText())
        : made();
  }
  if (!bounds.canReplace) {
    return refused(spacesNotSet());
  }
  const isMeant = authority.takesOver && authority.isNamed(row.file.uri);
  const { endpoint = '' } = row.decision?.connection ?? {};
  const touched = await bounds.touched(row);
  switch (touched.kind) {
    case 'nothing':
      return updates && !isMeant ? leftSince(pageIsGone(), takeOverText(row.file.path)) : made();
    case 'unknown':
      return !touched.isBlind
        ? refused(notLookedUp())
        : isParentTrusted(row, bounds)
          ? { sends: true, choice: 'replace' }
          : refused(parentsNotSet());
    case 'here':
      return {
        sends: true,
        choice: 'replace',
        replaced: isOwn(row, touched.page) ? undefined : { endpoint, page: touched.page },
      };
    case 'elsewhere':
      return !touched.isAllowed
        ? leftSince(pageIsElsewhere())
        : isMeant || isMovedByFile(row, touched.page)
          ? {
              sends: true,
              choice: 'replace',
              replaced: { endpoint, ...touched, movesFrom: movedFrom(row, touched.page) },
            }
          : refused(takeOverText(row.file.path));
  }
}

/** What files, settings and command say, and what was done before; nothing of it says where the page is. */
async function wishOf(row: PlanRow, authority: Authority): Promise<Wish> {
  const { status, decision, file, changeQuestion, question } = row;
  const { input } = file;
  const { takesOver, isNamed, isTouched, isGone } = authority;
  if (decision === undefined || input === undefined || isExcluded(row) || status.kind === 'unplaced') {
    return left;
  }
  // For a file that the command names itself, `--take-over` also replaces a page changed in the wiki or whose last send
  // had no answer.
  const isMeant = takesOver && isNamed(file.uri);
  if (changeQuestion !== undefined) {
    return isMeant
      ? { updates: false, isDeclared: true }
      : leftSince(bringBack(changeQuestion.change), takeOverText(file.path));
  }
  // Front matter’s `overwrite: true` and `--take-over` also cover pages that the state does not know; the setting
  // does not.
  const isForAny = takesOver || input.document.frontMatter.overwrite === true;
  const isForOwn = input.defaults.overwrite === true;
  const { effect } = decision;
  const page = recordOfEffect(effect);
  const isHeir = page !== undefined && input.inheritedPages?.includes(page) === true;
  const isDeclared = isForAny || (isForOwn && (!isHeir || (await isGone(page.file, page.commit))));
  switch (effect.kind) {
    case 'new':
    case 'retitled':
    case 'replaces':
      return {
        updates: false,
        isDeclared: isForAny,
        isDeclaredForImported: isForOwn && authority.isStateEmpty,
      };
    case 'changed':
      return { updates: true, isDeclared };
    case 'unchanged':
      return isDeclared && (await isTouched(effect.record)) ? { updates: true, isDeclared } : left;
    case 'unknown':
      return effect.record.published === undefined || isMeant
        ? { updates: false, isDeclared: isMeant }
        : leftSince(takeOverText(file.path));
    case 'moved':
      return question?.choices.includes('move') === true
        ? { updates: true, isDeclared }
        : { updates: false, isDeclared: isForAny };
    case 'others': {
      const known = recordAtPlaceOf(row);
      const { file: owner, otherSends = [] } = known ?? {};
      const owners = [effect.by, ...(owner ? [owner] : []), ...otherSends.map((claim) => claim.file)].filter(
        (each) => !isSameDocument(each, input.file),
      );
      if (!(await areAll(owners, async (each) => !(await isAssumedToExist(each))))) {
        return left;
      }
      // Without a confirmed send in the records, anybody may have made the page.
      return known?.published === undefined
        ? { updates: false, isDeclared: isForAny }
        : {
            updates: true,
            isDeclared:
              isForAny || (isForOwn && (await areAll(owners, (each) => isGone(each, known.commit)))),
          };
    }
  }
}

/** The page at the row’s place, if a lookup shows that the import made its last version. */
async function importedPage(row: PlanRow, bounds: Bounds): Promise<ReplacedPage | undefined> {
  const { endpoint = '' } = row.decision?.connection ?? {};
  const touched = bounds.canReplace ? await bounds.touched(row) : undefined;
  return touched?.kind === 'here' && (await bounds.isImported(endpoint, touched.page))
    ? { endpoint, page: touched.page }
    : undefined;
}

/** Without a platform token: the parent page has to be in the space, which a file alone does not show. */
function isParentTrusted(row: PlanRow, bounds: Bounds): boolean {
  const { parent } = row.decision?.target ?? {};
  const isOwn = recordAtPlaceOf(row)?.published !== undefined;
  const isNamed = typeof parent === 'string' && bounds.isParentNamed(parent);
  return isNamed || row.decision?.origins.parent !== 'frontMatter' || isOwn;
}

function isOwn(row: PlanRow, page: FoundPage): boolean {
  const record = recordAtPlaceOf(row);
  return record?.published !== undefined && [undefined, page.id].includes(record.wiki?.id);
}

function movedFrom(row: PlanRow, { spaceId, parentId = '' }: FoundPage): Pick<Place, 'space' | 'parent'> {
  return { space: spaceId ?? row.decision?.target?.space ?? '', parent: parentId };
}

/** Whether the page elsewhere is the file’s own, which the file itself names another place for. */
function isMovedByFile({ decision }: PlanRow, { parentId }: FoundPage): boolean {
  const { effect } = decision ?? {};
  return effect?.kind === 'moved' && effect.from.place.parent === parentId;
}

async function areAll<T>(all: readonly T[], test: (one: T) => Promise<boolean>): Promise<boolean> {
  return !(await Promise.all(all.map(test))).includes(false);
}

function pageIsThere(): string {
  return l10n.t('Its page is there.');
}

function pageIsGone(): string {
  return l10n.t('Its page is no longer where it was published.');
}

function notLookedUp(): string {
  return l10n.t(
    'The wiki did not tell where its page is, so none is replaced. Publish again once the wiki answers, or try the platform token with “publish-to-wiki test”.',
  );
}

function parentsNotSet(): string {
  return l10n.t(
    'Only the file names its parent page. To let this job replace pages there, set WIKI_ALLOWED_PARENTS.',
  );
}

function pageIsElsewhere(): string {
  return l10n.t(
    'The page of this title is under another page than WIKI_ALLOWED_PARENTS names, and would be moved. Add that page there, or choose another title.',
  );
}

/** A hint about a page that the state knows. The setting `publishToWiki.overwrite` covers only such pages. */
function replaceKnownText(): string {
  return l10n.t(
    'To replace it, write “overwrite: true” in its front matter or "publishToWiki.overwrite": true in .vscode/settings.json, or publish it with --take-over.',
  );
}

/** Unlike `replaceKnownText`, this is for a page that the state does not know, which the setting does not cover. */
export function replaceExistingText(): string {
  return l10n.t(
    'To replace it, write “overwrite: true” in its front matter, or publish it with --take-over.',
  );
}

function spacesNotSet(): string {
  return l10n.t('Set WIKI_ALLOWED_SPACES: without it, no page is replaced.');
}

function bringBack({ kind }: WikiChange): string {
  return changeKinds[kind].isMergeable
    ? l10n.t('To keep that change, bring it into the file with Update File from Wiki in VS Code.')
    : '';
}

/**
 * A hint about a page that was changed in the wiki or whose last send had no answer: `--take-over` has to name its
 * file.
 */
export function takeOverText(path: string): string {
  return l10n.t('To replace the page all the same: publish --take-over {0}', plainLine(path));
}
