import { randomBytes } from 'node:crypto';
import type { Send } from '../../core/network/http';
import { idleLimitMs, idleStage, keepAliveEveryMs } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { Client, AuthorizationCodeGrant } from '../../core/export/tokenRequest';
import type { AccessTokenResult, SessionState, SignInResult } from './accessTokenResult';
import { SessionStarter } from './sessionStarter';
import { type LeaseHolder, Leases } from './store/lease';
import { type Clock, systemClock } from './system/clock';
import { type Disk, realDisk } from '../disk/disk';
import { TokenObtainer, resultWithoutSession } from './obtainToken';
import { identifyProcess, machineHashOf, type OperatingSystem, thisSystem } from './system/process';
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
  /** VS Code's `globalStorageUri`: all windows must have the same folder, since its files coordinate them. */
  readonly storageFolder: string;
  readonly send: Send;
  readonly windowOpenedAt: number;
  readonly clock?: Clock;
  readonly disk?: Disk;
  readonly system?: OperatingSystem;
  readonly durations?: Partial<Durations>;
  readonly step?: ReachStep;
}

/** The OAuth session of the export API (contract 5.2). All windows share it, through files and the secret storage. */
export class ExportSession {
  readonly #dependencies: SessionDependencies;
  readonly #reader: SessionReader;
  readonly #store: SessionStore;
  readonly #obtain: TokenObtainer;
  readonly #begin: SessionStarter;
  readonly #listeners = new Set<() => void>();
  readonly #secretsListener: { dispose(): unknown };
  #allWork: Promise<unknown> = Promise.resolve();
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

  /**
   * Refreshes first if less than five minutes are left (contract 5.2 (8)). `signal` ends only the caller's
   * wait, with undefined.
   */
  async getAccessToken(signal?: AbortSignal): Promise<AccessTokenResult | undefined> {
    this.#obtaining ??= this.#inTurn(() => this.#obtain.run({})).finally(() => (this.#obtaining = undefined));
    return unlessCancelled(this.#obtaining, signal);
  }

  /** Refreshes after a 401, unless `refused` was replaced already, or was issued less than a minute ago. */
  async replaceRefusedToken(refused: Secret, signal?: AbortSignal): Promise<AccessTokenResult | undefined> {
    return unlessCancelled(
      this.#inTurn(() => this.#obtain.run({ refused })),
      signal,
    );
  }

  /** Refreshes, at most once a day, a session that was not refreshed for 30 days: it ends after 90 (contract 5.2 (7)). */
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
      return resultWithoutSession(reading);
    }
    const { refreshedAt } = reading.tokens;
    const idle = idleStage(refreshedAt, this.#dependencies.clock.now());
    return { kind: 'signedIn', refreshedAt, endsAt: refreshedAt + idleLimitMs, idle };
  }

  async signIn(grant: AuthorizationCodeGrant): Promise<SignInResult> {
    return this.#tracked(this.#begin.withCode(grant));
  }

  /** Resolves with false if a file or secret could not be removed. */
  async signOut(): Promise<boolean> {
    return this.#tracked(this.#store.signOut(this.#dependencies.clock.now()));
  }

  /** Returns the stored client secret for another sign-in; undefined if there is none or it can't be read. */
  async clientSecret(): Promise<Secret | undefined> {
    return (await this.#dependencies.secrets.keys().catch(() => undefined))?.clientSecret;
  }

  /**
   * Calls `listener` after this window's own work, even if nothing changed, and when another window's secrets
   * arrive.
   */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** A closing window waits for this, otherwise a new refresh token may be lost. */
  async whenIdle(): Promise<void> {
    await this.#allWork;
  }

  /** Work that is under way goes on, so that no new token is lost. */
  dispose(): void {
    this.#secretsListener.dispose();
    this.#listeners.clear();
  }

  /** Runs refreshes one after the other; signing in and out bypass this queue. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return this.#tracked(mine);
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#allWork = Promise.allSettled([this.#allWork, work]);
    return work.finally(() => this.#changed());
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch {
        // An error in a listener must not replace the result that `#tracked` returns.
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
    place: async () => sessionPlace((await machineHashOf(system)) || system.host, folder),
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

/** Turns an error of `send` into `unanswered`, since the request may have reached the provider. */
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
