import * as l10n from '@vscode/l10n';
import { withMoreLinks, type PageWarnings } from '../wiki/pageWarnings';
import { decide, lacksParentId, targetToSend } from '../publish/decide';
import type { DecideInput, Decision } from '../publish/decision';
import { placeOf } from '../publish/recordChanges';
import { isSamePlace, type PageRecord, type PlannedPlace } from '../records/pageRecord';
import type { DestinationDefaults } from '../publish/precedence';
import { spaceProblemText } from '../publish/spaceKey';
import { parentProblemText, parentLookupProblem, type ParentFile } from '../publish/tree';
import { plainLine, quote } from '../text/plainLine';
import { otherSiteText } from '../wiki/site';
import { parseTitle, type PlannedTarget } from '../wiki/target';
import {
  acceptedIn,
  answerTo,
  draftAsking,
  problemsAsking,
  unchangedAsking,
  type Answers,
} from '../publish/answers';
import {
  goneState,
  isAsked,
  states,
  stateLabel,
  askedFor,
  type ChangeState,
  type ChoiceState,
  type State,
} from '../publish/states';
import { pageMissingText } from '../wiki/notFoundCause';

/** What decisions need of a file; its text is left out, to save memory. */
export interface PlanFile {
  readonly uri: string;
  /** The path shown to people: relative to the workspace folder, absolute outside of it. */
  readonly path: string;
  /** The title from front matter, first heading or file name; the person may choose another one for the page. */
  readonly title: string;
  /** Why the file is kept back. */
  readonly draft?: string | undefined;
  /** The message of what blocks the file; in a row, also that of one of its `unpublishedLinks`. */
  readonly problem?: string | undefined;
  /** Keys of problems with which the person may publish anyway; undefined if the file has others, or can’t be read. */
  readonly acceptableProblems?: readonly string[] | undefined;
  /** Front matter has an entry that is not used, such as another place. The text alone does not tell whether it is new. */
  readonly hasInvalidEntry?: boolean;
  readonly unpublishedLinks?: readonly UnpublishedLink[] | undefined;
  /** Whether an editor has changes of the file that are not saved, and that are sent with it. */
  readonly isUnsaved?: boolean;
  /** If set, no other text than that of this hash may be sent. */
  readonly textHash?: string | undefined;
  readonly linked?: readonly LinkedPlanFile[] | undefined;
  /** In a row, also counts links to Markdown files whose pages will have no known address, see `withDeadPageLinks`. */
  readonly warnings?: PageWarnings | undefined;
  /** The file had a page, and no longer exists. */
  readonly isGone?: boolean;
  /** Undefined if the file can’t be read; `problem` says why. */
  readonly input?: Omit<DecideInput, 'answers'> | undefined;
}

export interface LinkedPlanFile {
  readonly uri: string;
  readonly hasAddress: boolean;
  /** How many links to the file don’t work while its page has no known address; undefined if the address is known. */
  readonly deadLinks?: number;
}

/** A link to a file without a page, which is no problem any more once that file is published. */
export interface UnpublishedLink {
  readonly uri: string;
  readonly message: string;
  /** One of `PlanFile.acceptableProblems`. */
  readonly key: string;
}

/**
 * Counts links to pages that will have no address: the plan lacks the linked file, or no platform token can
 * find its page.
 */
export function withDeadPageLinks(files: readonly PlanFile[]): readonly PlanFile[] {
  const uris = new Set(files.map(({ uri }) => uri));
  return files.map((file) => {
    const isFound = ({ uri }: LinkedPlanFile): boolean => uris.has(uri) && mayLookUp(file);
    const dead = (file.linked ?? []).filter((link) => !isFound(link));
    const links = dead.reduce((sum, { deadLinks = 0 }) => sum + deadLinks, 0);
    return links === 0 ? file : { ...file, warnings: withMoreLinks(file.warnings, links) };
  });
}

function mayLookUp({ input }: PlanFile): boolean {
  const { canLookUp, connections } = input ?? {};
  return canLookUp === undefined || connections?.some(({ endpoint }) => canLookUp(endpoint)) !== false;
}

export interface RowAnswers extends Answers {
  /** The person was asked about the file, and leaves it out. */
  readonly isLeftOut?: boolean | undefined;
}

export interface PlanRow {
  readonly file: PlanFile;
  /** What was asked first stays here once it is answered, since the person can answer otherwise. */
  readonly status: State;
  /** Why the file can’t be sent as it is answered now; undefined if it can. */
  readonly open?: State | undefined;
  readonly answers: RowAnswers;
  readonly decision?: Decision | undefined;
  /** The one that is open, or else the last that was answered. */
  readonly question?: ChoiceState | undefined;
  /** Asks about a change that others made to the page; it stays here once it is answered. */
  readonly changeQuestion?: ChangeState | undefined;
}

export function isExcluded({ status: { kind } }: Pick<PlanRow, 'status'>): boolean {
  return states[kind].isExcluded;
}

