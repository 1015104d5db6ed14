import assert from 'node:assert/strict';
import type { ApiToken } from '../../src/core/connection/apiToken.js';
import type { Choice } from '../../src/core/publish/answers.js';
import { targetToSend } from '../../src/core/publish/decide.js';
import type { Question } from '../../src/core/publish/decision.js';
import type { Place } from '../../src/core/records/pageRecord.js';
import type { Plan } from '../../src/core/plan/plan.js';
import type { AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import { askedOf, type PlanRow } from '../../src/core/plan/row.js';
import type { Person, PromptScope } from '../../src/services/publish/host.js';

/** What a person does when they are asked; `leave`: nothing. */
export type Answer =
  | 'leave'
  | { readonly choose: Choice }
  /** `overwrite`: what is chosen last, where a page may be there already. */
  | { readonly enter: Partial<Place> & { readonly overwrite?: boolean } }
  | { readonly token: ApiToken }
  /** Something happens while they think. */
  | { readonly first: () => Promise<unknown>; readonly then: Answer };

/** Takes what they are shown. */
export const enter: Answer = { enter: {} };

export class ScriptedPerson implements Person {
  /** What they were asked. */
  readonly asked: string[] = [];
  /** The questions that were open, with what could be chosen, the safe one first. */
  readonly questions: string[] = [];
  readonly left: Answer[];

  constructor(answers: readonly Answer[]) {
    this.left = [...answers];
  }

  async answerPlan(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> {
    const [row] = plan.rows;
    assert.ok(row !== undefined && plan.rows.length === 1, 'A plan of one row');
    this.asked.push(show);
    this.questions.push(...(row.decision?.questions ?? []).map(inWords));
    const answer = await this.#answer();
    if (typeof answer === 'string') {
      return undefined;
    }
    const checked = new Set([row.file.uri]);
    if ('choose' in answer) {
      const chosen = plan.choose([row], answer.choose);
      const said = chosen.rows.flatMap(askedOf).map((each) => ('answer' in each ? each.answer : undefined));
      assert.ok(said.includes(answer.choose), `Nobody can ${answer.choose}.`);
      return { plan: chosen, checked };
    }
    assert.ok('enter' in answer, `${show} asks for no token.`);
    const { overwrite, ...entered } = answer.enter;
    const place = show === 'connection' ? entered : { ...shown(row), ...entered };
    const placed = plan.withAnswers([row.file.uri], { place });
    const { question } = placed.rows[0] ?? {};
    // Enter takes the first choice of an open question.
    const [first] = question?.answer === undefined ? (question?.choices ?? []) : [];
    const choice = overwrite === undefined ? first : overwrite ? 'replace' : 'stop';
    return { plan: choice === undefined ? placed : placed.choose(placed.rows, choice), checked };
  }

  async token(): Promise<ApiToken | undefined> {
    this.asked.push('token');
    const answer = await this.#answer();
    if (answer === 'leave') {
      return undefined;
    }
    assert.ok(typeof answer === 'object' && 'token' in answer, 'A token was asked for.');
    return answer.token;
  }

  watch: Person['watch'] = (_title, work) => work(new AbortController().signal, () => undefined);

  async #answer(): Promise<Exclude<Answer, { readonly first: unknown }>> {
    let answer = this.left.shift() ?? assert.fail(`Nobody answers: ${this.asked.join(', ')}`);
    while (typeof answer === 'object' && 'first' in answer) {
      await answer.first();
      answer = answer.then;
    }
    return answer;
  }
}

function inWords(question: Question): string {
  return 'choices' in question ? `${question.kind}: ${question.choices.join(', ')}` : question.kind;
}

/** What prompts are filled in with. */
function shown({ decision }: PlanRow): Partial<Place> {
  const [question] = decision?.questions ?? [];
  const suggestion = question?.kind === 'target' ? question.suggestion : undefined;
  const { overwrite: _, ...parts } = {
    overwrite: false,
    ...decision?.promptValues,
    ...suggestion,
    ...(decision && targetToSend(decision)),
  };
  return parts;
}
