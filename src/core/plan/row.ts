import * as l10n from '@vscode/l10n';
import type { DeadLinks } from '../wiki/deadLinks';
import { decide, type Choice, type DecideInput, type Decision, type Question } from '../publish/decide';
import { areSeen } from '../records/makers';
import { placeOf } from '../publish/pageChanges';
import { samePlace, type Place } from '../records/pageRecord';
import type { PublishAnswers, Defaults } from '../publish/precedence';
import { spaceProblem } from '../publish/spaceKey';
import { parentProblemText, findParentProblem } from '../publish/tree';
import { plain, quote } from '../text/plain';
import { elsewhereText } from '../wiki/site';
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
  /** The problems that it can be published with anyway; undefined if it has nothing to send. */
  readonly passable?: readonly string[] | undefined;
  /** Problems of links to files without a page, which go if those files are published too. */
  readonly needs?: readonly UnpublishedLink[] | undefined;
  /** The hash of its text, where no other text may be sent. */
  readonly textHash?: string | undefined;
  readonly linked?: readonly { readonly uri: string; readonly hasAddress: boolean }[] | undefined;
  /** Whether pages of a connection can be looked up in the wiki. */
  readonly canLookUp?: ((endpoint: string) => boolean) | undefined;
  /** What of the page will not work in the wiki; links to other Markdown files are left out, since those may be published too. */
  readonly deadLinks?: DeadLinks | undefined;
  /** Undefined if the file can't be read. */
  readonly input?: Omit<DecideInput, 'chosen'> | undefined;
}

/** A link to a file without a page is a problem that goes if that file is published too. */
export interface UnpublishedLink {
  readonly uri: string;
  readonly message: string;
  /** The problem's key among `passable`. */
  readonly key: string;
}

/** What the person answered for one file. */
export interface RowAnswer {
  /** The destination that was chosen for many files at once, or in an earlier run. */
  readonly chosen?: PublishAnswers | undefined;
  readonly choice?: Choice | undefined;
  readonly publishAnyway?: boolean | undefined;
  /** A draft is not left out. */
  readonly evenDraft?: boolean | undefined;
}

export type RowQuestion = Extract<Question, { readonly choices: unknown }>;
type ChangeQuestion = Extract<Question, { readonly accepted: string }>;

export interface PlanRow {
  readonly file: PlanFile;
  /** It stays the same once the question is answered. */
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

/** Whether a file is not sent as it is, whatever is answered to questions. */
export function isHeldBack({ status: { kind } }: Pick<PlanRow, 'status'>): boolean {
  return kind === 'blocked' || kind === 'draft';
}

/** Files that are blocked by problems alone are published on request. */
export function isTickable(row: PlanRow): boolean {
  const { status, file } = row;
  const isPassable =
    status.kind === 'blocked' && file.passable !== undefined && status.reason === file.problem;
  return !isHeldBack(row) || isPassable;
}

/** Makes the rows. In a tree, the place of a page is decided after that of its parent page. */
export function rowsOf(
  files: readonly PlanFile[],
  answers: ReadonlyMap<string, RowAnswer>,
): readonly PlanRow[] {
  const byUri = new Map(files.map((file) => [file.uri, file]));
  const rows = new Map<string, PlanRow>();
  const find = (file: PlanFile): PlanRow => {
    const above = byUri.get(file.input?.defaults.above?.uri ?? '');
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
  return isHeldBack(row) ? row : belowRow(row, above);
}

/** Blocks a file in a tree whose parent page is missing. Under a draft, it is left out too. */
function belowRow(row: PlanRow, above: PlanRow | undefined): PlanRow {
  const { file, decision } = row;
  if (decision?.above === undefined) {
    return row;
  }
  // The page was published before, or will be in this run.
  const hasPage =
    file.input?.defaults.above?.page !== undefined || (above !== undefined && !isHeldBack(above));
  const isOpen = decision.questions.some(({ kind }) => kind === 'parentPage');
  if (isOpen && !hasPage && above?.status.kind === 'draft') {
    const reason = l10n.t('It goes under {0}, which is left out.', plain(decision.above.path));
    return { ...row, status: { kind: 'draft', reason } };
  }
  const canLookUp = file.canLookUp?.(decision.connection?.endpoint ?? '') === true;
  const problem = isOpen ? findParentProblem(hasPage, canLookUp) : undefined;
  if (problem !== undefined) {
    return { ...row, status: { kind: 'blocked', reason: parentProblemText(decision.above.path, problem) } };
  }
  return above?.status.kind === 'unplaced' ? { ...row, status: above.status } : row;
}

/** Returns the defaults with the place of the parent page that the plan would make. */
function defaultsUnder(defaults: Defaults, row: PlanRow | undefined): Defaults {
  const { connection } = row?.decision ?? {};
  const target = row && targetOf(row);
  if (defaults.above === undefined || connection === undefined || target === undefined) {
    return defaults;
  }
  const { endpoint } = connection;
  const place = placeOf({ endpoint, target });
  const own = row?.file.input?.own.find((each) => each.published && samePlace(each.place, place));
  return {
    ...defaults,
    above: { ...defaults.above, page: { endpoint, space: target.space, id: own?.wiki?.id } },
  };
}

/** Returns the destination; in a tree, its parent page may not be known yet. */
export function targetOf({ decision }: Pick<PlanRow, 'decision'>): Target | undefined {
  return decision?.target ?? decision?.questions.find((each) => each.kind === 'parentPage')?.target;
}

/** Returns the file whose page the row's page goes under in a tree, also where its record names that page. */
export function parentFileOf({ file, decision }: PlanRow): string | undefined {
  const { above } = file.input?.defaults ?? {};
  const { endpoint, id } = above?.page ?? {};
  const isThere = endpoint === decision?.connection?.endpoint && id === decision?.target?.parent;
  return decision?.above?.uri ?? (isThere && id !== undefined ? above?.uri : undefined);
}

/** Whether the target is the place that the person saw, with the same upper and lower case in the title. False while either is unknown. */
export function goesTo(
  { decision }: Pick<PlanRow, 'decision'>,
  target: Target | undefined,
  seen: Place | undefined,
): boolean {
  const { connection } = decision ?? {};
  return (
    connection !== undefined &&
    target !== undefined &&
    seen !== undefined &&
    samePlace(seen, placeOf({ endpoint: connection.endpoint, target })) &&
    seen.title === target.title
  );
}

/** Whether a page is another one than the person saw, or was published from elsewhere since. */
export function isOtherPage(
  { decision }: Pick<PlanRow, 'decision'>,
  seen: Place & Pick<Decision, 'others'>,
): boolean {
  const isHere = goesTo({ decision }, decision?.target, seen);
  return !isHere || !areSeen(decision?.others ?? [], seen.others);
}

function rowAlone(file: PlanFile, answer: RowAnswer, above: PlanRow | undefined): PlanRow {
  const { input, problem, passable, draft } = file;
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
  if (draft !== undefined && answer.evenDraft !== true) {
    return { file, status: { kind: 'draft', reason: draftText(draft) }, answer, decision };
  }
  const blocked = (reason: string): PlanRow => ({
    file,
    status: { kind: 'blocked', reason },
    answer,
    decision,
  });
  if (problem !== undefined && !(answer.publishAnyway === true && passable !== undefined)) {
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
    return blocked(elsewhereText(elsewhere.site, elsewhere.address));
  }
  const space = before.questions.find((each) => each.kind === 'space');
  if (space !== undefined) {
    return blocked(spaceProblem(space.key, space.found));
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