/** A file that is blocked only by problems which the person may accept can have a check mark, too. */
export function isCheckable({ status }: PlanRow): boolean {
  return (
    !states[status.kind].isExcluded || (status.kind === 'stopped' && status.sharesPageWith === undefined)
  );
}

/** Whether the file can be sent without a further answer, and so has a check box. */
export function isSendable({ status, open }: PlanRow): boolean {
  return open === undefined && status.kind !== 'unplaced';
}

export function excludedRow(row: PlanRow, status: State): PlanRow {
  return { ...row, status, open: status };
}

/** Of a problem that the person may accept, or not. */
export function problemState({ acceptableProblems }: PlanFile, reason: string): State {
  return acceptableProblems === undefined
    ? { kind: 'blocked', reason }
    : { kind: 'stopped', reason, asking: problemsAsking(acceptableProblems) };
}

/** Whether the person publishes in spite of all that is known of them. */
export function areProblemsAccepted({ acceptableProblems }: PlanFile, answers: Answers): boolean {
  return (
    acceptableProblems !== undefined && answerTo(problemsAsking(acceptableProblems), answers) !== undefined
  );
}

/** What was asked of the row, also what is answered. */
export function askedOf({ decision, open }: PlanRow): readonly State[] {
  return [...(decision?.answered ?? []), ...(open === undefined ? [] : [open])];
}

/** What is open; if nothing is, what was asked first, which can be answered otherwise. */
export function stateToAsk({ open, status }: PlanRow): State {
  return open ?? status;
}

/** Whether the person sends the text again that the page has already. */
export function isUnchangedAccepted({ decision, answers }: Pick<PlanRow, 'decision' | 'answers'>): boolean {
  const { aboutPage } = decision ?? {};
  return aboutPage !== undefined && answerTo(unchangedAsking(aboutPage), answers) !== undefined;
}

/** The state that a plan shows: a file that the person left out, or whose questions are answered, has another one. */
export function shownState(row: PlanRow): State {
  const { status, answers } = row;
  return answers.isLeftOut === true && states[status.kind].needs === 'decision'
    ? { kind: 'leftOut', reason: status.reason ?? stateLabel(status) }
    : isSendable(row) && askedFor(status) !== undefined
      ? { kind: 'ready' }
      : status;
}

/** Makes the row of a parent’s file before those of its children, since their place follows from the parent page. */
export function rowsOf(
  files: readonly PlanFile[],
  answers: ReadonlyMap<string, RowAnswers>,
): readonly PlanRow[] {
  const byUri = new Map(files.map((file) => [file.uri, file]));
  const rows = new Map<string, PlanRow>();
  const find = (file: PlanFile): PlanRow => {
    const parentRow = byUri.get(file.input?.defaults.parentFile?.uri ?? '');
    const row =
      rows.get(file.uri) ??
      rowUnder(file, answers.get(file.uri) ?? {}, parentRow === undefined ? undefined : find(parentRow));
    rows.set(file.uri, row);
    return row;
  };
  return files.map(find);
}

function rowUnder(file: PlanFile, answers: RowAnswers, parentRow: PlanRow | undefined): PlanRow {
  const row = rowAlone(file, answers, parentRow);
  return isExcluded(row) ? row : belowRow(row, parentRow);
}

/** Takes over the parent’s `unplaced`, or its `draft` if it has no page; blocks a file whose parent page can’t be found. */
function belowRow(row: PlanRow, parentRow: PlanRow | undefined): PlanRow {
  const { file, decision } = row;
  if (decision?.parentFile === undefined) {
    return row;
  }
  const hasPage =
    file.input?.defaults.parentFile?.page !== undefined ||
    (parentRow !== undefined && !isExcluded(parentRow));
  const isOpen = lacksParentId(decision);
  if (isOpen && !hasPage && parentRow?.status.kind === 'draft') {
    const reason = l10n.t('It goes under {0}, which is left out.', plainLine(decision.parentFile.path));
    return excludedRow(row, { kind: 'draft', reason });
  }
  const { endpoint = '' } = decision.connection ?? {};
  const problem = isOpen
    ? parentLookupProblem(hasPage, file.input?.canLookUp?.(endpoint) === true)
    : undefined;
  if (problem !== undefined) {
    const reason = parentProblemText(decision.parentFile.path, problem);
    return excludedRow(
      row,
      problem === 'no token'
        ? { kind: 'noPlatformToken', reason, tokenFor: endpoint }
        : { kind: 'blocked', reason },
    );
  }
  return parentRow?.status.kind === 'unplaced' ? { ...row, status: parentRow.status } : row;
}

/** Files go where the plan would put their parent page, even if that was published elsewhere before. */
function defaultsUnder(defaults: DestinationDefaults, row: PlanRow | undefined): DestinationDefaults {
  const { connection, target } = row?.decision ?? {};
  if (defaults.parentFile === undefined || connection === undefined || target === undefined) {
    return defaults;
  }
  const { endpoint } = connection;
  const place = placeOf({ endpoint, target });
  const own = row?.file.input?.ownRecords.find((each) => each.published && isSamePlace(each.place, place));
  return {
    ...defaults,
    parentFile: { ...defaults.parentFile, page: { endpoint, space: target.space, id: own?.wiki?.id } },
  };
}

