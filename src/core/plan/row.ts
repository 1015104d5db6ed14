import * as l10n from '@vscode/l10n';
import type { DeadLinkCounts } from '../wiki/deadLinkCounts';
import { decide, type Choice, type DecideInput, type Decision, type Question } from '../publish/decide';
import { hasSeenAll } from '../records/makers';
import { placeOf } from '../publish/pageChanges';
import { isSamePlace, type Place } from '../records/pageRecord';
import type { PublishAnswers, DestinationDefaults } from '../publish/precedence';
import { spaceProblemText } from '../publish/spaceKey';
import { parentProblemText, parentLookupProblem } from '../publish/tree';
import { plainLine, quote } from '../text/plainLine';
import { otherSiteText } from '../wiki/site';
import { parseTitle, type Target } from '../wiki/target';
import { statusOfDecision, type PageStatus } from './pageStatus';

/** A file as it was read for a plan: what is needed to decide, without its text. */
export interface PlanFile {
  readonly uri: string;
  /** The path as the person knows it. */
  readonly path: string;
  /** The title that the text suggests. */
  readonly title: string;
  /** What its front matter says if it is a draft, which is left out. */
  readonly draft?: string | undefined;
  /** What blocks the file. */
  readonly problem?: string | undefined;
  /** The keys of the problems that a person may accept; undefined if the file can’t be sent in any case. */
  readonly acceptableProblems?: readonly string[] | undefined;
  /** Links to files without a page. Their problems end once those files are published too. */
  readonly unpublishedLinks?: readonly UnpublishedLink[] | undefined;
  /** The hash of its text, where no other text may be sent. */
  readonly textHash?: string | undefined;
  readonly linked?: readonly { readonly uri: string; readonly hasAddress: boolean }[] | undefined;
  /** Whether pages of a connection can be looked up in the wiki. */
  readonly canLookUp?: ((endpoint: string) => boolean) | undefined;
  /**
   * Links and images that won’t work in the wiki. Links to Markdown files don’t count, since those may be
   * published too.
   */
  readonly deadLinks?: DeadLinkCounts | undefined;
  /** Undefined if the file can't be read. */
  readonly input?: Omit<DecideInput, 'chosen'> | undefined;
}

/** A link to a file without a page. The problem ends once that file is published too. */
export interface UnpublishedLink {
  readonly uri: string;
  readonly message: string;
  /** The problem’s key among `acceptableProblems`. */
  readonly key: string;
}

/** What the person answered for one file. */
export interface RowAnswer {
  /** The destination that was chosen for many files at once, or in an earlier run. */
  readonly chosen?: PublishAnswers | undefined;
  readonly choice?: Choice | undefined;
  readonly publishAnyway?: boolean | undefined;
  /** A draft is not left out. */
  readonly publishDraft?: boolean | undefined;
}

export type RowQuestion = Extract<Question, { readonly choices: unknown }>;
type ChangeQuestion = Extract<Question, { readonly accepted: string }>;

export interface PlanRow {
  readonly file: PlanFile;
  /** The state before the question is answered, so that the row stays in its group. */
  readonly status: PageStatus;
  readonly answer: RowAnswer;
  /** The decision with the person's answers. */
  readonly decision?: Decision | undefined;
  readonly question?: RowQuestion | undefined;
  /** The question about a change that somebody made to the page in the wiki. */
  readonly changed?: ChangeQuestion | undefined;
  /** Another file of the plan has the same title at the same place. */
  readonly sharesPage?: boolean;
}

/** Whether a file is not sent, whatever the answers to its questions are. */
export function isBlockedOrDraft({ status: { kind } }: Pick<PlanRow, 'status'>): boolean {
  return kind === 'blocked' || kind === 'draft';
}

/** Whether a file can be checked. One with problems alone can, to publish it anyway. */
export function isCheckable(row: PlanRow): boolean {
  const { status, file } = row;
  const isAcceptable =
    status.kind === 'blocked' && file.acceptableProblems !== undefined && status.reason === file.problem;
  return !isBlockedOrDraft(row) || isAcceptable;
}

/** Makes the rows. In a tree, the place of a page is decided after that of its parent page. */
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

/** Blocks a file in a tree whose parent page is missing. Under a draft, it is left out too. */
function belowRow(row: PlanRow, above: PlanRow | undefined): PlanRow {
  const { file, decision } = row;
  if (decision?.parentFile === undefined) {
    return row;
  }
  // The page was published before, or will be in this run.
  const hasPage =
    file.input?.defaults.parentFile?.page !== undefined || (above !== undefined && !isBlockedOrDraft(above));
  const isOpen = decision.questions.some(({ kind }) => kind === 'parentPage');
  if (isOpen && !hasPage && above?.status.kind === 'draft') {
    const reason = l10n.t('It goes under {0}, which is left out.', plainLine(decision.parentFile.path));
    return { ...row, status: { kind: 'draft', reason } };
  }
  const canLookUp = file.canLookUp?.(decision.connection?.endpoint ?? '') === true;
  const problem = isOpen ? parentLookupProblem(hasPage, canLookUp) : undefined;
  if (problem !== undefined) {
    return {
      ...row,
      status: { kind: 'blocked', reason: parentProblemText(decision.parentFile.path, problem) },
    };
  }
  return above?.status.kind === 'unplaced' ? { ...row, status: above.status } : row;
}

/** Returns the defaults with the place of the parent page that the plan would make. */
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

/** Returns the destination; in a tree, its parent page may not be known yet. */
export function targetOf({ decision }: Pick<PlanRow, 'decision'>): Target | undefined {
  return decision?.target ?? decision?.questions.find((each) => each.kind === 'parentPage')?.target;
}

/** Returns the file whose page the row's page goes under in a tree, also where its record names that page. */
export function parentFileOf({ file, decision }: PlanRow): string | undefined {
  const { parentFile } = file.input?.defaults ?? {};
  const { endpoint, id } = parentFile?.page ?? {};
  const isThere = endpoint === decision?.connection?.endpoint && id === decision?.target?.parent;
  return decision?.parentFile?.uri ?? (isThere && id !== undefined ? parentFile?.uri : undefined);
}

/**
 * Whether the target is the place that the person saw, with the same case in its title. False while either is
 * unknown.
 */
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

/** Whether a page is another one than the person saw, or was published from elsewhere since. */
export function isOtherPage(
  { decision }: Pick<PlanRow, 'decision'>,
  seen: Place & Pick<Decision, 'otherSendKeys'>,
): boolean {
  const isHere = isSeenPlace({ decision }, decision?.target, seen);
  return !isHere || !hasSeenAll(decision?.otherSendKeys ?? [], seen.otherSendKeys);
}

function rowAlone(file: PlanFile, answer: RowAnswer, above: PlanRow | undefined): PlanRow {
  const { input, problem, acceptableProblems, draft } = file;
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
  if (problem !== undefined && !(answer.publishAnyway === true && acceptableProblems !== undefined)) {
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
  const changed = [...before.questions, ...after.questions].find((each) => 'accepted' in each);
  return { file, status: statusOfDecision(before), answer, decision, question, changed };
}

export function draftText(draft: string): string {
  return draft === 'below'
    ? l10n.t('All under it are drafts.')
    : l10n.t('Its front matter says “{0}”.', draft);
}
