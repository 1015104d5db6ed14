import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { parseObject } from '../../../core/text/json';
import { Secret } from '../../../core/text/secret';

/** The pair of tokens that the provider expects and honours now. */
export interface Pair {
  /** How many refreshes ago the chain was begun. */
  readonly generation: number;
  readonly refreshToken: Secret;
  readonly accessToken: Secret | undefined;
  readonly refreshedAt: number;
  /** The provider's clock minus ours, when the pair was received. */
  readonly clockOffsetMs: number;
}

/** The key that pairs are sealed with; `madeAt` tells a window that lacks it whether it could have it. */
export interface DataKey {
  readonly id: string;
  readonly madeAt: number;
  readonly bytes: Secret;
}

/** What can be read without the key. */
export interface JournalHeader {
  readonly chain: string;
  readonly generation: number;
  readonly keyId: string;
  readonly keyMadeAt: number;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

export function newDataKey(now: number): DataKey {
  const bytes = new Secret(randomBytes(32).toString('base64'));
  return { id: randomBytes(8).toString('hex'), madeAt: now, bytes };
}

export function sealPair(chain: string, key: DataKey, pair: Pair): string {
  const header = { chain, generation: pair.generation, keyId: key.id, keyMadeAt: key.madeAt };
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.bytes.reveal(), 'base64'), nonce);
  cipher.setAAD(boundTo(header));
  const members = {
    refreshToken: pair.refreshToken.reveal(),
    accessToken: pair.accessToken?.reveal(),
    refreshedAt: pair.refreshedAt,
    clockOffsetMs: pair.clockOffsetMs,
  };
  const sealed = Buffer.concat([nonce, cipher.update(JSON.stringify(members), 'utf8'), cipher.final()]);
  return spell(header, Buffer.concat([sealed, cipher.getAuthTag()]));
}

export function readHeader(text: string): JournalHeader | undefined {
  return parseJournal(text)?.header;
}

/** Undefined for anything but the very text that was sealed with this key for this chain. */
export function openPair(text: string, chain: string, key: DataKey): Pair | undefined {
  const journal = parseJournal(text);
  if (journal?.header.chain !== chain || journal.header.keyId !== key.id) {
    return undefined;
  }
  const members = parseObject(unseal(journal.sealed, key, journal.header) ?? '');
  if (!members) {
    return undefined;
  }
  const { refreshToken, accessToken, refreshedAt, clockOffsetMs } = members;
  if (typeof refreshToken !== 'string' || typeof refreshedAt !== 'number') {
    return undefined;
  }
  return {
    generation: journal.header.generation,
    refreshToken: new Secret(refreshToken),
    accessToken: typeof accessToken === 'string' ? new Secret(accessToken) : undefined,
    refreshedAt,
    clockOffsetMs: typeof clockOffsetMs === 'number' ? clockOffsetMs : 0,
  };
}

function unseal(sealed: Buffer, key: DataKey, header: JournalHeader): string | undefined {
  try {
    const nonce = sealed.subarray(0, nonceBytes);
    const keyBytes = Buffer.from(key.bytes.reveal(), 'base64');
    const cipher = createDecipheriv('aes-256-gcm', keyBytes, nonce, { authTagLength: tagBytes });
    cipher.setAAD(boundTo(header));
    cipher.setAuthTag(sealed.subarray(-tagBytes));
    return cipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}

function parseJournal(text: string): { header: JournalHeader; sealed: Buffer } | undefined {
  const { chain, generation, keyId, keyMadeAt, sealed } = parseObject(text) ?? {};
  if (typeof chain !== 'string' || typeof keyId !== 'string' || typeof sealed !== 'string') {
    return undefined;
  }
  if (typeof generation !== 'number' || typeof keyMadeAt !== 'number') {
    return undefined;
  }
  const header = { chain, generation, keyId, keyMadeAt };
  const bytes = Buffer.from(sealed, 'base64');
  // Spelled again it must be the same: a flipped bit that means nothing is still not what we wrote.
  return spell(header, bytes) === text ? { header, sealed: bytes } : undefined;
}

function spell(header: JournalHeader, sealed: Buffer): string {
  return JSON.stringify({ version, ...header, sealed: sealed.toString('base64') });
}

function boundTo(header: JournalHeader): Buffer {
  const { chain, generation, keyId, keyMadeAt } = header;
  return Buffer.from(`publish-to-wiki journal ${version}\n${chain}\n${generation}\n${keyId}\n${keyMadeAt}`);
}
