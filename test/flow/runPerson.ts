import assert from 'node:assert/strict';
import path from 'node:path';
import type { ApiToken } from '../../src/core/connection/apiToken.js';
import type { Place } from '../../src/core/records/pageRecord.js';
import type { Plan, PlanQuestion } from '../../src/core/plan/plan.js';
import type { PlanRow } from '../../src/core/plan/row.js';
import type { Run } from '../../src/core/plan/run.js';
import type { PlanAnswer } from '../../src/core/publish/states.js';
import { withAnswer, isReady, questionOf, type AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import type { Person, PromptScope } from '../../src/services/publish/host.js';
import type { RunPerson } from '../../src/services/plan/runs.js';

/** What a person does with a plan; `leave`: nothing. */
export interface PlanAnswers {
  /** The rows that are checked, by the ends of their paths; otherwise those that the plan checks. */
  readonly check?: readonly string[];
  /** What is said to each kind of question. */
  readonly say?: Partial<Record<PlanQuestion['kind'], PlanAnswer>>;
  /** What is done to rows before. */
  readonly change?: (plan: Plan) => Plan;
}

export const stopIfThere = { say: { exists: { does: 'stop' } } } as const satisfies PlanAnswers;

type Answer = PlanAnswers | 'leave' | { readonly token: ApiToken } | { readonly place: Partial<Place> };

/** A person who is shown plans, and answers as it is written down. */
export class ScriptedRunPerson implements RunPerson {
  /** What they were shown and asked. */
  readonly asked: string[] = [];
  readonly plans: Plan[] = [];
  run: Run | undefined;
  readonly #left: Answer[];

  constructor(
    answers: readonly Answer[],
    private readonly during: (run: Run) => void = () => undefined,
  ) {
    this.#left = [...answers];
  }

  get left(): readonly Answer[] {
    return this.#left;
  }

  answerPlan(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> {
    this.plans.push(plan);
    // What needs no answer is not shown
    const isSilent =
      show === 'questions' && questionOf({ plan, checked: plan.initiallyChecked }) === undefined;
    if (isSilent) {
      return Promise.resolve({ plan, checked: plan.initiallyChecked });
    }
    this.asked.push(show);
    const answer = this.#next();
    if (answer === 'leave') {
      return Promise.resolve(undefined);
    }
    assert.ok(!('token' in answer) && !('place' in answer), 'A plan was shown.');
    return Promise.resolve(this.#settled(plan, answer));
  }

  token(): Promise<ApiToken | undefined> {
    this.asked.push('token');
    const answer = this.#next();
    return Promise.resolve(typeof answer === 'object' && 'token' in answer ? answer.token : undefined);
  }

  askForPlace(): Promise<Partial<Place> | undefined> {
    this.asked.push('place');
    const answer = this.#next();
    return Promise.resolve(typeof answer === 'object' && 'place' in answer ? answer.place : undefined);
  }

  watch: Person['watch'] = (_title, work) => work(new AbortController().signal, () => undefined);

  async follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    this.run = run;
    await send(() => this.during(run));
  }

  #settled(shown: Plan, { check, say = {}, change = (plan) => plan }: PlanAnswers): AnsweredPlan {
    const plan = change(shown);
    const isNamed = ({ file }: PlanRow): boolean => check?.some((name) => file.uri.endsWith(name)) === true;
    const checked =
      check === undefined
        ? plan.initiallyChecked
        : new Set(plan.rows.filter(isNamed).map(({ file }) => file.uri));
    let settled: AnsweredPlan = { plan, checked };
    for (let question = questionOf(settled); question !== undefined; question = questionOf(settled)) {
      assert.ok(this.asked.length < 20, `Asked for ever: ${this.asked.join(', ')}`);
      this.asked.push(question.kind);
      const answer = say[question.kind] ?? assert.fail(`Nobody answers: ${question.kind}`);
      settled = withAnswer(settled, question, answer);
    }
    assert.ok(settled.checked.size === 0 || isReady(settled), 'What is checked can’t be sent.');
    return settled;
  }

  #next(): Answer {
    return this.#left.shift() ?? assert.fail(`Nobody answers: ${this.asked.join(', ')}`);
  }
}

/** Section, file and reason of each row. */
export function shownRows(plan: Plan | undefined): string[][] {
  return (plan?.rows ?? []).map(({ status: { kind, reason }, file }) => [
    kind,
    path.basename(file.path),
    ...(reason === undefined ? [] : [reason]),
  ]);
}
