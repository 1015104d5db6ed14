import * as l10n from '@vscode/l10n';
import { withMoreLinks, type PageWarnings } from '../wiki/pageWarnings';
import { decide, type Choice, type DecideInput, type Decision, type Question } from '../publish/decide';
import { hasSeenAll } from '../records/makers';
import { placeOf } from '../publish/recordChanges';
import { isSamePlace, type Place } from '../records/pageRecord';
import type { PublishAnswers, DestinationDefaults } from '../publish/precedence';
import { spaceProblemText } from '../publish/spaceKey';
import { parentProblemText, parentLookupProblem, type ParentFile } from '../publish/tree';
import { plainLine, quote } from '../text/plainLine';
import { otherSiteText } from '../wiki/site';
import { parseTitle, type Target } from '../wiki/target';
import { statuses, statusLabel, statusOfDecision, type PageStatus } from './pageStatus';

/** What decisions need of a file; its text is left out, to save memory. */
export interface PlanFile {
  readonly uri: string;
  /** The path shown to people: relative to the workspace folder, absolute outside of it. */
  readonly path: string;
  /** The title from front matter, first heading or file name; the person may choose another one for the page. */
  readonly title: string;
  /** The entry that makes the file a draft, such as `draft: true`; `below` for a folder of nothing but drafts. */
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
  /** Undefined if the file can’t be read; `problem` says why. */
  readonly input?: Omit<DecideInput, 'chosen'> | undefined;
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

export interface RowAnswer {
  /** What the person chose of place and title, and what the person agreed to. */
  readonly chosen?: PublishAnswers | undefined;
  /** The answer to `PlanRow.question`; its place wins over `chosen`. */
  readonly choice?: Choice | undefined;
  /** If false, problems of a text that was published despite them have to be accepted again, too. */
  readonly publishAnyway?: boolean | undefined;
  /** The person was asked about the file, and leaves it out. */
  readonly isLeftOut?: boolean | undefined;
  /** The person checked the file although nothing in it had changed. */
  readonly evenUnchanged?: boolean | undefined;
  readonly publishDraft?: boolean | undefined;
}

export type RowQuestion = Extract<Question, { readonly choices: unknown }>;
type ChangeQuestion = Extract<Question, { readonly accepted: string }>;

export interface PlanRow {
  readonly file: PlanFile;
  /** Ignores the answers to `question` and `changeQuestion`, since the person can change them. */
  readonly status: PageStatus;
  readonly answer: RowAnswer;
  /** Includes all answers, unlike `status`. */
  readonly decision?: Decision | undefined;
  readonly question?: RowQuestion | undefined;
  /** Asks about a change that others made to the page; it stays here once it is answered. */
  readonly changeQuestion?: ChangeQuestion | undefined;
  /** The path of another file of the plan that would become the same page, so both are blocked. */
  readonly sharesPageWith?: string;
}

export function isBlockedOrDraft({ status: { kind } }: Pick<PlanRow, 'status'>): boolean {
  return kind === 'blocked' || kind === 'draft';
}

/** A file that is blocked only by problems which the person may accept can have a check mark, too. */
export function isCheckable(row: PlanRow): boolean {
  const { status, file } = row;
  const isAcceptable =
    status.kind === 'blocked' && file.acceptableProblems !== undefined && status.reason === file.problem;
  return !isBlockedOrDraft(row) || isAcceptable;
}

/** Distinguishes blocked files that an answer or a token can free from all others, and files that the person left out. */
export function statusInPlan(row: PlanRow): PageStatus {
  const { status, sharesPageWith, answer } = row;
  if (status.tokenFor !== undefined) {
    return { ...status, kind: 'noPlatformToken' };
  }
  const isFreed = sharesPageWith !== undefined || isCheckable(row);
  const kind = status.kind === 'blocked' && isFreed ? 'stopped' : status.kind;
  return answer.isLeftOut === true && statuses[kind].asks === 'decision'
    ? { kind: 'leftOut', reason: status.reason ?? statusLabel(status) }
    : { ...status, kind };
}

/** Makes the row of a parent’s file before those of its children, since their place follows from the parent page. */
export function rowsOf(
  files: readonly PlanFile[],
  answers: ReadonlyMap<string, RowAnswer>,
): readonly PlanRow[] {
  const byUri = new Map(files.map((file) => [file.uri, file]));
  const rows = new Map<string, PlanRow>();
  const find = (file: PlanFile): PlanRow => {
    const above = byUri.get(file.input?.defaults.parentFile?.uri ?? '');
    const row =
      rows.get(file.uri) ??
      rowUnder(file, answers.get(file.uri) ?? {}, above === undefined ? undefined : find(above));
    rows.set(file.uri, row);
    return row;
  };
  return files.map(find);
}

function rowUnder(file: PlanFile, answer: RowAnswer, above: PlanRow | undefined): PlanRow {
  const row = rowAlone(file, answer, above);
  return isBlockedOrDraft(row) ? row : belowRow(row, above);
}

/** Takes over the parent’s `unplaced`, or its `draft` if it has no page; blocks a file whose parent page can’t be found. */
function belowRow(row: PlanRow, above: PlanRow | undefined): PlanRow {
  const { file, decision } = row;
  if (decision?.parentFile === undefined) {
    return row;
  }
  const hasPage =
    file.input?.defaults.parentFile?.page !== undefined || (above !== undefined && !isBlockedOrDraft(above));
  const isOpen = decision.questions.some(({ kind }) => kind === 'parentPage');
  if (isOpen && !hasPage && above?.status.kind === 'draft') {
    const reason = l10n.t('It goes under {0}, which is left out.', plainLine(decision.parentFile.path));
    return { ...row, status: { kind: 'draft', reason } };
  }
  const { endpoint = '' } = decision.connection ?? {};
  const problem = isOpen
    ? parentLookupProblem(hasPage, file.input?.canLookUp?.(endpoint) === true)
    : undefined;
  if (problem !== undefined) {
    const reason = parentProblemText(decision.parentFile.path, problem);
    const token = problem === 'no token' ? { tokenFor: endpoint } : {};
    return { ...row, status: { kind: 'blocked', reason, ...token } };
  }
  return above?.status.kind === 'unplaced' ? { ...row, status: above.status } : row;
}

/** Files go where the plan would put their parent page, even if that was published elsewhere before. */
function defaultsUnder(defaults: DestinationDefaults, row: PlanRow | undefined): DestinationDefaults {
  const { connection } = row?.decision ?? {};
  const target = row && targetOf(row);
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

/** While the ID of the parent page is not known, `parent` is `unknownParent`. */
export function targetOf({ decision }: Pick<PlanRow, 'decision'>): Target | undefined {
  return decision?.target ?? decision?.questions.find((each) => each.kind === 'parentPage')?.target;
}

/** The document’s own title as long as no target is decided. */
export function pageTitleOf(row: Pick<PlanRow, 'decision' | 'file'>): string {
  return targetOf(row)?.title ?? row.file.title;
}

/** Returns the parent page’s file while `decision` has no target, most often since that page’s ID is not known. */
export function awaitedParentOf({ decision }: PlanRow): ParentFile | undefined {
  return decision?.target === undefined ? decision?.parentFile : undefined;
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
  target: Target | undefined,
  seen: Place | undefined,
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

/** True also if other documents or working folders have sent to the page since the person saw it. */
export function isOtherPage(
  { decision }: Pick<PlanRow, 'decision'>,
  seen: Place & Pick<Decision, 'otherSendKeys'>,
): boolean {
  const isHere = isSeenPlace({ decision }, decision?.target, seen);
  return !isHere || !hasSeenAll(decision?.otherSendKeys ?? [], seen.otherSendKeys);
}

function rowAlone(file: PlanFile, answer: RowAnswer, above: PlanRow | undefined): PlanRow {
  const { input, problem, draft } = file;
  if (input === undefined) {
    return { file, status: { kind: 'blocked', reason: problem ?? '' }, answer };
  }
  const defaults = defaultsUnder(input.defaults, above);
  const decideWith = (chosen: PublishAnswers | undefined): Decision => decide({ ...input, defaults, chosen });
  const { accepted, ...chosen } = answer.chosen ?? {};
  const before = decideWith(chosen);
  const after = answer.choice === undefined ? before : decideWith({ ...chosen, ...answer.choice.chosen });
  const decision =
    accepted === undefined ? after : decideWith({ ...chosen, ...answer.choice?.chosen, accepted });
  if (draft !== undefined && answer.publishDraft !== true) {
    return { file, status: { kind: 'draft', reason: draftText(draft) }, answer, decision };
  }
  const blocked = (reason: string): PlanRow => ({
    file,
    status: { kind: 'blocked', reason },
    answer,
    decision,
  });
  const isAccepted =
    file.acceptableProblems !== undefined && (answer.publishAnyway ?? isAsPublished(file, before));
  if (problem !== undefined && !isAccepted) {
    return blocked(problem);
  }
  const titleProblem = before.questions.some(
    (question) => question.kind === 'target' && question.missing.includes('title'),
  )
    ? parseTitle(file.title).problem
    : undefined;
  if (titleProblem !== undefined) {
    return blocked(titleProblem);
  }
  const named = before.questions.find((each) => each.kind === 'connection')?.named;
  if (named !== undefined) {
    return blocked(l10n.t('It names the connection {0}, which is not in your settings.', quote(named)));
  }
  const elsewhere = before.questions.find((each) => each.kind === 'elsewhere');
  if (elsewhere !== undefined) {
    return blocked(otherSiteText(elsewhere.site, elsewhere.address));
  }
  const space = before.questions.find((each) => each.kind === 'space');
  if (space !== undefined) {
    return blocked(spaceProblemText(space.key, space.found));
  }
  const question = before.questions.find((each) => 'choices' in each);
  const changeQuestion = [...before.questions, ...after.questions].find((each) => 'accepted' in each);
  return { file, status: statusOfDecision(before), answer, decision, question, changeQuestion };
}

/** Whether this very text was published to the page, so that its problems were accepted then. */
export function isAsPublished(
  { acceptableProblems, hasInvalidEntry }: PlanFile,
  { effect }: Decision,
): boolean {
  return effect.kind === 'unchanged' && acceptableProblems !== undefined && hasInvalidEntry !== true;
}

export function draftText(draft: string): string {
  return draft === 'below' ? l10n.t('All under it are drafts.') : l10n.t('It says “{0}”.', plainLine(draft));
}
