import * as l10n from '@vscode/l10n';
import { type Choice } from '../../core/publish/decide';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { isSameDocument, type FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import { isHeld, type PlanRow } from '../../core/plan/row';
import { plainLine } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { isAssumedToExist } from '../../services/workspace/goneFiles';

/**
 * What may be replaced without asking: front matter, settings or `--take-over` must say so, and
 * WIKI_ALLOWED_SPACES be set.
 */
export interface Authority {
  /** WIKI_ALLOWED_SPACES is set; otherwise no page is replaced. */
  readonly canReplace: boolean;
  /** `--take-over` is given: existing pages at the files’ destinations may be replaced, whoever made them. */
  readonly takesOver: boolean;
  /** Whether the command names this file, maybe by a pattern, and not only its folder. */
  readonly isNamed: (uri: string) => boolean;
  /** Whether a commit deleted the file; false also if the file may still be on another branch. */
  readonly isGone: (file: FileIdentity) => Promise<boolean>;
  /** Whether a commit may have touched the file since the last publish, even if its text is the same again. */
  readonly isTouched: (uri: string) => Promise<boolean>;
  /** Whether replacing the page would move it away from a parent that WIKI_ALLOWED_PARENTS does not allow. */
  readonly isMoveForbidden: (row: PlanRow) => Promise<boolean>;
}

/**
 * Whether a file is sent unasked. `accepts`: the send overwrites a change that somebody made in the wiki. `why`: a
 * sentence for the result.
 */
export type Verdict =
  | { readonly sends: true; readonly choice?: Choice['action']; readonly accepts?: boolean }
  | { readonly sends: false; readonly why?: string };

const left: Verdict = { sends: false };
const made: Verdict = { sends: true };
const leftSince = (...why: readonly string[]): Verdict => ({ sends: false, why: sentences(...why) });

export async function verdictOn(row: PlanRow, authority: Authority): Promise<Verdict> {
  const verdict = await verdictAtPlace(row, authority);
  return verdict.sends && verdict.choice === 'replace' && (await authority.isMoveForbidden(row))
    ? leftSince(pageIsElsewhere())
    : verdict;
}

async function verdictAtPlace(row: PlanRow, authority: Authority): Promise<Verdict> {
  const { status, decision, file, changeQuestion } = row;
  const { input } = file;
  const { canReplace, takesOver, isNamed, isTouched } = authority;
  if (decision === undefined || input === undefined || isHeld(row) || status.kind === 'unplaced') {
    return left;
  }
  const isInFile = input.document.frontMatter.overwrite === true;
  const isInSettings = input.defaults.overwrite === true;
  const replacing = (isDeclared: boolean, verdict: Verdict): Verdict =>
    !isDeclared
      ? leftSince(pageIsThere(), replaceKnownText())
      : canReplace
        ? verdict
        : leftSince(spacesNotSet());
  // For a file that the command names itself, `--take-over` also replaces a page changed in the wiki or whose last send
  // had no answer.
  const isMeant = takesOver && isNamed(file.uri);
  if (changeQuestion !== undefined) {
    return isMeant
      ? replacing(true, { sends: true, accepts: true })
      : leftSince(bringBack(), takeOverText(file.path));
  }
  const { effect } = decision;
  const page = recordOfEffect(effect);
  const isHeir = page !== undefined && input.inheritedPages?.includes(page) === true;
  const isKnown = isInSettings && (!isHeir || (await authority.isGone(page.file)));
  const isDeclared = isInFile || takesOver || isKnown;
  // Front matter’s `overwrite: true` and `--take-over` also cover pages that the state does not know; the setting
  // does not.
  const atItsPlace: Verdict = {
    sends: true,
    choice: canReplace && (isInFile || takesOver) ? 'replace' : 'stop',
  };
  switch (effect.kind) {
    case 'new':
    case 'retitled':
      return atItsPlace;
    case 'unchanged':
      return isDeclared && (await isTouched(file.uri)) ? replacing(true, made) : left;
    case 'changed':
      return replacing(isDeclared, made);
    case 'unknown':
      return effect.record.published === undefined && !isMeant
        ? { sends: true, choice: 'stop' }
        : isMeant
          ? replacing(true, { sends: true, choice: 'replace' })
          : leftSince(takeOverText(file.path));
    case 'replaces':
      return isInFile || takesOver
        ? replacing(true, { sends: true, choice: 'replace' })
        : { sends: true, choice: 'stop' };
    case 'moved': {
      const moves = row.question?.choices.some(({ action }) => action === 'move') === true;
      return moves ? replacing(isDeclared, { sends: true, choice: 'move' }) : atItsPlace;
    }
    case 'others': {
      const { file: maker, otherSends = [], published } = pageAt(row) ?? {};
      const makers = [effect.by, ...(maker ? [maker] : []), ...otherSends.map((claim) => claim.file)].filter(
        (each) => !isSameDocument(each, input.file),
      );
      const areThere = await Promise.all(makers.map(isAssumedToExist));
      if (areThere.includes(true)) {
        return left;
      }
      // Without a confirmed send in the records, anybody may have made the page.
      if (published === undefined) {
        return atItsPlace;
      }
      const isLeftTo = isInSettings && (await areAll(makers, authority.isGone));
      return replacing(isInFile || takesOver || isLeftTo, { sends: true, choice: 'replace' });
    }
  }
}

function pageAt({ decision, file }: PlanRow): PageRecord | undefined {
  const { connection, target } = decision ?? {};
  return connection && target && file.input?.recordAt({ endpoint: connection.endpoint, ...target });
}

async function areAll<T>(all: readonly T[], test: (one: T) => Promise<boolean>): Promise<boolean> {
  return !(await Promise.all(all.map(test))).includes(false);
}

function pageIsThere(): string {
  return l10n.t('Its page is there.');
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

function bringBack(): string {
  return l10n.t('To keep that change, bring it into the file with Update File from Wiki in VS Code.');
}

/**
 * A hint about a page that was changed in the wiki or whose last send had no answer: `--take-over` has to name its
 * file.
 */
export function takeOverText(path: string): string {
  return l10n.t('To replace the page all the same: publish --take-over {0}', plainLine(path));
}
