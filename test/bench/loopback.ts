import { createSend } from '../../src/services/network/network.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { publishPage } from '../../src/services/wiki/publishPage.js';
import { configuration } from '../services/fakes.js';
import { inTurn, ms, timed, type Row } from './row.js';
import { bareRequest, pageOf, startWire, target, token } from './wire.js';

/** The services floor alone, on loopback with no delay. */
export async function loopback(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, bytes, rounds] of [
    ['10 KB', 10_000, 400],
    ['1 MB', 1_000_000, 60],
  ] as const) {
    const wire = await startWire(0);
    const content = pageOf(bytes);
    const bare = bareRequest(wire.endpoint, content);
    const send = createSend(
      () => readNetworkSettings(configuration({}), {}),
      () => undefined,
    );
    const apiToken = token();
    const ours = (): Promise<unknown> =>
      publishPage(
        { send, now: Date.now, pause: () => Promise.resolve(), log: () => undefined },
        { endpoint: wire.endpoint, token: apiToken, target, content, mayHaveArrived: false },
        () => undefined,
        new AbortController().signal,
      );
    await inTurn(
      20,
      () => timed(ours),
      () => timed(bare.send),
    );
    const found = await inTurn(
      rounds,
      () => timed(ours),
      () => timed(bare.send),
    );
    bare.close();
    wire.close();
    rows.push({
      what: `a publish of ${what} on loopback, without the editor`,
      method: `median of ${rounds} publishes and as many bare undici requests in turn, kept connections`,
      measured: ms(found.ours),
      against: `bare request: ${ms(found.bare)}`,
      ratio: found.ours / found.bare,
      bound: 1.5,
    });
  }
  return rows;
}
