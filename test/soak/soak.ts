import { stepNames } from '../../src/services/export/store/sessionDependencies';
import { type KillsResult, playKills } from './kills';
import { playRounds } from './rounds';

const only = new Set(process.argv.slice(2));
const wanted = (part: string): boolean => only.size === 0 || only.has(part);
// Nobody rests in these runs, so nobody dies while resting.
const steps = stepNames.filter((name) => name !== 'backedOff');
// A part of the numbers, for a first look: SOAK_SCALE=0.1.
const scale = Number(process.env.SOAK_SCALE ?? 1);
const scaled = (count: number): number => Math.ceil(count * scale);
let failures = 0;

function row(good: boolean, ...cells: (string | number)[]): void {
  if (!good) {
    failures += 1;
  }
  process.stdout.write(`${good ? 'ok  ' : 'FAIL'} ${cells.join(' | ')}\n`);
}

async function rounds(): Promise<void> {
  for (const lagMs of [0, 200, 4000, Infinity]) {
    const found = await playRounds({ windows: 20, rounds: scaled(500), lagMs });
    const { calls, revoked, oddRounds, outcomes } = found;
    const good = revoked === 0 && oddRounds === 0 && outcomes.token === 20 * scaled(500);
    row(
      good,
      `20 windows, lag ${lagMs} ms`,
      `${calls} calls`,
      `${revoked} revoked`,
      JSON.stringify(outcomes),
    );
  }
}

function killsRow(name: string, found: KillsResult): void {
  const { unrotated, journaled, unjustified, rotatedUnjournaled, unreadable, silent, strange } = found;
  const good = unjustified + unreadable + silent === 0;
  const died = `died before the rotation ${unrotated}, with it in the journal ${journaled}, between ${rotatedUnjournaled}`;
  const asked = `sign-ins asked for ${rotatedUnjournaled + unjustified}, of them unjustified ${unjustified}`;
  row(good, `${found.kills} kills, ${name}`, died, asked, `unreadable journals ${unreadable}`, ...strange);
}

async function kills(): Promise<void> {
  for (const step of steps) {
    killsRow(step, await playKills({ kills: scaled(100), step }));
  }
}

async function randomKills(): Promise<void> {
  for (let part = 1; part <= 10; part += 1) {
    killsRow(`any moment, ${part} of 10`, await playKills({ kills: scaled(200) }));
  }
}

async function soak(): Promise<void> {
  if (wanted('rounds')) {
    await rounds();
  }
  if (wanted('kills')) {
    await kills();
  }
  if (wanted('random')) {
    await randomKills();
  }
  process.exitCode = failures === 0 ? 0 : 1;
}

void soak();
