import { Desk } from './desk';
import { IdentityProvider } from './identityProvider';

const hourMs = 60 * 60_000;

export interface RoundsResult {
  readonly rounds: number;
  readonly calls: number;
  /** Rounds in which the provider was called more than once, or not at all. */
  readonly oddRounds: number;
  readonly revoked: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** All windows ask at once, again and again, each time an hour later: every round must refresh once. */
export async function playRounds(options: {
  readonly windows: number;
  readonly rounds: number;
  readonly lagMs: number;
}): Promise<RoundsResult> {
  const idp = await IdentityProvider.start();
  const desk = await Desk.signedIn(idp, options.lagMs);
  const outcomes: Record<string, number> = {};
  let oddRounds = 0;
  try {
    const opened = [];
    for (let index = 0; index < options.windows; index += 1) {
      opened.push(await desk.open());
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      const before = idp.calls.length;
      const found = await Promise.all(opened.map((window) => window.ask(round * hourMs)));
      for (const outcome of found) {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      if (idp.calls.length - before !== 1) {
        oddRounds += 1;
      }
    }
    const { calls, revoked } = idp;
    return { rounds: options.rounds, calls: calls.length, oddRounds, revoked: revoked.length, outcomes };
  } finally {
    await desk.close();
    await idp.close();
  }
}
