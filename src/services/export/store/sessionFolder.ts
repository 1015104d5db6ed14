import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Secret } from '../../../core/text/secret';
import type { Client } from '../../../core/export/tokenRequest';
import { codeOf, type Disk } from '../platform/disk';

export interface ClaimName {
  readonly file: string;
  readonly chain: string;
  readonly generation: number;
  readonly fingerprint: string;
  /** The number of this try to present the token. */
  readonly level: number;
}

/** The names in a session's folder: together they say which chain counts and what was ever presented. */
export interface Listing {
  /** The chain begun last; chains are numbered, so no clock is asked. */
  readonly chain: string | undefined;
  readonly claims: readonly ClaimName[];
  readonly files: readonly string[];
}

const chainShape = '\\d{6}-[0-9a-f]{16}';
const fileShape = new RegExp(`^(?:journal|ended|claim)\\.(${chainShape})(?:\\.|$)`);
const claimShape = new RegExp(`^claim\\.(${chainShape})\\.(\\d+)\\.([0-9a-f]{32})\\.(\\d+)$`);

/** One folder for each identity provider and client. */
export function sessionFolder(storageFolder: string, client: Client): string {
  return path.join(storageFolder, `export-${digest('account', `${client.authUrl}\n${client.clientId}`)}`);
}

export function fingerprintOf(refreshToken: Secret): string {
  return digest('refresh token', refreshToken.reveal());
}

export const journalFile = (chain: string): string => `journal.${chain}`;
export const endedFile = (chain: string): string => `ended.${chain}`;
export const claimFile = (chain: string, generation: number, fingerprint: string, level: number): string =>
  `claim.${chain}.${generation}.${fingerprint}.${level}`;

export async function list(disk: Disk, folder: string): Promise<Listing> {
  const files = await namesIn(disk, folder);
  const chains = files.map((file) => fileShape.exec(file)?.[1]).filter((chain) => chain !== undefined);
  return {
    chain: chains.sort().at(-1),
    claims: files.map(parseClaim).filter((it) => it !== undefined),
    files,
  };
}

export function nextChain(current: string | undefined): string {
  const number = current === undefined ? 0 : Number(current.slice(0, 6));
  return `${String(number + 1).padStart(6, '0')}-${randomBytes(8).toString('hex')}`;
}

/** The newest generation whose token was claimed: a token older than that has been replaced. */
export function newestClaimed(listing: Listing, chain: string): number {
  return Math.max(-1, ...listing.claims.filter((it) => it.chain === chain).map((it) => it.generation));
}

async function namesIn(disk: Disk, folder: string): Promise<string[]> {
  try {
    return await disk.readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

function parseClaim(file: string): ClaimName | undefined {
  const [, chain, generation, fingerprint, level] = claimShape.exec(file) ?? [];
  if (!chain || !fingerprint) {
    return undefined;
  }
  return { file, chain, generation: Number(generation), fingerprint, level: Number(level) };
}

function digest(domain: string, text: string): string {
  return createHash('sha256').update(`publish-to-wiki ${domain}\n${text}`).digest('hex').slice(0, 32);
}
