import * as vscode from 'vscode';
import { isReady, type Settled } from '../../core/run/settled';
import { askPlan } from './askPlan';
import type { OpenPlan } from './openPlan';

/** What the person does with a plan that is shown: they publish it, with answers to its open questions, or give it up. */
export class PlanDecision {
  #press: ((isWanted: boolean) => void) | undefined;
  #isLeft = false;

  /** `show`: shows the plan with an answer. */
  constructor(
    readonly plan: OpenPlan,
    private readonly show: (settled: Settled) => void,
  ) {}

  /** Whether no question is open. */
  get isIdle(): boolean {
    return this.#press !== undefined;
  }

  /** Resolves with undefined if the person gave the plan up. */
  async settled(): Promise<Settled | undefined> {
    const { plan } = this;
    let isWanted = await this.#pressed();
    while (isWanted) {
      const before = plan.settled;
      const next = await askPlan(plan.asking, plan.title, before);
      if (next !== undefined && plan.settled !== before) {
        // The person answered for what was shown before, so they are asked again.
        continue;
      }
      if (next !== undefined && isReady(next) && (await plan.asking.hasTokens(next))) {
        return next;
      }
      if (next !== undefined) {
        this.show(next);
      }
      isWanted = await this.#pressed();
    }
    return undefined;
  }

  publish(): void {
    this.#press?.(true);
  }

  /** Closes an open question too. */
  leave(): void {
    this.#isLeft = true;
    if (this.#press === undefined) {
      void vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    }
    this.#press?.(false);
  }

  /** Resolves with true when the person publishes the plan, false when they give it up. */
  async #pressed(): Promise<boolean> {
    if (this.#isLeft) {
      return false;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#press = resolve;
    const isWanted = await promise;
    this.#press = undefined;
    return isWanted;
  }
}
