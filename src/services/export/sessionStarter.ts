import type { AuthorizationCodeGrant } from '../../core/export/tokenRequest';
import type { SignInResult } from './accessTokenResult';
import { exchangeCode, exchangeRefreshToken, type SignInTokens } from './authorizeClient';
import type { Reservation } from '../disk/durableFile';
import { newDataKey, type TokenSet } from './store/journal';
import type { Leases } from './store/lease';
import type { SessionDependencies } from './store/sessionDependencies';
import { type LeaseName, fingerprintOf, listFolder, type Listing, nextFamily } from './store/sessionFolder';
import type { SessionReader } from './store/sessionReader';
import { type Keys, SecretsUnavailable } from './store/sessionSecrets';
import type { SessionStore } from './store/sessionStore';

/**
 * Signs in. A sign-in with new tokens starts a family with a higher number, so that all windows drop the previous
 * family.
 */
export class SessionStarter {
  constructor(
    private readonly dependencies: SessionDependencies,
    private readonly reader: SessionReader,
    private readonly store: SessionStore,
  ) {}

  async withCode(grant: AuthorizationCodeGrant): Promise<SignInResult> {
    const { client, clock, send } = this.dependencies;
    const exchanged = await exchangeCode(send, client, grant, clock);
    return exchanged.kind === 'signedIn' ? this.withTokens(exchanged.tokens) : exchanged;
  }

  async withTokens(tokens: SignInTokens): Promise<SignInResult> {
    try {
      return await this.#with(tokens);
    } catch (error) {
      const reason = error instanceof SecretsUnavailable ? 'secrets' : 'storage';
      return { kind: 'unavailable', reason, retryAt: undefined };
    }
  }

  async #with(tokens: SignInTokens): Promise<SignInResult> {
    const { clientSecret, refreshToken, accessToken } = tokens;
    const { leases, disk, folder, secrets } = this.dependencies;
    const listing = await listFolder(disk, folder);
    // Rejects here if the secret storage fails, before any token is sent.
    const stored = await secrets.keys();
    const reading = await this.reader.read();
    const isSessionsKey = reading.kind === 'live' && stored?.dataKey.id === reading.keys.dataKey.id;
    // The encryption key is kept while the client secret stays the same, since a new key would reach other
    // windows late.
    const keep = isSessionsKey && stored.clientSecret.is(clientSecret) ? stored : undefined;
    const current = reading.kind === 'live' ? await this.reader.newest(reading) : undefined;
    if (reading.kind === 'live' && current?.refreshToken.is(refreshToken)) {
      return keep ? { kind: 'signedIn' } : this.#withNewSecret(reading.family, current, listing, tokens);
    }
    const fingerprint = fingerprintOf(refreshToken);
    if (listing.leases.some((lease) => lease.fingerprint === fingerprint)) {
      return { kind: 'alreadyReplaced' };
    }
    const family = nextFamily(listing.family);
    if (accessToken) {
      return this.#begin(family, keep, tokens, { rotation: 0, space: await this.store.reserve(family) });
    }
    const begun = await this.#exchange(family, keep, tokens);
    if (begun.kind === 'signedIn') {
      await markPresented(leases, { family, rotation: 0, fingerprint }, this.dependencies.clock.now());
    }
    return begun;
  }

  /** The pasted token is the session's own, so it is leased first: another window may be sending it. */
  async #withNewSecret(
    family: string,
    { rotation, refreshToken }: TokenSet,
    listing: Listing,
    tokens: SignInTokens,
  ): Promise<SignInResult> {
    const { leases, clock } = this.dependencies;
    const next = { family, rotation, fingerprint: fingerprintOf(refreshToken) };
    const leased = await leases.acquire(next, listing.leases, clock.now());
    if (leased.kind !== 'mine') {
      return { kind: 'otherWindow' };
    }
    const begun = await this.#exchange(nextFamily(family), undefined, tokens);
    if (begun.kind !== 'signedIn') {
      const now = clock.now();
      await leases.backOff(leased.lease, { failure: 'provider', failedAt: now, retryAt: now });
    }
    return begun;
  }

  /** Reserves disk space before sending, since new tokens that can't be stored would be lost. */
  async #exchange(family: string, keep: Keys | undefined, tokens: SignInTokens): Promise<SignInResult> {
    const { client, clock, send } = this.dependencies;
    const space = await this.store.reserve(family);
    const exchanged = await exchangeRefreshToken(send, client, tokens, clock);
    if (exchanged.kind === 'signedIn') {
      return this.#begin(family, keep, exchanged.tokens, { rotation: 1, space });
    }
    await space.discard();
    return exchanged;
  }

  async #begin(
    family: string,
    keep: Keys | undefined,
    { clientSecret, refreshToken, accessToken }: SignInTokens,
    { rotation, space }: { readonly rotation: number; readonly space: Reservation },
  ): Promise<SignInResult> {
    const now = this.dependencies.clock.now();
    const place = await this.dependencies.place();
    const keys = keep ?? { clientSecret, dataKey: newDataKey(now), place };
    const tokens = { rotation, refreshToken, accessToken, refreshedAt: now, clockOffsetMs: 0 };
    await this.store.begin(family, keys, tokens, space);
    return { kind: 'signedIn' };
  }
}

/** Leaves a lease file for the used token, so that pasting it again is refused without sending it. */
async function markPresented(
  leases: Leases,
  presented: Omit<LeaseName, 'file' | 'attempt'>,
  now: number,
): Promise<void> {
  await leases.acquire(presented, [], now).catch(() => undefined);
}
