import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Secret } from '../../../core/text/secret';
import type { Client } from '../../../core/export/tokenRequest';
import { shortHash } from '../../shared/shortHash';
import { codeOf, type Disk } from '../../disk/disk';

export interface LeaseName {
  readonly file: string;
  readonly family: string;
  readonly rotation: number;
  readonly fingerprint: string;
  /** Counts the attempts to send the refresh token of one rotation, from 0. */
  readonly attempt: number;
}

export interface Listing {
  /** Names the newest sign-in, found by the number in its name (2 in `000002-…`), since clocks may be wrong. */
  readonly family: string | undefined;
  readonly leases: readonly LeaseName[];
  readonly files: readonly string[];
}

const familyShape = '\\d{6}-[0-9a-f]{16}';
/** Temporary files don't match, since a sign-in that was not finished replaces no other. */
const familyFile = new RegExp(`^(?:journal|ended)\\.(${familyShape})$`);
const leaseShape = new RegExp(`^lease\\.(${familyShape})\\.(\\d+)\\.([0-9a-f]{32})\\.(\\d+)$`);

export function sessionFolder(storageFolder: string, client: Client): string {
  return path.join(storageFolder, `export-${digest('account', `${client.authUrl}\n${client.clientId}`)}`);
}

export function fingerprintOf(refreshToken: Secret): string {
  return digest('refresh token', refreshToken.reveal());
}

export const journalFile = (family: string): string => `journal.${family}`;
/** Matches the temporary file that `reserveFile` renames to the journal once it is written. */
export const isUnfinishedJournal = (file: string, family: string): boolean =>
  file.startsWith(`${journalFile(family)}.`) && file.endsWith('.tmp');
export const endedFile = (family: string): string => `ended.${family}`;
export const leaseFile = (family: string, rotation: number, fingerprint: string, attempt: number): string =>
  `lease.${family}.${rotation}.${fingerprint}.${attempt}`;

export async function listFolder(disk: Disk, folder: string): Promise<Listing> {
  const files = await namesIn(disk, folder);
  const leases = files.map(parseLease).filter((it) => it !== undefined);
  const families = [
    ...files.map((file) => familyFile.exec(file)?.[1]),
    ...leases.map(({ family }) => family),
  ];
  return {
    family: families
      .filter((family) => family !== undefined)
      .sort()
      .at(-1),
    leases,
    files,
  };
}

export function nextFamily(current: string | undefined): string {
  const number = current === undefined ? 0 : Number(current.slice(0, 6));
  return `${String(number + 1).padStart(6, '0')}-${randomBytes(8).toString('hex')}`;
}

export function newestLease(leases: readonly LeaseName[]): LeaseName | undefined {
  return leases.reduce<LeaseName | undefined>((top, it) => (top && isNewer(top, it) ? top : it), undefined);
}

function isNewer(one: LeaseName, other: LeaseName): boolean {
  return one.rotation === other.rotation ? one.attempt > other.attempt : one.rotation > other.rotation;
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

function parseLease(file: string): LeaseName | undefined {
  const [, family, rotation, fingerprint, attempt] = leaseShape.exec(file) ?? [];
  if (!family || !fingerprint) {
    return undefined;
  }
  return { file, family, rotation: Number(rotation), fingerprint, attempt: Number(attempt) };
}

/** Includes the computer, since windows on several computers may share one secret storage. */
export function sessionPlace(machine: string, folder: string): string {
  return digest('place', `${machine}\n${folder}`);
}

function digest(domain: string, text: string): string {
  return shortHash(`publish-to-wiki ${domain}\n${text}`);
}
