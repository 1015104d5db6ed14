import type { StepName } from '../../src/services/export/store/sessionDependencies';
import { Desk } from './desk';
import { IdentityProvider } from './identityProvider';

const hourMs = 60 * 60_000;

export interface FreezeResult {
  readonly frozenMs: number;
  readonly calls: number;
  readonly revoked: number;
  /** What everybody was told in the end, the frozen window first. */
  readonly outcomes: readonly string[];
}

/** A window stops in the middle of a refresh while others ask, and goes on later. */
export async function playFreeze(step: StepName, frozenMs: number): Promise<FreezeResult> {
  const idp = await IdentityProvider.start();
  const desk = await Desk.signedIn(idp, 200);
  try {
    const victim = await desk.open();
    const others = [await desk.open(), await desk.open()];
    const stopped = new Promise<void>((resolve) => (victim.onStep = () => resolve()));
    victim.tell({ kind: 'stopAt', step, signal: 'SIGSTOP', afterMs: 0 });
    const first = victim.ask(hourMs);
    await Promise.race([stopped, first]);
    const during = others.map((window) => window.ask(hourMs));
    await pause(frozenMs);
    victim.signal('SIGCONT');
    await Promise.all([first, ...during]);
    const outcomes = await Promise.all([victim, ...others].map((window) => window.ask(hourMs)));
    return { frozenMs, calls: idp.calls.length, revoked: idp.revoked.length, outcomes };
  } finally {
    await desk.close();
    await idp.close();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
