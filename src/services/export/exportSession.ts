import { randomBytes } from 'node:crypto';
import type { Send } from '../../core/network/http';
import { idleLimitMs, idleStage, keepAliveEveryMs } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { Client, AuthorizationCodeGrant } from '../../core/export/tokenRequest';
import type { AccessTokenResult, SessionState, SignInResult } from './accessTokenResult';
import type { SignInTokens } from './authorizeClient';
import { SessionStarter } from './sessionStarter';
import { type LeaseHolder, Leases } from './store/lease';
import { type Clock, systemClock } from './system/clock';
import { type Disk, realDisk } from '../disk/disk';
import { TokenObtainer, withoutSession } from './obtainToken';
import { identifyProcess, machineIdOf, type OperatingSystem, thisSystem } from './system/process';
import { TokenRefresher } from './refresh';
import { newestLease, sessionPlace, sessionFolder } from './store/sessionFolder';
import { SessionMemory, SessionReader } from './store/sessionReader';
import {
  type SessionDependencies,
  type ReachStep,
  type Durations,
  defaultDurations,
} from './store/sessionDependencies';
import { type Secrets, SessionSecrets } from './store/sessionSecrets';
import { SessionStore } from './store/sessionStore';

export interface ExportSessionOptions {
  readonly client: Client;
  readonly secrets: Secrets;
  /** `globalStorageUri`: a folder on a local disk that all windows share. */
  readonly storageFolder: string;
  readonly send: Send;
  readonly windowOpenedAt: number;
  readonly clock?: Clock;
  readonly disk?: Disk;
  readonly system?: OperatingSystem;
  readonly durations?: Partial<Durations>;
  readonly step?: ReachStep;
}

/** The OAuth session of the export API (contract 5.2), which all windows share. */
export class ExportSession {
  readonly #dependencies: SessionDependencies;
  readonly #reader: SessionReader;
  readonly #store: SessionStore;
  readonly #obtain: TokenObtainer;
  readonly #begin: SessionStarter;
  readonly #listeners = new Set<() => void>();
  readonly #secretsListener: { dispose(): unknown };
  /** Settles after all work that was started in this window. */
  #last: Promise<unknown> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #obtaining: Promise<AccessTokenResult> | undefined;

  constructor(options: ExportSessionOptions) {
    this.#dependencies = dependenciesOf(options);
    const memory = new SessionMemory();
    this.#reader = new SessionReader(this.#dependencies, memory);
    this.#store = new SessionStore(this.#dependencies, memory, this.#reader);
    const refresh = new TokenRefresher(this.#dependencies, this.#reader, this.#store);
    this.#obtain = new TokenObtainer(this.#dependencies, this.#reader, this.#store, refresh);
    this.#begin = new SessionStarter(this.#dependencies, this.#reader, this.#store);
    this.#secretsListener = this.#dependencies.secrets.onDidChange(() => this.#changed());
  }

  /** Returns a token with at least five minutes left (contract 5.2 (8)); undefined if the caller's wait was cancelled. */
  async getAccessToken(signal?: AbortSignal): Promise<AccessTokenResult | undefined> {
    this.#obtaining ??= this.#inTurn(() => this.#obtain.run({})).finally(() => (this.#obtaining = undefined));
    return unlessCancelled(this.#obtaining, signal);
  }

  /** Returns another token after the service refused this one with 401, and refreshes at most once. */
  async replaceRefusedToken(refused: Secret, signal?: AbortSignal): Promise<AccessTokenResult | undefined> {
    return unlessCancelled(
      this.#inTurn(() => this.#obtain.run({ refused })),
      signal,
    );
  }

  /** Refreshes a session that was idle for long (contract 5.2 (7)). Called when a window starts and once a day. */
  async keepAlive(): Promise<void> {
    await this.#inTurn(async () => {
      const reading = await this.#reader.read();
      if (reading.kind === 'ended') {
        await this.#store.forget(reading.family, reading.ended);
      }
      if (reading.kind !== 'live') {
        return;
      }
      const now = this.#dependencies.clock.now();
      const { rotation, refreshedAt, accessToken } = reading.tokens;
      if (idleStage(refreshedAt, now) === 'active') {
        return;
      }
      const tried = newestLease(
        reading.listing.leases.filter((it) => it.family === reading.family && it.rotation === rotation),
      );
      const backoff = tried && (await this.#dependencies.leases.backoffOf(tried).catch(() => undefined));
      if (Math.abs(now - (backoff?.failedAt ?? -Infinity)) >= keepAliveEveryMs) {
        await this.#obtain.run({ refused: accessToken });
      }
    });
  }

  async state(): Promise<SessionState> {
    const reading = await this.#reader.read();
    if (reading.kind !== 'live') {
      return withoutSession(reading);
    }
    const { refreshedAt } = reading.tokens;
    const idle = idleStage(refreshedAt, this.#dependencies.clock.now());
    return { kind: 'signedIn', refreshedAt, endsAt: refreshedAt + idleLimitMs, idle };
  }

  async signIn(tokens: SignInTokens): Promise<SignInResult> {
    return this.#tracked(this.#begin.withTokens(tokens));
  }

  async signInWithCode(grant: AuthorizationCodeGrant): Promise<SignInResult> {
    return this.#tracked(this.#begin.withCode(grant));
  }

  /** Returns false if something could not be removed; the session has ended in this window anyway. */
  async signOut(): Promise<boolean> {
    return this.#tracked(this.#store.signOut(this.#dependencies.clock.now()));
  }

  /** Returns the client secret, so that signing in again doesn't ask for it; undefined if this window doesn't have it. */
  async clientSecret(): Promise<Secret | undefined> {
    return (await this.#dependencies.secrets.keys().catch(() => undefined))?.clientSecret;
  }

  /** Reports changes by this window, or by another one whose secrets have arrived. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Resolves when no work is under way; a closing window waits for it. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }

  /** Stops listening; work under way goes on. */
  dispose(): void {
    this.#secretsListener.dispose();
    this.#listeners.clear();
  }

  /** Runs one refresh at a time in this window; signing in and out do not wait. */
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
      try {
        listener();
      } catch {
        // An error in a listener must not keep the result from the caller.
      }
    }
  }
}

function dependenciesOf(options: ExportSessionOptions): SessionDependencies {
  const { client, clock = systemClock, disk = realDisk, system = thisSystem, windowOpenedAt } = options;
  const durations = { ...defaultDurations, ...options.durations };
  const folder = sessionFolder(options.storageFolder, client);
  const nonce = randomBytes(8).toString('hex');
  let me: Promise<LeaseHolder> | undefined;
  const whoAmI = (): Promise<LeaseHolder> =>
    (me ??= identifyProcess(system, process.pid, performance.timeOrigin).then((owner) => ({
      ...owner,
      nonce,
    })));
  return {
    client,
    folder,
    place: async () => sessionPlace((await machineIdOf(system)) || system.host, folder),
    disk,
    secrets: new SessionSecrets(options.secrets, client, clock, durations.secretsMs),
    leases: new Leases(disk, folder, system, whoAmI),
    clock,
    send: neverRejecting(options.send),
    step: async (name) => options.step?.(name),
    durations,
    windowOpenedAt,
  };
}

/** Turns an error of `send` into an unanswered request, since the request may have been sent. */
function neverRejecting(send: Send): Send {
  return async (request, options) => {
    try {
      return await send(request, options);
    } catch {
      return { kind: 'unanswered', reason: 'other', code: 'UNKNOWN' };
    }
  };
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
