import assert from 'node:assert/strict';

/** One fault, and what came of it. */
export interface Row {
  readonly fault: string;
  /** Where it ran: on the services floor, or in a real VS Code. */
  readonly where: 'services' | 'VS Code';
  /** What the person read. */
  readonly told: string;
  /** What is there afterwards. */
  readonly kept: string;
  /** Why the row is wrong; undefined when it is as it should be. */
  readonly problem?: string;
}

export interface Fault {
  readonly fault: string;
  readonly where: Row['where'];
  /** What the person must read. */
  readonly tells: RegExp;
  /** Makes the fault happen; throws when something was lost. */
  readonly run: () => Promise<Pick<Row, 'told' | 'kept'>>;
}

/** A fault on the services floor, with something of its own that is closed afterwards. */
export const faultWith =
  <T extends { close(): unknown }>(open: () => T | Promise<T>) =>
  (fault: string, tells: RegExp, run: (it: T) => Promise<Pick<Row, 'told' | 'kept'>>): Fault => ({
    fault,
    where: 'services',
    tells,
    run: async () => {
      const it = await open();
      try {
        return await run(it);
      } finally {
        await it.close();
      }
    },
  });

export async function play({ fault, where, tells, run }: Fault): Promise<Row> {
  try {
    const { told, kept } = await run();
    const row = { fault, where, told, kept };
    return tells.test(told) ? row : { ...row, problem: `It should have told ${String(tells)}.` };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { fault, where, told: '', kept: '', problem };
  }
}

/** Waits for something on this side of the wire. */
export async function until(what: string, look: () => boolean, timeoutMs = 10_000): Promise<void> {
  const deadlineAt = Date.now() + timeoutMs;
  while (!look()) {
    assert.ok(Date.now() < deadlineAt, `Waited ${timeoutMs} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
