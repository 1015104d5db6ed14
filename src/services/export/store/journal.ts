import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { missingIfInvalid, parseJson, readAs } from '../../../core/text/json';
import { Secret, secretSchema } from '../../../core/text/secret';

export interface TokenSet {
  /** How often the refresh token was replaced since the sign-in. */
  readonly rotation: number;
  readonly refreshToken: Secret;
  readonly accessToken: Secret | undefined;
  readonly refreshedAt: number;
  /** The provider's clock minus the local clock, when the tokens were received. */
  readonly clockOffsetMs: number;
}

/** Encrypts the journal. By `madeAt`, a window that lacks the key decides whether a reload may bring it. */
export interface DataKey {
  readonly id: string;
  readonly madeAt: number;
  readonly bytes: Secret;
}

/** The journal's unencrypted part, which is authenticated with the tokens as additional data of AES-GCM. */
export interface JournalHeader {
  readonly family: string;
  readonly rotation: number;
  readonly keyId: string;
  readonly keyMadeAt: number;
}

const journalSchema = v.object({
  family: v.string(),
  rotation: v.number(),
  keyId: v.string(),
  keyMadeAt: v.number(),
  sealed: v.string(),
});

const tokensSchema = v.object({
  refreshToken: secretSchema,
  accessToken: missingIfInvalid(secretSchema),
  refreshedAt: v.number(),
  clockOffsetMs: v.fallback(v.number(), 0),
});

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

export function newDataKey(now: number): DataKey {
  const bytes = new Secret(randomBytes(32).toString('base64'));
  return { id: randomBytes(8).toString('hex'), madeAt: now, bytes };
}

export function sealTokens(family: string, key: DataKey, tokens: TokenSet): string {
  const header = { family, rotation: tokens.rotation, keyId: key.id, keyMadeAt: key.madeAt };
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.bytes.reveal(), 'base64'), nonce);
  cipher.setAAD(boundTo(header));
  const members = {
    refreshToken: tokens.refreshToken.reveal(),
    accessToken: tokens.accessToken?.reveal(),
    refreshedAt: tokens.refreshedAt,
    clockOffsetMs: tokens.clockOffsetMs,
  };
  const sealed = Buffer.concat([nonce, cipher.update(JSON.stringify(members), 'utf8'), cipher.final()]);
  return serializeJournal(header, Buffer.concat([sealed, cipher.getAuthTag()]));
}

export function readHeader(text: string): JournalHeader | undefined {
  return parseJournal(text)?.header;
}

export function unsealTokens(text: string, family: string, key: DataKey): TokenSet | undefined {
  const journal = parseJournal(text);
  if (journal?.header.family !== family || journal.header.keyId !== key.id) {
    return undefined;
  }
  const tokens = readAs(tokensSchema, parseJson(unseal(journal.sealed, key, journal.header) ?? ''));
  return tokens && { ...tokens, accessToken: tokens.accessToken, rotation: journal.header.rotation };
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
  const journal = readAs(journalSchema, parseJson(text));
  if (journal === undefined) {
    return undefined;
  }
  const { sealed, ...header } = journal;
  const bytes = Buffer.from(sealed, 'base64');
  // Base64 ignores some bits, so a changed file could decode to the same bytes; encoding again detects this.
  return serializeJournal(header, bytes) === text ? { header, sealed: bytes } : undefined;
}

function serializeJournal(header: JournalHeader, sealed: Buffer): string {
  return JSON.stringify({ version: formatVersion, ...header, sealed: sealed.toString('base64') });
}

function boundTo(header: JournalHeader): Buffer {
  const { family, rotation, keyId, keyMadeAt } = header;
  return Buffer.from(
    `publish-to-wiki journal ${formatVersion}\n${family}\n${rotation}\n${keyId}\n${keyMadeAt}`,
  );
}
