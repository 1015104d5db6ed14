import { measureInWindow } from './inWindow.js';
import { ms, type Row } from './row.js';

/** In milliseconds. */
export interface Published {
  readonly ours: number;
  readonly bare: number;
  readonly withToken: number;
  readonly withoutToken: number;
}

export const rounds = { bare: 25, token: 20 };

/** From the command to the outcome in a real VS Code; see publishingSuite.ts. */
export async function publishing(): Promise<Row[]> {
  const delayMs = 200;
  const { ours, bare, withToken, withoutToken } = await measureInWindow<Published>(
    'publishingSuite.js',
    delayMs,
  );
  return [
    {
      what: `publish 10 KB, answered in ${delayMs} ms`,
      method: `median of ${rounds.bare} runs of the command in a real extension host until it knows the outcome, the document open and prompts answered at once, and as many bare undici requests in turn in the same process`,
      measured: ms(ours),
      against: `bare request: ${ms(bare)}`,
      ratio: ours / bare,
      bound: 1.1,
    },
    {
      what: `publish with a platform token, each request answered in ${delayMs} ms`,
      method: `median of ${rounds.token} runs of the command as above, from the answer to its question on, which a person gives in 0.4 s; and as many without the token before it`,
      measured: ms(withToken),
      against: `one without: ${ms(withoutToken)}`,
      ratio: withToken / withoutToken,
      bound: 1.15,
    },
  ];
}
