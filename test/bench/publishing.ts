import { measureInWindow } from './inWindow.js';
import { ms, type Row } from './row.js';

export interface Published {
  readonly what: string;
  readonly rounds: number;
  readonly ours: number;
  readonly bare: number;
}

/** From the command to the outcome in a real VS Code; see publishingSuite.ts. */
export async function publishing(): Promise<Row[]> {
  const delayMs = 200;
  const found = await measureInWindow<Published[]>('publishingSuite.js', delayMs);
  return found.map(({ what, rounds, ours, bare }) => ({
    what: `publish ${what}, answered in ${delayMs} ms`,
    method: `median of ${rounds} runs of the command in a real extension host until it knows the outcome, the document open and prompts answered at once, and as many bare undici requests in turn in the same process`,
    measured: ms(ours),
    against: ms(bare),
    ratio: ours / bare,
    bound: 1.15,
  }));
}
