import assert from 'node:assert/strict';
import type { Plan } from '../../src/core/plan/plan.js';
import type { PublishResult } from '../../src/services/publish/publishResult.js';
import type { AnsweredPlan } from '../../src/core/plan/answeredPlan.js';
import type { Person } from '../../src/services/publish/host.js';
import type { PublishRequest } from '../../src/services/publish/request.js';
import { answerPlan, saidIn, type Answers, type Said } from './person.js';

/** A report whose button may be pressed later. */
export interface Report {
  /** With which the button goes on. */
  readonly request: PublishRequest;
  /** How many pages had been sent when it was told. */
  readonly sends: number;
}

/** Answers what is asked before one page; without answers they leave. */
export class ModelPerson implements Person {
  /** Once they were asked. */
  said: Said | undefined;
  /** How many pages had been sent when they said it. */
  answeredAt: number | undefined;
  #asked = 0;

  /** `thinks`: what happens while they think. `waits`: what happens once all is decided. `sends`: as they are counted. */
  constructor(
    private readonly answers: Answers | undefined,
    private readonly happens: {
      readonly thinks: () => void;
      readonly waits: () => Promise<void>;
      readonly sends: () => number;
    },
    pressed?: Report,
  ) {
    this.said = saidIn(pressed?.request.answers, pressed?.request.confirmed?.overwrite);
    this.answeredAt = pressed?.sends;
  }

  answerPlan(plan: Plan): Promise<AnsweredPlan | undefined> {
    const checked = new Set(plan.files.map(({ uri }) => uri));
    const isUnchanged = plan.rows.some(({ status }) => status.kind === 'unchanged');
    if (this.answers === undefined || isUnchanged) {
      return Promise.resolve(undefined);
    }
    assert.ok(++this.#asked < 10, `Asked for ever: ${JSON.stringify(plan.rows)}`);
    this.happens.thinks();
    const answered = answerPlan(plan, checked, this.answers);
    const [row] = answered.rows;
    this.said = saidIn(row?.answers, row?.decision?.target?.overwrite);
    this.answeredAt = this.happens.sends();
    return Promise.resolve({ plan: answered, checked });
  }

  token: Person['token'] = () => Promise.resolve(undefined);

  watch: Person['watch'] = async (title, work) => {
    await (title.startsWith('Publishing ') ? this.happens.waits() : undefined);
    return work(new AbortController().signal, () => undefined);
  };

  /** What was changed in the wiki is published over by who replaces what is there. */
  anyway({ report, next }: PublishResult): PublishRequest | undefined {
    if (!report.actions.includes('compare') || this.answers?.overwrite !== true) {
      return undefined;
    }
    this.said = saidIn(next.publishAnyway?.answers, next.publishAnyway?.confirmed?.overwrite);
    return next.publishAnyway;
  }
}
