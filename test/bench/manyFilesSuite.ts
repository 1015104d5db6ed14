import { publishFolder } from './folderRun.js';
import { concurrency, count } from './manyFiles.js';
import { timed } from './row.js';
import { bareRequest, pageOf } from './wire.js';

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  await publishFolder({ bare: (endpoint) => bareRun(endpoint, count / 2) });
}

/** As many bare requests, as many at a time. */
async function bareRun(endpoint: string, requests: number): Promise<number> {
  const { send, close } = bareRequest(endpoint, pageOf(1_500));
  let left = requests;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      await send();
    }
  };
  const took = await timed(() => Promise.all(Array.from({ length: concurrency }, work)));
  close();
  return took;
}
