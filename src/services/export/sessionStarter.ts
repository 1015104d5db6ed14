import type { AuthorizationCodeGrant } from '../../core/export/tokenRequest';
import type { SignInResult } from './accessTokenResult';
import { exchangeCode, type SignInTokens } from './authorizeClient';
import { newDataKey } from './store/journal';
import type { SessionDependencies } from './store/sessionDependencies';
import { listFolder, nextFamily } from './store/sessionFolder';
import type { SessionReader } from './store/sessionReader';
import { SecretsUnavailable } from './store/sessionSecrets';
import type { SessionStore } from './store/sessionStore';

/** Signs in. A sign-in starts a family with a higher number, so that all windows drop the previous family. */
export class SessionStarter {
  constructor(
    private readonly dependencies: SessionDependencies,
    private readonly reader: SessionReader,
    private readonly store: SessionStore,
  ) {}

  async withCode(grant: AuthorizationCodeGrant): Promise<SignInResult> {
    const { client, clock, send } = this.dependencies;
    const exchanged = await exchangeCode(send, client, grant, clock);
    if (exchanged.kind !== 'signedIn') {
      return exchanged;
    }
    try {
      await this.#begin(exchanged.tokens);
      return { kind: 'signedIn' };
    } catch (error) {
      const reason = error instanceof SecretsUnavailable ? 'secrets' : 'storage';
      return { kind: 'unavailable', reason, retryAt: undefined };
    }
  }

  async #begin({ clientSecret, refreshToken, accessToken }: SignInTokens): Promise<void> {
    const { clock, disk, folder, place, secrets } = this.dependencies;
    const { family: former } = await listFolder(disk, folder);
    const stored = await secrets.keys();
    const reading = await this.reader.read();
    const isSessionsKey = reading.kind === 'live' && stored?.dataKey.id === reading.keys.dataKey.id;
    // The encryption key is kept while the client secret stays the same, since a new key would reach other
    // windows late.
    const keep = isSessionsKey && stored.clientSecret.is(clientSecret) ? stored : undefined;
    const family = nextFamily(former);
    const space = await this.store.reserve(family);
    const now = clock.now();
    const keys = keep ?? { clientSecret, dataKey: newDataKey(now), place: await place() };
    const tokens = { rotation: 0, refreshToken, accessToken, refreshedAt: now, clockOffsetMs: 0 };
    await this.store.begin(family, keys, tokens, space);
  }
}
