import * as l10n from '@vscode/l10n';
import { mergedAnswers, type Answers } from '../../core/publish/answers';
import { lacksParentId, targetToSend } from '../../core/publish/decide';
import type { DecideInput, Decision } from '../../core/publish/decision';
import type { PublishEffect } from '../../core/publish/publishEffect';
import { spaceProblemText } from '../../core/publish/spaceKey';
import {
  parentProblemText,
  parentLookupProblem,
  parentNotFoundReason,
  tokenRemedyFor,
} from '../../core/publish/tree';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import { stateLabel } from '../../core/publish/states';
import { isSeenPlace, type PlanRow } from '../../core/plan/row';
import type { Place } from '../../core/records/pageRecord';
import { isSameDocument, pathBeside } from '../../core/records/fileIdentity';
import { UserError } from '../../core/text/errors';
import { formatNumber } from '../../core/text/locale';
import { quote } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { otherSiteText } from '../../core/wiki/site';
import { stateMeaning } from '../../core/view/pageTexts';
import type { PlannedTarget, Target } from '../../core/wiki/target';
import type { Person, PromptScope } from './host';
import type { ConnectedPage, PublishContext } from './decidedPage';
import type { TouchedPages } from '../wiki/touchedPages';
import type { Services } from '../services';

export interface AnsweredPlace {
  readonly endpoint: string;
  readonly target: Target;
  readonly answers?: Answers;
  /** Whether the person answered now; if false, the place was decided or confirmed before. */
  readonly isAsked: boolean;
}

/**
 * Asks the person only if a question is open, the confirmed place counts no longer, or `ask` demands it. Throws a
 * `UserError` as `refuseUnknownPlace` does, unless `ask` is `destination` or `title`.
 */
export async function askForPlace(
  { services }: PublishContext,
  page: ConnectedPage,
  person: Person,
  ask: PromptScope,
  pages?: TouchedPages,
): Promise<AnsweredPlace | undefined> {
  const { request, decision, connection, plan } = page;
  const { endpoint } = connection;
  const target = targetToSend(decision);
  if (ask !== 'destination' && ask !== 'title') {
    await refuseUnknownPlace(services, page);
    const { confirmed } = request;
    // The person agreed to replace the page. If the decision no longer replaces it, that answer does not count.
    const isLost = confirmed?.overwrite === true && target?.overwrite !== true;
    if (confirmed !== undefined && target !== undefined) {
      return !isLost && !isChoiceOpen(decision) && isSeenPlace(page, target, confirmed)
        ? { endpoint, target, isAsked: false }
        : answerOf(await person.answerPlan(plan, 'plan', pages), endpoint);
    }
    if (target !== undefined && isSilent(page, ask)) {
      return { endpoint, target, isAsked: false };
    }
  }
  return answerOf(await person.answerPlan(plan, ask, pages), endpoint);
}

/**
 * Whether nobody has to be asked for the place: a chosen one has not been confirmed yet. If `ask` is `plan`, front matter
 * must name space and parent.
 */
function isSilent({ decision, input }: ConnectedPage, ask: PromptScope): boolean {
  const { questions, origins, publishedBy } = decision;
  const isOpen =
    publishedBy?.isGone === true ||
    followsOthersToWiki(decision, input) ||
    origins.parent === 'answer' ||
    questions.some((question) => question.kind !== 'changedInWiki');
  const isNamed = origins.space === 'frontMatter' && origins.parent === 'frontMatter';
  return ask === 'place' || (!isOpen && (ask !== 'plan' || isNamed));
}

/** Whether a new page goes to one of several wikis only because its parent page or files beside it went there last. */
export function followsOthersToWiki(
  { origins }: Decision,
  { connections }: Pick<DecideInput, 'connections'>,
): boolean {
  return connections.length > 1 && origins.connection === 'setting';
}

/** Says which other file has the page. */
export function othersText(
  row: Pick<PlanRow, 'file'>,
  { by, record }: Extract<PublishEffect, { readonly kind: 'others' }>,
): string {
  const { file } = row.file.input ?? {};
  const owner = quote(pathBeside(by, file));
  if (file !== undefined && isSameDocument(by, file)) {
    return l10n.t('It was published last from {0}.', owner);
  }
  return record?.published === undefined
    ? l10n.t('This page was created from {0}.', owner)
    : l10n.t('{0} may have replaced this page.', owner);
}

