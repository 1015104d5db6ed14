import fc from 'fast-check';
import type { Desk } from './desk.js';
import type { Answers } from './person.js';
import { fates, type Fate } from './truth.js';

/** Nothing is foreseen: what must hold is checked after each step. */
export type Step = fc.AsyncCommand<object, Desk>;

const titles = ['One', 'Two', 'Three'];
const parents = ['100102', '100103'];

export const index = fc.nat({ max: 5 });
export const window = fc.nat({ max: 1 });
export const parent = fc.constantFrom(...parents);
export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
export const answers: fc.Arbitrary<Answers> = fc.record({
  parent,
  choice: fc.nat({ max: 2 }),
  overwrite: fc.boolean(),
});
export const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>('answered') },
  { weight: 2, arbitrary: fc.constantFrom(...fates) },
);

export const title = fc.constantFrom(...titles);

/** No text comes twice, but by a copy or an undo. */
let count = 0;

export function textOf(
  title: string,
  front: { readonly parent?: string | undefined; readonly overwrite?: boolean | undefined },
): string {
  const lines = Object.entries({ ...(front.parent && { space: '1001' }), ...front })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? `"${value}"` : String(value)}`);
  const matter = lines.length === 0 ? '' : `---\nwiki:\n${lines.join('\n')}\n---\n`;
  return `${matter}# ${title}\n\nText ${++count}.\n`;
}

export function step(says: string, run: (desk: Desk) => Promise<void> | void): Step {
  return {
    check: () => true,
    run: async (_model, desk) => {
      await run(desk);
      await desk.check();
    },
    toString: () => says,
  };
}

/** Returns a line that no text has yet. */
export function more(): string {
  return `More ${++count}.\n`;
}
