import * as l10n from '@vscode/l10n';
import type { Decision } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import { spaceProblemText } from '../../core/publish/spaceKey';
import {
  parentProblemText,
  parentLookupProblem,
  parentNotFoundReason,
  type ParentProblem,
} from '../../core/publish/tree';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import { isSeenPlace, type PlanRow } from '../../core/plan/row';
import { UserError, type Remedy } from '../../core/text/errors';
import { sentences } from '../../core/text/sentences';
import type { LookupResult } from '../../core/wiki/lookups';
import { otherSiteText } from '../../core/wiki/site';
import { targetIfComplete, type Target } from '../../core/wiki/target';
import type { Person, PromptScope } from './host';
import type { ConnectedPage, PublishContext } from './decidedPage';
import type { ConfirmedDestination } from './request';
import type { Services } from '../services';

/** The place of a page, and whether the person was asked. */
export interface AnsweredPlace {
  readonly endpoint: string;
  readonly target: Target;
  readonly isAsked: boolean;
}

/**
 * Asks for the place of a page, unless no question is open. The decided place is the proposal, and the person's answer
 * counts. Undefined if the person cancelled.
 */
export async function askForPlace(
  { services }: PublishContext,
  page: ConnectedPage,
  person: Person,
  ask: PromptScope,
): Promise<AnsweredPlace | undefined> {
  const { request, decision, connection, plan } = page;
  const { endpoint } = connection;
  const { target } = decision;
  const fromStep = ask === 'space' || ask === 'parent' || ask === 'title';
  if (!fromStep) {
    await refuseUnknownPlace(services, page);
    const { confirmed } = request;
    // By now, the page may be another file’s.
    const isLost = confirmed?.overwrite === true && target?.overwrite !== true;
    if (confirmed !== undefined && target !== undefined) {
      return !isLost && isSeenPlace(page, target, confirmed)
        ? { ...withoutPlace(confirmed), isAsked: false }
        : answerOf(await person.answerPlan(plan, 'plan'), endpoint);
    }
    if (target !== undefined && isSilent(decision, ask)) {
      return { endpoint, target, isAsked: false };
    }
  }
  return answerOf(await person.answerPlan(plan, ask), endpoint);
}

/** Whether the page goes to the decided place without a question. */
function isSilent({ questions, origins, publishedBy }: Decision, ask: PromptScope): boolean {
  const isOpen = publishedBy?.isGone === true || questions.some((question) => !('accepted' in question));
  const isNamed = origins.space === 'frontMatter' && origins.parent === 'frontMatter';
  return ask === 'place' || (!isOpen && (ask !== 'plan' || isNamed));
}

function withoutPlace({
  endpoint,
  otherSendKeys: _,
  ...target
}: ConfirmedDestination): Omit<AnsweredPlace, 'isAsked'> {
  return { endpoint, target };
}

function answerOf(settled: AnsweredPlan | undefined, known: string): AnsweredPlace | undefined {
  const [row] = settled?.plan.rows ?? [];
  if (row === undefined || settled?.checked.has(row.file.uri) !== true) {
    return undefined;
  }
  const { endpoint = known, ...answer } = chosenIn(row);
  const target = targetIfComplete(answer) ?? row.decision?.target;
  return target && { endpoint, target, isAsked: true };
}

function chosenIn({ answer: { chosen, choice } }: PlanRow): PublishAnswers {
  return { ...chosen, ...choice?.chosen };
}

/** Refuses to continue while the ID of the space or, in a tree, of the parent page is not known. */
async function refuseUnknownPlace(
  { lookups }: Pick<Services, 'lookups'>,
  { connection, decision: { parentFile, questions } }: ConnectedPage,
): Promise<void> {
  const elsewhere = questions.find((each) => each.kind === 'elsewhere');
  if (elsewhere !== undefined) {
    throw new UserError(
      sentences(otherSiteText(elsewhere.site, elsewhere.address), l10n.t('Nothing was sent.')),
    );
  }
  const space = questions.find((each) => each.kind === 'space');
  if (space !== undefined) {
    throw new UserError(spaceProblemText(space.key, space.found), { remedy: remedyFor(space.found) });
  }
  if (parentFile !== undefined && questions.some(({ kind }) => kind === 'parentPage')) {
    const standing = await lookups.platformTokenStatus(connection.endpoint);
    const problem =
      parentLookupProblem(parentFile.page !== undefined, standing !== undefined) ??
      parentNotFoundReason(standing);
    throw new UserError(parentProblemText(parentFile.path, problem), { remedy: remedyFor(problem) });
  }
}

/** Returns what the person can do about a failed lookup. */
function remedyFor(found: ParentProblem | LookupResult<unknown>['kind'] | undefined): Remedy | undefined {
  switch (found) {
    case undefined:
    case 'no token':
      return 'setPlatformToken';
    case 'refused':
    case 'unseen':
      return 'replacePlatformToken';
    default:
      return undefined;
  }
}

/** Returns what the person chose. What was known already is decided again, since the document may have changed. */
export function choicesIn(
  { connection, decision: { target, promptValues } }: Pick<ConnectedPage, 'connection' | 'decision'>,
  before: PublishAnswers | undefined,
  answer: Pick<AnsweredPlace, 'endpoint' | 'target'>,
): PublishAnswers {
  const decided: Partial<Target> = { overwrite: false, ...promptValues, ...target };
  // An ID means something else in another wiki.
  const isElsewhere = answer.endpoint !== connection.endpoint;
  const differs = (part: keyof Target): boolean => isElsewhere || answer.target[part] !== decided[part];
  // A place that was only proposed is the person’s choice once they take it.
  const isProposed = target === undefined;
  return {
    ...before,
    ...(isElsewhere && { endpoint: answer.endpoint }),
    ...((isProposed || differs('space')) && { space: answer.target.space }),
    ...((isProposed || differs('parent')) && { parent: answer.target.parent }),
    ...(differs('title') && { title: answer.target.title }),
    ...(differs('overwrite') && { overwrite: answer.target.overwrite }),
  };
}
