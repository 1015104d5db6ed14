import type { Choice } from '../../core/publish/decide';
import type { Plan, PlanQuestion } from '../../core/run/plan';
import { askChoice, back, type ChoiceItem, type Position } from '../prompt/steps';
import type { AskPlanDependencies, Picked } from './answerRow';
import { askRows } from './planRows';
import { changedItems, choiceItems, existsItems, problemItems, questionLabel } from './planTexts';

/** Shows the plan, takes what the person picks of it, and asks what has to be known before it is sent. */
export async function askPlan(
  asking: AskPlanDependencies,
  title: string,
  plan: Plan,
): Promise<Picked | undefined> {
  let picked: Picked = { plan, ticked: plan.ticked };
  for (;;) {
    const rows = await askRows(asking, title, picked);
    if (rows === undefined) {
      return undefined;
    }
    picked = rows;
    const answered = await askQuestions(asking, title, picked, true);
    if (answered === undefined) {
      return undefined;
    }
    if (answered !== back) {
      if (isReady(answered)) {
        return answered;
      }
      picked = answered;
    }
  }
}

/** Asks once for all files that need the same answer, with Back between the questions. */
export async function askQuestions(
  asking: AskPlanDependencies,
  title: string,
  picked: Picked,
  canGoBack: boolean,
): Promise<Picked | typeof back | undefined> {
  const answered: Picked[] = [];
  let now = picked;
  for (let question = asked(now); question !== undefined; question = asked(now)) {
    const position = { title, step: 1, totalSteps: 1, canGoBack: canGoBack || answered.length > 0 };
    const next = await ask(asking, position, now, question);
    if (next === undefined) {
      return undefined;
    }
    if (next === back) {
      const last = answered.pop();
      if (last === undefined) {
        return back;
      }
      now = last;
      continue;
    }
    answered.push(now);
    now = next;
    // Their place may show what nobody has seen yet
    if ((question.kind === 'target' || question.kind === 'connection') && !isReady(now)) {
      return now;
    }
  }
  return now;
}

/** Nothing with a check mark is left that can’t be sent. */
function isReady({ plan, ticked }: Picked): boolean {
  return plan.runFiles(ticked).length === ticked.size && ticked.size > 0;
}

function asked({ plan, ticked }: Picked): PlanQuestion | undefined {
  return plan.question(ticked);
}

async function ask(
  asking: AskPlanDependencies,
  position: Position,
  { plan, ticked }: Picked,
  question: PlanQuestion,
): Promise<Picked | typeof back | undefined> {
  const uris = question.rows.map(({ file }) => file.uri);
  switch (question.kind) {
    case 'connection': {
      const chosen = await asking.askConnection();
      return chosen && placed(plan.with(uris, { chosen }), ticked);
    }
    case 'target': {
      const chosen = await asking.askPlace(position.title, question.rows);
      return chosen === undefined || chosen === back ? chosen : placed(plan.with(uris, { chosen }), ticked);
    }
    case 'problems':
    case 'changedInWiki': {
      const items = question.kind === 'problems' ? problemItems() : changedItems();
      const publishAnyway = await askOne(position, question, items);
      if (typeof publishAnyway !== 'boolean') {
        return publishAnyway;
      }
      if (!publishAnyway) {
        return { plan, ticked: new Set([...ticked].filter((uri) => !uris.includes(uri))) };
      }
      return {
        plan: question.kind === 'problems' ? plan.with(uris, { publishAnyway }) : plan.accept(question.rows),
        ticked,
      };
    }
    case 'exists': {
      const overwrite = await askOne(position, question, existsItems(question.rows[0]));
      return typeof overwrite === 'boolean'
        ? { plan: plan.with(uris, { chosen: { overwrite } }), ticked }
        : overwrite;
    }
    case 'retitled':
    case 'moved':
    case 'foreign':
    case 'claimed': {
      const [first] = question.rows;
      const does = await askOne<Choice['does']>(position, question, choiceItems(first));
      return typeof does === 'string' ? { plan: plan.choose(question.rows, does), ticked } : does;
    }
  }
}

/** What has a question of its own now that it has a place is looked at first. */
function placed(plan: Plan, ticked: ReadonlySet<string>): Picked {
  const sections = new Map(plan.rows.map(({ file, section }) => [file.uri, section]));
  const stays = (uri: string): boolean =>
    ['new', 'changed', 'unplaced'].includes(sections.get(uri) ?? '') ||
    plan.runFiles(new Set([uri])).length > 0;
  return { plan, ticked: new Set([...ticked].filter(stays)) };
}

function askOne<T>(
  position: Position,
  question: PlanQuestion,
  items: readonly ChoiceItem<T>[],
): Promise<T | typeof back | undefined> {
  return askChoice(position, { placeholder: questionLabel(question), items });
}
