import assert from 'node:assert/strict';
import type { Plan } from '../../src/core/plan/plan.js';
import type { Run } from '../../src/core/plan/run.js';
import type { RunFile } from '../../src/core/plan/runFile.js';
import type { AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import type { Person, PromptScope } from '../../src/services/publish/host.js';
import type { RunPerson } from '../../src/services/plan/runs.js';
import type { Desk } from './desk.js';
import { answerPlan, saidIn, type HowToPublishMany } from './person.js';

const asking = ['retitled', 'moved', 'replaces', 'others'];

/** Answers what is asked before many pages are sent. */
export class ModelRunPerson implements RunPerson {
  /** How many pages had been sent when they agreed to replace a page, by file. */
  readonly answeredAt = new Map<string, number>();
  #asked = 0;
  #run: Run | undefined;

  constructor(
    private readonly desk: Desk,
    private readonly how: Omit<HowToPublishMany, 'window' | 'fate'>,
    private readonly shown: () => Promise<void>,
  ) {}

  /** The file that is sent now. */
  get sending(): RunFile {
    const index = this.#run?.files.findIndex((_file, each) => this.#run?.state(each) === 'sending') ?? -1;
    return this.#run?.files[index] ?? assert.fail('Nothing is sent.');
  }

  async answerPlan(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> {
    const { answers, ticks, meanwhile } = this.how;
    const isSilent = show === 'questions' && plan.question(plan.initiallyChecked) === undefined;
    assert.ok(++this.#asked < 10, `Asked for ever: ${JSON.stringify(plan.rows)}`);
    const sends = this.desk.truth.sends;
    const isKept = new Set(
      plan.rows
        .filter(
          ({ answers: known, decision }) => saidIn(known, decision?.target?.overwrite)?.replaces === true,
        )
        .map(({ file }) => file.uri),
    );
    if (this.#asked === 1) {
      await this.shown();
      await (isSilent ? undefined : meanwhile?.());
    }
    const extra =
      ticks === 'all' && show === 'plan'
        ? plan.rows.filter(({ status }) => asking.includes(status.kind))
        : [];
    const checked = new Set([...plan.initiallyChecked, ...extra.map(({ file }) => file.uri)]);
    const answered = isSilent ? plan : answerPlan(plan, checked, answers);
    for (const uri of checked) {
      if (!isKept.has(uri)) {
        this.answeredAt.set(uri, sends);
      }
    }
    return { plan: answered, checked };
  }

  askForPlace: RunPerson['askForPlace'] = () => Promise.resolve(undefined);

  token: Person['token'] = () => Promise.resolve(undefined);

  watch: Person['watch'] = (_title, work) => work(new AbortController().signal, () => undefined);

  async follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    this.#run = run;
    await this.how.waits?.();
    await send(() => undefined);
  }
}
