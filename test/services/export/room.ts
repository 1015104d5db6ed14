import * as assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Exchange, Send } from '../../../src/core/network/http';
import { Secret } from '../../../src/core/text/secret';
import type { SignInResult } from '../../../src/services/export/accessTokenResult';
import { systemClock } from '../../../src/services/export/system/clock';
import { ExportSession, type ExportSessionOptions } from '../../../src/services/export/exportSession';
import { sessionFolder } from '../../../src/services/export/store/sessionFolder';
import type { Durations, ReachStep, StepName } from '../../../src/services/export/store/sessionDependencies';
import { mapSecrets } from './secretStorages';

export const client = { authUrl: 'https://id.example', clientId: 'c1' };
export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
export const clientSecret = new Secret('canary-client-secret');
export const noAnswer: Exchange = { kind: 'unanswered', reason: 'timeout', code: 'UND_ERR_ABORTED' };
export const notSent: Exchange = { kind: 'notSent', reason: 'refused', code: 'ECONNREFUSED' };

const quick: Durations = {
  earlyMs: 5 * 60_000,
  minRefreshIntervalMs: 60_000,
  pollMs: 2,
  waitForOtherMs: 60,
  waitForSecretMs: 40,
  secretsMs: 30,
  sendMs: 200,
};

export function answered(status: number, body: unknown, headers: Record<string, string> = {}): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', response: { status, headers, body: text, truncated: false } };
}

/** A provider with rotation and no grace, a clock that jumps, and windows on one folder. */
export class Room {
  readonly storageFolder = mkdtempSync(path.join(tmpdir(), 'room-'));
  readonly map = new Map<string, string>();
  readonly presented: string[] = [];
  /** The token the provider expects; undefined once a replaced one was presented. */
  expected: string | undefined = 'canary-refresh-0';
  rotations = 0;
  nowMs = Date.now();
  lifeMs = hourMs;
  /** Instead of the provider's own answer; undefined lets it answer. */
  instead: ((token: string) => Promise<Exchange | undefined> | Exchange | undefined) | undefined;
  /** After the provider has rotated. */
  onTheWayBack: ((answer: Exchange) => Promise<Exchange> | Exchange) | undefined;

  readonly send: Send = async ({ body }) => {
    const { code, refresh_token: token = '' } = JSON.parse(body ?? '') as Record<string, string>;
    if (code !== undefined) {
      return (await this.instead?.('')) ?? answered(200, code);
    }
    this.presented.push(token);
    const instead = await this.instead?.(token);
    if (instead) {
      return instead;
    }
    if (token !== this.expected) {
      this.expected = undefined;
      return answered(400, { error: 'invalid_grant' });
    }
    this.rotations += 1;
    this.expected = `canary-refresh-${this.rotations}`;
    const answer = answered(200, { access_token: this.token(this.rotations), refresh_token: this.expected });
    return (await this.onTheWayBack?.(answer)) ?? answer;
  };

  token(index: number): string {
    const exp = Math.floor((this.nowMs + this.lifeMs) / 1000);
    return `e30.${Buffer.from(JSON.stringify({ exp, canary: index })).toString('base64url')}.x`;
  }

  window(options: Partial<ExportSessionOptions> = {}): ExportSession {
    const clock = { ...systemClock, now: () => this.nowMs };
    const { storageFolder, send } = this;
    const usual = {
      client,
      secrets: mapSecrets(this.map),
      storageFolder,
      send,
      windowOpenedAt: this.nowMs - 1,
    };
    return new ExportSession({ ...usual, clock, ...options, durations: { ...quick, ...options.durations } });
  }

  /** What the provider gives for the code is the code itself. */
  async signIn(
    session: ExportSession,
    {
      refreshToken = this.expected,
      accessToken = this.token(0),
      secret = clientSecret,
    }: { readonly refreshToken?: string; readonly accessToken?: string; readonly secret?: Secret } = {},
  ): Promise<SignInResult> {
    const code = JSON.stringify({ refresh_token: refreshToken, access_token: accessToken });
    return session.signIn({
      clientSecret: secret,
      code: new Secret(code),
      codeVerifier: new Secret('verifier'),
      redirectUri: 'vscode://x',
    });
  }

  /** A window that has signed in and then waited until its access token ran out. */
  async signedIn(options: Partial<ExportSessionOptions> = {}): Promise<ExportSession> {
    const session = this.window(options);
    const result = await this.signIn(session);
    if (result.kind !== 'signedIn') {
      throw new Error(result.kind);
    }
    this.nowMs += hourMs;
    return session;
  }

  /** Whatever happened: the next window gets a token, and the provider saw no replaced one. */
  async recovers(): Promise<void> {
    this.nowMs += hourMs;
    assert.equal(await ask(this.window()), 'token');
    assert.notEqual(this.expected, undefined);
    assert.deepEqual(this.presented, [...new Set(this.presented)]);
  }

  /** Of the secret storage: what the journal lacks is not found there any more. */
  loseBackup(): void {
    for (const key of [...this.map.keys()].filter((name) => name.includes('refreshToken'))) {
      this.map.delete(key);
    }
  }

  damageJournal(): void {
    writeFileSync(path.join(this.folder, this.files('journal')[0] ?? ''), '{"version":1');
  }

  get folder(): string {
    return sessionFolder(this.storageFolder, client);
  }

  files(kind = ''): string[] {
    return readdirSync(this.folder).filter((name) => name.startsWith(kind));
  }

  bytes(): string {
    return this.files()
      .map((name) => readFileSync(path.join(this.folder, name), 'latin1'))
      .join('\n');
  }

  close(): void {
    rmSync(this.storageFolder, { recursive: true, force: true });
  }
}

/** One word for what was got: the window's part of the promise never to be silent. */
export async function ask(session: ExportSession): Promise<string> {
  const result = await session.getAccessToken();
  if (result?.kind === 'token') {
    return result.durability === 'durable' ? 'token' : `token ${result.durability}`;
  }
  return result?.kind === 'signedOut' || result?.kind === 'unavailable'
    ? `${result.kind} ${result.reason}`
    : String(result?.kind);
}

/** Holds a window when it reaches this step, until it may go on. */
export function stopAt(stop: StepName): {
  readonly step: ReachStep;
  readonly reached: Promise<void>;
  readonly goOn: () => void;
} {
  const [reached, onwards] = [gate(), gate()];
  const step = async (name: StepName): Promise<void> => {
    if (name === stop) {
      reached.open();
      await onwards.opened;
    }
  };
  return { step, reached: reached.opened, goOn: () => onwards.open() };
}

export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
