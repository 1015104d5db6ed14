import type { Send } from '../../src/core/network/http';
import { refreshRequest } from '../../src/core/export/tokenRequest';
import { readTokenResponse } from '../../src/core/export/tokenResponse';
import type { Client } from '../../src/core/export/tokenRequest';
import { systemClock } from '../../src/services/export/system/clock';
import { type Secrets, SessionSecrets } from '../../src/services/export/store/sessionSecrets';

/** What most extensions do: one refresh at a time in the window, read again before it, store after it. */
export function naiveToken(client: Client, storage: Secrets, send: Send): () => Promise<string> {
  const secrets = new SessionSecrets(storage, client, systemClock, 1000);
  let flight: Promise<string> | undefined;
  const refresh = async (): Promise<string> => {
    const [keys, backup] = await Promise.all([secrets.keys(), secrets.backup()]);
    if (!keys || !backup) {
      return 'signedOut never';
    }
    const request = refreshRequest(client, keys.clientSecret, backup.refreshToken);
    const exchange = await send(request, { timeoutMs: 30_000 });
    if (exchange.kind !== 'answered') {
      return 'unavailable';
    }
    const judgement = readTokenResponse(exchange.response, Date.now());
    if (judgement.kind === 'refused') {
      return 'signedOut refused';
    }
    if (judgement.kind !== 'tokens') {
      return 'unavailable';
    }
    await secrets.storeBackup({ ...backup, refreshToken: judgement.refreshToken });
    return 'token';
  };
  return () => (flight ??= refresh().finally(() => (flight = undefined)));
}
