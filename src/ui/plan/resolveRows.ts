import * as l10n from '@vscode/l10n';
import type { PublishAnswers } from '../../core/publish/precedence';
import type { PlanQuestion } from '../../core/plan/plan';
import type { PlanRow } from '../../core/plan/row';
import { withAnswer, openIn, type PlanAnswer, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { parseTitle } from '../../core/wiki/target';
import { offersOf } from '../../services/plan/planOffers';
import { questionLabel, type PlanTextsDependencies } from '../../services/plan/planTexts';
import { askChoice, askText, back, type Position } from '../prompt/steps';

export interface AskPlanDependencies extends PlanTextsDependencies {
  readonly askConnection: () => Promise<PublishAnswers | undefined>;
  /** `from`: the step to begin with, where it is not the first one that is open. */
  readonly askPlace: (
    title: string,
    rows: PlanQuestion['rows'],
    from?: 'wiki',
  ) => Promise<PublishAnswers | typeof back | undefined>;
  /** Asks for the API tokens that are missing; false if the person cancelled. */
  readonly hasTokens: (settled: AnsweredPlan) => Promise<boolean>;
  /** Returns the endpoints of the wikis in which pages can be looked up. */
  readonly lookedUp: () => Promise<ReadonlySet<string>>;
  /** Whether another computer would not find the destination of a row. */
  readonly isKnownHereAlone: (row: PlanRow) => boolean;
}

/** Resolves with undefined if the person cancelled. */
export async function askQuestion(
  asking: AskPlanDependencies,
  position: Position,
  question: PlanQuestion,
): Promise<PlanAnswer | typeof back | undefined> {
  const items = offersOf(question);
  if (items !== undefined) {
    return askChoice(position, { placeholder: questionLabel(question), items });
  }
  const chosen =
    question.kind === 'connection'
      ? await asking.askConnection()
      : await asking.askPlace(position.title, question.rows);
  return chosen === undefined || chosen === back ? chosen : { chosen };
}

/**
 * Asks what becomes of these rows, once for all that the same can be said of, until they are ready. They have check marks then.
 * Undefined when the person left before the first answer.
 */
export async function resolveRows(
  asking: AskPlanDependencies,
  title: string,
  settled: AnsweredPlan,
  rows: readonly PlanRow[],
): Promise<AnsweredPlan | undefined> {
  const [first] = rows;
  const kind = first && openIn(first);
  if (first === undefined || kind === undefined) {
    return undefined;
  }
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  if (kind === 'title') {
    return askAnotherTitle(position, settled, first);
  }
  const same = rows.filter((row) => openIn(row) === kind && choicesOf(row) === choicesOf(first));
  const uris = same.map(({ file }) => file.uri);
  let now: AnsweredPlan = { plan: settled.plan, checked: new Set([...settled.checked, ...uris]) };
  let question: PlanQuestion | undefined = { kind, rows: same };
  while (question !== undefined && question.kind !== 'exists') {
    const answer = await askQuestion(asking, position, question);
    if (answer === undefined || answer === back) {
      return now.plan === settled.plan ? undefined : now;
    }
    now = withAnswer(now, question, answer);
    question = now.plan.question(new Set(uris.filter((uri) => now.checked.has(uri))));
  }
  return now;
}

/** Files of one title are told apart by their folders. What was blocked by the title alone is checked too. */
async function askAnotherTitle(
  position: Position,
  { plan, checked }: AnsweredPlan,
  row: PlanRow,
): Promise<AnsweredPlan | undefined> {
  const { file, decision, status } = row;
  const folder = file.path.split('/').at(-2);
  const suggested = decision?.target?.title ?? file.title;
  const title = await askText(position, {
    value: folder === undefined ? suggested : `${suggested} (${folder})`,
    placeholder: l10n.t('Title of the page'),
    prompt: status.reason,
    parse: parseTitle,
  });
  if (typeof title !== 'string') {
    return undefined;
  }
  const twins = new Set(plan.rows.filter(({ sharesPage }) => sharesPage).map((each) => each.file.uri));
  const next = plan.with([file.uri], { chosen: { title } });
  const freed = next.rows.filter((each) => twins.has(each.file.uri) && each.status.kind === 'new');
  return { plan: next, checked: new Set([...checked, ...freed.map((each) => each.file.uri)]) };
}

function choicesOf({ question }: PlanRow): string {
  return question?.choices.map(({ does }) => does).join() ?? '';
}
