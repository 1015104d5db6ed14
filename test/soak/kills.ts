import type { StepName } from '../../src/services/export/sessionParts';
import { Desk } from './desk';
import { IdentityProvider } from './identityProvider';

const hourMs = 60 * 60_000;

export interface KillsResult {
  readonly kills: number;
  /** A new sign-in was asked for although the journal held what the provider expects. */
  unjustified: number;
  /** The provider had rotated, and its reply had not reached the journal: nobody can know the token. */
  rotatedUnjournaled: number;
  unreadable: number;
  /** The next window got neither a token nor a clear word. */
  silent: number;
  readonly strange: string[];
}

/** A window dies in a refresh, another one asks: over and over, on a fresh chain where one was lost. */
export async function playKills(options: {
  readonly kills: number;
  readonly step?: StepName;
  /** For a kill at any moment: up to so long after asking. */
  readonly withinMs?: number;
  readonly bystanders?: number;
}): Promise<KillsResult> {
  const idp = await IdentityProvider.start();
  idp.delayMs = 15;
  const result = {
    kills: options.kills,
    unjustified: 0,
    rotatedUnjournaled: 0,
    unreadable: 0,
    silent: 0,
    strange: [] as string[],
  };
  let desk = await Desk.signedIn(idp, 200);
  let next = desk.open();
  try {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      const victim = await next;
      const survivors = await Promise.all(Array.from({ length: 1 }, () => desk.open()));
      const outcome = await playOne(idp, desk, victim, survivors, kill, options);
      if (outcome.unreadable) result.unreadable += 1;
      if (outcome.lost && outcome.justified) result.rotatedUnjournaled += 1;
      if (outcome.lost && !outcome.justified) result.unjustified += 1;
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

async function playOne(
  idp: IdentityProvider,
  desk: Desk,
  victim: Awaited<ReturnType<Desk['open']>>,
  survivors: readonly (typeof victim)[],
  round: number,
  { step, withinMs = 60 }: { readonly step?: StepName; readonly withinMs?: number },
) {
  const rotationsBefore = idp.rotations;
  const before = await desk.journal();
  const asked = victim.ask(round * hourMs);
  if (step) {
    const afterMs = step === 'sent' ? Math.random() * 20 : 0;
    victim.tell({ kind: 'stopAt', step, signal: 'SIGKILL', afterMs });
  } else {
    await pause(Math.random() * withinMs);
    victim.signal('SIGKILL');
  }
  await Promise.race([victim.exited, asked.then(() => victim.close())]);
  // What was on its way to the provider when the window died has been answered after this.
  await pause(idp.delayMs * 2 + 10);
  const journal = await desk.journal();
  const rotated = idp.rotations - rotationsBefore;
  const journaled = (journal?.generation ?? 0) - (before?.generation ?? 0);
  const found = (await Promise.all(survivors.map((window) => window.ask(round * hourMs))))[0] ?? 'nobody';
  const lost = found.startsWith('signedOut');
  return {
    unreadable: !journal,
    found,
    lost,
    justified: rotated > journaled && found === 'signedOut refused',
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
