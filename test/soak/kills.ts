import type { StepName } from '../../src/services/export/store/sessionDependencies';
import { Desk } from './desk';
import { IdentityProvider } from './identityProvider';
import type { Window } from './window';

const hourMs = 60 * 60_000;

export interface KillsResult {
  readonly kills: number;
  /** The provider had not rotated when the window died. */
  unrotated: number;
  /** It had, and the journal held the new tokens. */
  journaled: number;
  /** A new sign-in was asked for although the journal held what the provider expects. */
  unjustified: number;
  /** The provider had rotated, and its reply had not reached the journal: nobody can know the token. */
  rotatedUnjournaled: number;
  unreadable: number;
  /** The next window got neither a token nor a clear word. */
  silent: number;
  readonly strange: string[];
}

/** A window dies in a refresh, another one asks: over and over, on a fresh family where one was lost. */
export async function playKills(options: {
  readonly kills: number;
  /** At any moment of a refresh when there is none. */
  readonly step?: StepName;
}): Promise<KillsResult> {
  const idp = await IdentityProvider.start();
  idp.delayMs = 15;
  const result = {
    kills: options.kills,
    unrotated: 0,
    journaled: 0,
    unjustified: 0,
    rotatedUnjournaled: 0,
    unreadable: 0,
    silent: 0,
    strange: [] as string[],
  };
  let desk = await Desk.signedIn(idp, 200);
  let next = desk.open();
  try {
    const refreshMs = options.step === undefined ? await usualMs(await next) : 0;
    for (let kill = 1; kill <= options.kills; kill += 1) {
      const [victim, survivor] = await Promise.all([next, desk.open()]);
      const round = kill + 1;
      const outcome = await playOne(idp, desk, { victim, survivor, round, step: options.step, refreshMs });
      if (outcome.rotated === 0) {
        result.unrotated += 1;
      } else if (outcome.journaled) {
        result.journaled += 1;
      }
      if (outcome.unreadable) {
        result.unreadable += 1;
      }
      if (outcome.lost && outcome.justified) {
        result.rotatedUnjournaled += 1;
      }
      if (outcome.lost && !outcome.justified) {
        result.unjustified += 1;
      }
      if (!outcome.lost && outcome.found !== 'token') {
        result.silent += 1;
        result.strange.push(`${options.step ?? 'random'}: ${outcome.found}`);
      }
      if (outcome.lost || outcome.found !== 'token') {
        await desk.close();
        desk = await Desk.signedIn(idp, 200);
      } else {
        await Promise.all([...desk.windows].map((window) => window.close()));
      }
      next = desk.open();
    }
    return result;
  } finally {
    await next;
    await desk.close();
    await idp.close();
  }
}

/** How long a window's first refresh takes here and now, so that a kill may hit any part of it. */
async function usualMs(window: Window): Promise<number> {
  const startedAt = Date.now();
  await window.ask(hourMs);
  return Date.now() - startedAt;
}

interface Killing {
  readonly victim: Window;
  readonly survivor: Window;
  readonly round: number;
  readonly step: StepName | undefined;
  readonly refreshMs: number;
}

async function playOne(
  idp: IdentityProvider,
  desk: Desk,
  { victim, survivor, round, step, refreshMs }: Killing,
) {
  const rotationsBefore = idp.rotations;
  const before = await desk.journal();
  const asked = victim.ask(round * hourMs);
  if (step) {
    const afterMs = step === 'sent' ? Math.random() * 20 : 0;
    victim.tell({ kind: 'stopAt', step, afterMs });
  } else {
    await pause(Math.random() * 1.5 * refreshMs);
    victim.kill();
  }
  await Promise.race([victim.exited, asked.then(() => victim.close())]);
  // What was on its way to the provider when the window died has been answered after this.
  await pause(idp.delayMs * 2 + 10);
  const journal = await desk.journal();
  const rotated = idp.rotations - rotationsBefore;
  const rotations = (journal?.rotation ?? 0) - (before?.rotation ?? 0);
  const found = await survivor.ask(round * hourMs);
  const lost = found.startsWith('signedOut');
  return {
    unreadable: !journal,
    found,
    lost,
    rotated,
    journaled: rotated === rotations,
    justified: rotated > rotations && found === 'signedOut refused',
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
