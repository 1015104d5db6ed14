/** One line of the table: what was measured, against what, and what it may be. */
export interface Row {
  readonly what: string;
  readonly method: string;
  /** In words with a unit. */
  readonly measured: string;
  readonly against: string;
  readonly ratio: number;
  readonly bound: number;
}

/** In ms: the run, and as many bare requests. */
export interface Ran {
  readonly ours: number;
  readonly bare: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** Runs both in turn, so that what else the machine does touches both, and returns the medians. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ readonly ours: number; readonly bare: number }> {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await bare());
    times.ours.push(await ours());
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
