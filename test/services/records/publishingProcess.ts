// A window of its own, as far as a process goes: publishes these texts, one after the other, and may be killed at a step.
import { destinationAt, one, openRecords, publishOne, realSend } from './publishing.js';

export interface Orders {
  readonly folder: string;
  readonly endpoint: string;
  readonly token: string;
  readonly texts: readonly string[];
  /** The number of the step that it does not live to see. */
  readonly diesAt?: number;
}

async function main(): Promise<void> {
  const { folder, endpoint, token, texts, diesAt } = JSON.parse(process.argv[2] ?? '') as Orders;
  let steps = 0;
  const step = (): void => {
    if (++steps === diesAt) {
      process.kill(process.pid, 'SIGKILL');
    }
  };
  const records = openRecords(folder, { step });
  for (const content of texts) {
    const page = { file: one, to: destinationAt(endpoint), content };
    await publishOne(records, page, token, async (request, options) => {
      step();
      const exchange = await realSend(request, options);
      step();
      return exchange;
    });
  }
}

void main();