/** Undefined while a part of the row’s destination is open. */
export function placeOfRow({ decision }: Pick<PlanRow, 'decision'>): PlannedPlace | undefined {
  const { connection, target } = decision ?? {};
  return connection && target && placeOf({ endpoint: connection.endpoint, target });
}

/** What is known of the page at the row’s place, whichever file made it. */
export function recordAtPlaceOf(row: PlanRow): PageRecord | undefined {
  const place = placeOfRow(row);
  return place && row.file.input?.recordAt(place);
}

/** The document’s own title as long as no target is decided. */
export function pageTitleOf({ decision, file }: Pick<PlanRow, 'decision' | 'file'>): string {
  return decision?.target?.title ?? file.title;
}

/** Returns the parent page’s file while that page has no known ID. */
export function awaitedParentOf({ decision }: PlanRow): ParentFile | undefined {
  return targetToSend(decision) === undefined ? decision?.parentFile : undefined;
}

/** Returns the URI of the parent page’s file, also if the parent’s ID comes from the record of this file’s page. */
export function parentUriOf({ file, decision }: PlanRow): string | undefined {
  const { parentFile } = file.input?.defaults ?? {};
  const { endpoint, id } = parentFile?.page ?? {};
  const isThere = endpoint === decision?.connection?.endpoint && id === decision?.target?.parent;
  return decision?.parentFile?.uri ?? (isThere && id !== undefined ? parentFile?.uri : undefined);
}

/** Unlike `isSamePlace`, tells titles apart that differ in case alone; false while one of the places is not known. */
export function isSeenPlace(
  { decision }: Pick<PlanRow, 'decision'>,
  target: PlannedTarget | undefined,
  seen: PlannedPlace | undefined,
): boolean {
  const { connection } = decision ?? {};
  return (
    connection !== undefined &&
    target !== undefined &&
    seen !== undefined &&
    isSamePlace(seen, placeOf({ endpoint: connection.endpoint, target })) &&
    seen.title === target.title
  );
}

function rowAlone(file: PlanFile, answers: RowAnswers, parentRow: PlanRow | undefined): PlanRow {
  const { input, problem, draft } = file;
  if (input === undefined) {
    const status: State = file.isGone === true ? goneState() : { kind: 'blocked', reason: problem ?? '' };
    return { file, status, open: status, answers };
  }
  const decision = decide({ ...input, defaults: defaultsUnder(input.defaults, parentRow), answers });
  const open = stateOf(decision, file);
  const [status = open] = decision.answered;
  const row: PlanRow = { file, status, open: isAsked(open) ? open : undefined, answers, decision };
  if (draft !== undefined && answerTo(draftAsking(draft), answers) === undefined) {
    return excludedRow(row, { kind: 'draft', reason: draft });
  }
  const isAccepted =
    acceptedIn(answers) === undefined ? isAsPublished(file, decision) : areProblemsAccepted(file, answers);
  if (problem !== undefined && !isAccepted) {
    return excludedRow(row, problemState(file, problem));
  }
  if (states[status.kind].isExcluded) {
    return excludedRow(row, status);
  }
  return {
    ...row,
    question: askedOf(row).findLast((each) => 'choices' in each),
    changeQuestion: askedOf(row).find((each) => each.kind === 'changedInWiki'),
  };
}

/** What is asked first before the file is sent, what holds it, or else what a publish would do. */
function stateOf({ questions, effect, origins }: Decision, file: PlanFile): State {
  const [question] = questions;
  if (question === undefined) {
    const isAsDecided = 'record' in effect && !('by' in effect);
    // Any other effect gives the file a page that it did not have; its question, if there was one, is answered.
    return { kind: isAsDecided ? effect.kind : 'new' };
  }
  switch (question.kind) {
    case 'target': {
      const problem = question.missing.includes('title') ? parseTitle(file.title).problem : undefined;
      const reason = question.lost === undefined ? undefined : pageMissingText(question.lost);
      return problem === undefined
        ? { kind: 'unplaced', missing: 'target', reason }
        : { kind: 'blocked', reason: problem };
    }
    case 'connection':
      return question.named === undefined
        ? {
            kind: 'unplaced',
            missing: 'connection',
            reason: origins.parent === 'frontMatter' ? l10n.t('It names no connection.') : undefined,
          }
        : {
            kind: 'blocked',
            reason: l10n.t(
              'It names the connection {0}, which is not in your settings.',
              quote(question.named),
            ),
          };
    case 'elsewhere':
      return { kind: 'blocked', reason: otherSiteText(question.site, question.address) };
    case 'space':
      return { kind: 'blocked', reason: spaceProblemText(question.key, question.found) };
    default:
      return question;
  }
}

/** Whether this very text was published to the page, so that its problems were accepted then. */
export function isAsPublished(
  { acceptableProblems, hasInvalidEntry }: PlanFile,
  { effect }: Decision,
): boolean {
  return effect.kind === 'unchanged' && acceptableProblems !== undefined && hasInvalidEntry !== true;
}
