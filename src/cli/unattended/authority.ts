import * as l10n from '@vscode/l10n';
import { pageOfChange, type Choice } from '../../core/publish/decide';
import { sameDocument, type FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import { isHeldBack, type PlanRow } from '../../core/plan/row';
import { plain } from '../../core/text/plain';
import { sentences } from '../../core/text/sentences';
import { isThere } from '../../services/workspace/goneFiles';

/** What may be replaced where nobody is asked: what reviewed files declare or the command says, in spaces that the environment names. */
export interface Authority {
  /** WIKI_ALLOWED_SPACES is set. */
  readonly mayReplace: boolean;
  /** `--take-over`: the pages at the places of the files are taken over. */
  readonly takesOver: boolean;
  /** Whether the command names this very file. */
  readonly isNamed: (uri: string) => boolean;
  /** Whether Git tells that the file was removed. What may only be out of sight is not gone. */
  readonly isGone: (file: FileIdentity) => Promise<boolean>;
  /** Whether the file may have changed since the commit that was published last, and back again. */
  readonly isTouched: (uri: string) => Promise<boolean>;
  /** Whether replacing the page would take it from under a page where nothing may be replaced. */
  readonly isElsewhere: (row: PlanRow) => Promise<boolean>;
}

/** What is done with a file unasked: it is sent, with this choice, or left, with the reason and the way on. */
export type Verdict =
  | { readonly sends: true; readonly choice?: Choice['does']; readonly accepts?: boolean }
  | { readonly sends: false; readonly why?: string };

const left: Verdict = { sends: false };
const made: Verdict = { sends: true };
const leftSince = (...why: readonly string[]): Verdict => ({ sends: false, why: sentences(...why) });

export async function verdictOn(row: PlanRow, authority: Authority): Promise<Verdict> {
  const verdict = await verdictAtPlace(row, authority);
  return verdict.sends && verdict.choice === 'replace' && (await authority.isElsewhere(row))
    ? leftSince(pageIsElsewhere())
    : verdict;
}

async function verdictAtPlace(row: PlanRow, authority: Authority): Promise<Verdict> {
  const { status, decision, file, changed } = row;
  const { input } = file;
  const { mayReplace, takesOver, isNamed, isTouched } = authority;
  if (decision === undefined || input === undefined || isHeldBack(row) || status.kind === 'unplaced') {
    return left;
  }
  const isInFile = input.document.frontMatter.overwrite === true;
  const isInSettings = input.defaults.overwrite === true;
  const replacing = (isDeclared: boolean, verdict: Verdict): Verdict =>
    !isDeclared ? leftSince(pageIsThere(), wayOn()) : mayReplace ? verdict : leftSince(spacesNotSet());
  // The command names the very file, and so covers what else holds a page back.
  const isMeant = takesOver && isNamed(file.uri);
  if (changed !== undefined) {
    return isMeant
      ? replacing(true, { sends: true, accepts: true })
      : leftSince(bringBack(), takeOverThis(file.path));
  }
  const { change } = decision;
  const page = pageOfChange(change);
  const isHeir = page !== undefined && input.leftTo?.includes(page) === true;
  const isKnown = isInSettings && (!isHeir || (await authority.isGone(page.file)));
  const isDeclared = isInFile || takesOver || isKnown;
  // What is declared for the place of the file covers a page that nothing is remembered of.
  const atItsPlace: Verdict = {
    sends: true,
    choice: mayReplace && (isInFile || takesOver) ? 'replace' : 'stop',
  };
  switch (change.kind) {
    case 'new':
    case 'retitled':
      return atItsPlace;
    case 'unchanged':
      return isDeclared && (await isTouched(file.uri)) ? replacing(true, made) : left;
    case 'changed':
      return replacing(isDeclared, made);
    case 'unknown':
      return change.record.published === undefined && !isMeant
        ? { sends: true, choice: 'stop' }
        : isMeant
          ? replacing(true, { sends: true, choice: 'replace' })
          : leftSince(takeOverThis(file.path));
    case 'replaces':
      return isInFile || takesOver
        ? replacing(true, { sends: true, choice: 'replace' })
        : { sends: true, choice: 'stop' };
    case 'moved': {
      const moves = row.question?.choices.some(({ does }) => does === 'move') === true;
      return moves ? replacing(isDeclared, { sends: true, choice: 'move' }) : atItsPlace;
    }
    case 'others': {
      const { file: maker, claims = [], published } = pageAt(row) ?? {};
      const makers = [change.by, ...(maker ? [maker] : []), ...claims.map((claim) => claim.file)].filter(
        (each) => !sameDocument(each, input.file),
      );
      const areThere = await Promise.all(makers.map(isThere));
      if (areThere.includes(true)) {
        return left;
      }
      // Where the wiki has confirmed no send, the page may be anybody's.
      if (published === undefined) {
        return atItsPlace;
      }
      const isLeftTo = isInSettings && (await areAll(makers, authority.isGone));
      return replacing(isInFile || takesOver || isLeftTo, { sends: true, choice: 'replace' });
    }
  }
}

/** Returns what is known of the page at the place of the row. */
function pageAt({ decision, file }: PlanRow): PageRecord | undefined {
  const { connection, target } = decision ?? {};
  return connection && target && file.input?.at({ endpoint: connection.endpoint, ...target });
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

/** How a page that the state knows is replaced where nobody is asked. */
function wayOn(): string {
  return l10n.t(
    'To replace it, write “overwrite: true” in its front matter or "publishToWiki.overwrite": true in .vscode/settings.json, or publish it with --take-over.',
  );
}

/** How a page that was there is replaced where nobody is asked. */
export function wayOnUnknown(): string {
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

/** How one page is replaced that something holds back. */
export function takeOverThis(path: string): string {
  return l10n.t('To replace the page all the same: publish --take-over {0}', plain(path));
}
