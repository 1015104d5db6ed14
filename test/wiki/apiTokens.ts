import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';

const day = 24 * 60 * 60 * 1000;
const clockSkew = 60 * 1000;

/** The lifetimes a token may have (section 2.3). */
export const lifetimes = [
  { days: 1, name: '1 Day' },
  { days: 3, name: '3 Days' },
  { days: 7, name: '1 Week' },
  { days: 14, name: '2 Weeks' },
  { days: 30, name: '1 Month' },
] as const;

export interface ApiToken {
  id: string;
  label: string;
  issuedAt: number;
  expiresAt: number;
  licensed: boolean;
}

export interface NewToken {
  label?: string;
  lifetimeDays?: number;
  issuedAt?: number;
  expiresAt?: number;
  /** Overrides the state of the license at creation. */
  license?: 'inactive';
}

export interface Refusal {
  status: 401 | 402 | 403;
  reason: string;
}

export class ApiTokens {
  readonly #tokens = new Map<string, ApiToken>();
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  readonly #issued: (token: string) => void;
  #created = 0;

  constructor(now: () => number, issued: (token: string) => void) {
    this.#issued = issued;
    this.#now = now;
  }

  get list(): readonly ApiToken[] {
    return [...this.#tokens.values()];
  }

  /** The rules of section 2.3 that a label breaks, in words. */
  labelProblems(label: string): string[] {
    const problems: string[] = [];
    if (label.length < 3) {
      problems.push('A label needs at least 3 characters.');
    }
    if (label.length > 50) {
      problems.push('A label has at most 50 characters.');
    }
    if (/[^A-Za-z0-9_-]/.test(label)) {
      problems.push('A label has only letters, digits, hyphens and underscores.');
    }
    if (this.list.some((token) => token.label === label)) {
      problems.push('Another token has this label already.');
    }
    return problems;
  }

  /** Makes a token and returns its value, which is shown nowhere again (section 2.3). */
  async create(wanted: NewToken = {}): Promise<string> {
    const label = wanted.label ?? `token-${++this.#created}`;
    const problems = this.labelProblems(label);
    if (problems.length > 0) {
      throw new Error(problems.join(' '));
    }

    const issuedAt = wanted.issuedAt ?? this.#now();
    const expiresAt = wanted.expiresAt ?? issuedAt + (wanted.lifetimeDays ?? 30) * day;
    const token: ApiToken = {
      id: randomUUID(),
      label,
      issuedAt,
      expiresAt,
      licensed: wanted.license !== 'inactive',
    };
    const value = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(token.id)
      .setIssuedAt(Math.floor(issuedAt / 1000))
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .sign(this.#key);
    this.#tokens.set(token.id, token);
    this.#issued(value);
    return value;
  }

  delete(id: string): void {
    this.#tokens.delete(id);
  }

  /** Why a request with this Authorization header is refused (sections 5.1 and 7). */
  async check(authorization: string | undefined): Promise<Refusal | undefined> {
    const value = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (value === undefined) {
      return { status: 401, reason: 'The request carries no bearer token.' };
    }
    const token = this.#find(value);
    if (token === undefined) {
      return { status: 401, reason: 'The token is malformed or not known here.' };
    }
    if (!(await this.#verifies(value))) {
      return { status: 403, reason: 'The token has expired or could not be verified.' };
    }
    if (!token.licensed) {
      return { status: 402, reason: 'The license was not active when the token was created.' };
    }
    return undefined;
  }

  #find(value: string): ApiToken | undefined {
    try {
      return this.#tokens.get(decodeJwt(value).jti ?? '');
    } catch {
      return undefined;
    }
  }

  async #verifies(value: string): Promise<boolean> {
    try {
      const { payload } = await jwtVerify(value, this.#key, {
        algorithms: ['HS256'],
        currentDate: new Date(this.#now()),
        requiredClaims: ['exp', 'iat'],
      });
      return (payload.iat ?? Infinity) * 1000 <= this.#now() + clockSkew;
    } catch {
      return false;
    }
  }
}
