import { randomBytes } from 'node:crypto';
import type { Send } from '../../core/network/http';
import { chainLifeMs, idleStage, keepAliveEveryMs } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { Client } from '../../core/export/tokenRequest';
import type { AccessTokenResult, SessionState, SignInResult } from './accessTokenResult';
import { beginSession, type SignedIn } from './beginSession';
import { type Claimant, Claims } from './store/claim';
import { type Clock, systemClock } from './platform/clock';
import { type Disk, realDisk } from './platform/disk';
import { ObtainToken } from './obtainToken';
import { identify, type OperatingSystem, thisSystem } from './store/process';
import { Refresh } from './refresh';
import { sessionFolder } from './store/sessionFolder';
import { SessionLook } from './store/sessionLook';
import { SessionMemory } from './store/sessionMemory';
import { type SessionParts, type ReachStep, type Times, usualTimes } from './sessionParts';
import { type Secrets, SessionSecrets } from './store/sessionSecrets';
import { SessionStore } from './store/sessionStore';

export interface ExportSessionOptions {
  readonly client: Client;
  readonly secrets: Secrets;
  /** `globalStorageUri`: shared by all windows, on a local disk. */
  readonly storageFolder: string;
  readonly send: Send;
  readonly windowOpenedAt: number;
  readonly clock?: Clock;
  readonly disk?: Disk;
  readonly system?: OperatingSystem;
  readonly times?: Partial<Times>;
  readonly step?: ReachStep;
}

/** The OAuth session of the export API (contract 5.2), one for all windows. */
export class ExportSession {
  readonly #parts: SessionParts;
  readonly #sight: SessionLook;
  readonly #store: SessionStore;
  readonly #obtain: ObtainToken;
  readonly #listeners = new Set<() => void>();
  readonly #secretsListener: { dispose(): unknown };
  /** Settles after everything that was begun in this window. */
  #last: Promise<unknown> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #obtaining: Promise<AccessTokenResult> | undefined;

  constructor(options: ExportSessionOptions) {
    this.#parts = partsOf(options);
    const memory = new SessionMemory();
    this.#sight = new SessionLook(this.#parts, memory);
    this.#store = new SessionStore(this.#parts, memory, this.#sight);
    const refresh = new Refresh(this.#parts, this.#sight, this.#store);
    this.#obtain = new ObtainToken(this.#parts, this.#sight, this.#store, refresh);
    this.#secretsListener = this.#parts.secrets.onDidChange(() => this.#changed());
  }

  /** A token with five minutes left (contract 5.2 (8)); undefined when the caller's wait was cancelled. */
  async getAccessToken(signal?: AbortSignal): Promise<AccessTokenResult | undefined> {
    this.#obtaining ??= this.#inTurn(() => this.#obtain.run({})).finally(() => (this.#obtaining = undefined));
    return unlessCancelled(this.#obtaining, signal);
  }

  /** The service answered 401 to this token: a newer one, refreshed at most once. */
  async accessTokenRefused(refused: Secret, signal?: AbortSignal): Promise<AccessTokenResult | undefined> {
    return unlessCancelled(
      this.#inTurn(() => this.#obtain.run({ refused })),
      signal,
    );
  }

  /** Contract 5.2 (7). For the start of a window and once a day; most often it does nothing. */
  async keepAlive(): Promise<void> {
    await this.#inTurn(async () => {
      const look = await this.#sight.look();
      if (look.kind !== 'known') {
        return;
      }
      const now = this.#parts.clock.now();
      if (idleStage(look.pair.refreshedAt, now) === 'active') {
        return;
      }
      const tries = look.listing.claims.filter(
        (it) => it.chain === look.chain && it.generation === look.pair.generation,
      );
      const triedAt = (await this.#parts.claims.restedAt(tries).catch(() => undefined)) ?? -Infinity;
      if (Math.abs(now - triedAt) >= keepAliveEveryMs) {
        await this.#obtain.run({ refused: look.pair.accessToken });
      }
    });
  }

  async state(): Promise<SessionState> {
    const look = await this.#sight.look();
    switch (look.kind) {
      case 'known': {
        const { refreshedAt } = look.pair;
        const idle = idleStage(refreshedAt, this.#parts.clock.now());
        return { kind: 'signedIn', refreshedAt, endsAt: refreshedAt + chainLifeMs, idle };
      }
      case 'ended':
        await this.#store.forget(look.chain, look.ended);
        return { kind: 'signedOut', reason: look.ended.reason, chain: look.chain };
      case 'never':
        return { kind: 'signedOut', reason: look.kind, chain: undefined };
      case 'keyLost':
        return { kind: 'signedOut', reason: look.kind, chain: look.chain };
      case 'unavailable':
        return { kind: 'unavailable', reason: look.trouble, retryAt: undefined };
      case 'reload':
        return look;
    }
  }

  async signIn(tokens: SignedIn): Promise<SignInResult> {
    return this.#tracked(beginSession(this.#parts, this.#sight, this.#store, tokens));
  }

  /** False when something of it could not be removed: the session is over in this window all the same. */
  async signOut(): Promise<boolean> {
    return this.#tracked(this.#store.signOut(this.#parts.clock.now()));
  }

  /** For signing in again without asking for it; undefined when this window doesn't have it. */
  async clientSecret(): Promise<Secret | undefined> {
    return (await this.#parts.secrets.keys().catch(() => undefined))?.clientSecret;
  }

  /** Here, or in another window whose secrets arrived. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** When nothing is under way any more: a closing window waits for this as long as it may. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Stops listening. What is under way goes on. */
  dispose(): void {
    this.#secretsListener.dispose();
    this.#listeners.clear();
  }

  /** One refresh at a time in this window; signing in and out waits for none. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return this.#tracked(mine);
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#last = Promise.allSettled([this.#last, work]);
    return work.finally(() => this.#changed());
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

function partsOf(options: ExportSessionOptions): SessionParts {
  const { client, clock = systemClock, disk = realDisk, system = thisSystem, windowOpenedAt } = options;
  const times = { ...usualTimes, ...options.times };
  const folder = sessionFolder(options.storageFolder, client);
  const nonce = randomBytes(8).toString('hex');
  let me: Promise<Claimant> | undefined;
  const whoAmI = (): Promise<Claimant> =>
    (me ??= identify(system, process.pid, performance.timeOrigin).then((owner) => ({ ...owner, nonce })));
  const claims = new Claims(disk, folder, system, whoAmI);
  const secrets = new SessionSecrets(options.secrets, client, clock, times.secretsMs);
  const step = async (name: Parameters<ReachStep>[0]): Promise<void> => options.step?.(name);
  return { client, folder, disk, secrets, claims, clock, send: options.send, step, times, windowOpenedAt };
}

async function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) {
    return work;
  }
  const waitOver = new AbortController();
  const cancelled = new Promise<undefined>((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
    }
    signal.addEventListener('abort', () => resolve(undefined), { signal: waitOver.signal });
  });
  try {
    return await Promise.race([cancelled, work]);
  } finally {
    waitOver.abort();
  }
}