/** A sentence about what has to be answered before the document is sent. */
export function openQuestionText(row: PlanRow, now: number): string {
  const { status, decision, file } = row;
  const { input } = file;
  const { connections = [] } = input ?? {};
  const isWikiOpen =
    connections.length > 1 &&
    (decision?.connection === undefined || followsOthersToWiki(decision, { connections }));
  if (isWikiOpen) {
    return l10n.t(
      'Its front matter does not say which of {0} wikis it goes to: add “connection”.',
      formatNumber(connections.length),
    );
  }
  return status.kind === 'others' && decision?.effect.kind === 'others'
    ? othersText(row, decision.effect)
    : stateMeaning(status, decision?.target?.title ?? '', now) || l10n.t('{0}.', stateLabel(status));
}

function answerOf(answered: AnsweredPlan | undefined, known: string): AnsweredPlace | undefined {
  const [row] = answered?.plan.rows ?? [];
  if (row === undefined || answered?.checked.has(row.file.uri) !== true) {
    return undefined;
  }
  const { connection } = row.decision ?? {};
  const target = targetToSend(row.decision);
  const endpoint = connection?.endpoint ?? known;
  return target && { endpoint, target, answers: row.answers, isAsked: true };
}

/**
 * Throws a `UserError` while the ID of the space or, in a tree, of the parent page is
 * unknown, or if the place is in another wiki.
 */
async function refuseUnknownPlace(
  { lookups }: Pick<Services, 'lookups'>,
  { connection, decision }: ConnectedPage,
): Promise<void> {
  const { parentFile, questions } = decision;
  const elsewhere = questions.find((each) => each.kind === 'elsewhere');
  if (elsewhere !== undefined) {
    throw new UserError(
      sentences(otherSiteText(elsewhere.site, elsewhere.address), l10n.t('Nothing was sent.')),
    );
  }
  const space = questions.find((each) => each.kind === 'space');
  if (space !== undefined) {
    throw new UserError(spaceProblemText(space.key, space.found), { remedy: tokenRemedyFor(space.found) });
  }
  if (parentFile !== undefined && lacksParentId(decision)) {
    const tokenStatus = await lookups.platformTokenStatus(connection.endpoint);
    const problem =
      parentLookupProblem(parentFile.page !== undefined, tokenStatus !== undefined) ??
      parentNotFoundReason(tokenStatus);
    throw new UserError(parentProblemText(parentFile.path, problem), { remedy: tokenRemedyFor(problem) });
  }
}

function isChoiceOpen({ questions }: Decision): boolean {
  return questions.some((question) => 'choices' in question);
}

/**
 * Returns `before`, what was agreed to, and those parts of a typed place that differ from the decision. The other
 * parts are decided again in the next round, since the document may have changed.
 */
export function answersBeyondDecision(
  { connection, decision }: Pick<ConnectedPage, 'connection' | 'decision'>,
  before: Answers = {},
  later: Answers = {},
): Answers {
  const { endpoint = connection.endpoint, ...typed } = later.place ?? {};
  const { target, promptValues } = decision;
  const decided: Partial<PlannedTarget> = { ...promptValues, ...target };
  // In another wiki, an ID means another space or page, so each part counts as chosen.
  const isElsewhere = endpoint !== connection.endpoint;
  // What is typed is not asked about, also where it is what was decided.
  const isAsked = isElsewhere || isChoiceOpen(decision);
  // Without a decided target, the prompt only proposed a place; taking it makes it the person’s choice.
  const isProposed = target === undefined;
  const place: { -readonly [Part in keyof Place]?: Place[Part] } = isElsewhere ? { endpoint } : {};
  for (const part of ['space', 'parent', 'title'] as const) {
    const isChosen = isAsked || typed[part] !== decided[part] || (isProposed && part !== 'title');
    if (typed[part] !== undefined && isChosen) {
      place[part] = typed[part];
    }
  }
  return mergedAnswers(before, { ...later, place });
}
