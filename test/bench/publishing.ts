import { measureInWindow } from './inWindow.js';
import { ms, type Row } from './row.js';

export interface Published {
  readonly what: string;
  readonly rounds: number;
  readonly ours: number;
  readonly bare: number;
}

/** In milliseconds. */
export interface WithToken {
  without: number;
  with: number;
  readonly rounds: number;
}

/** From the command to the outcome in a real VS Code; see publishingSuite.ts. */
export async function publishing(): Promise<Row[]> {
  const delayMs = 200;
  const { results, withToken } = await measureInWindow<{
    readonly results: readonly Published[];
    readonly withToken: WithToken;
  }>('publishingSuite.js', delayMs);
  const rows = results.map(({ what, rounds, ours, bare }) => ({
    what: `publish ${what}, answered in ${delayMs} ms`,
    method: `median of ${rounds} runs of the command in a real extension host until it knows the outcome, the document open and prompts answered at once, and as many bare undici requests in turn in the same process`,
    measured: ms(ours),
    against: `bare request: ${ms(bare)}`,
    ratio: ours / bare,
    bound: 1.1,
  }));
  return [
    ...rows,
    {
      what: `publish with a platform token, each request answered in ${delayMs} ms`,
      method: `median of ${withToken.rounds} runs of the command as above, from the answer to its question on, which a person gives in 0.4 s; and as many without the token before it`,
      measured: ms(withToken.with),
      against: `one without: ${ms(withToken.without)}`,
      ratio: withToken.with / withToken.without,
      bound: 1.15,
    },
  ];
}
