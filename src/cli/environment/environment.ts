import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { readApiToken, type ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { parseEndpoint } from '../../core/connection/endpoint';
import { Secret } from '../../core/text/secret';
import { hasToken } from '../../core/text/tokenInText';
import type { PlatformToken } from '../../core/wiki/platformToken';
import { parseSite } from '../../core/wiki/site';
import { parseParent } from '../../core/wiki/target';
import { codeOf } from '../../services/disk/disk';
import { isInteractive } from './ci';
import { maskSecret } from './secrets';
import { UsageError } from './usageError';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a UsageError if an argument looks like a token, since other users see arguments in the list of processes. */
export function refuseSecrets(args: readonly string[]): void {
  if (args.some((each) => hasToken(each))) {
    throw new UsageError(
      l10n.t(
        'One of the arguments looks like a token. Others can read arguments: set WIKI_API_TOKEN, or use --token-file.',
      ),
    );
  }
}

/**
 * `name`: undefined to call the connection like the endpoint’s host. Throws a UsageError if the endpoint is missing,
 * invalid or not allowed.
 */
export function readConnection(environment: Environment, name: string | undefined): Connection {
  const endpoint = parseEndpoint(requiredVariable(environment, 'WIKI_IMPORT_ENDPOINT'));
  if (endpoint.problem !== undefined) {
    throw new UsageError(`WIKI_IMPORT_ENDPOINT: ${endpoint.problem}`);
  }
  requireAllowedOrigin(environment, endpoint.value);
  return { name: name ?? new URL(endpoint.value).host, endpoint: endpoint.value };
}

/** Throws a UsageError if WIKI_ALLOWED_ORIGINS does not name the origin of an address that gets a token. */
function requireAllowedOrigin(environment: Environment, address: string): void {
  const { origin } = new URL(address);
  const allowed = listIn(environment, 'WIKI_ALLOWED_ORIGINS');
  if (allowed !== undefined && !allowed.includes(origin)) {
    throw new UsageError(l10n.t('{0} is not in WIKI_ALLOWED_ORIGINS. Nothing was sent.', origin));
  }
}

export async function readToken(environment: Environment, file: string | undefined): Promise<ApiToken> {
  const text =
    file === undefined ? requiredVariable(environment, 'WIKI_API_TOKEN') : await readSecretFile(file);
  maskSecret(text.trim());
  const token = readApiToken(text);
  if (token.problem !== undefined) {
    throw new UsageError(`${file === undefined ? 'WIKI_API_TOKEN' : '--token-file'}: ${token.problem}`);
  }
  return token.value;
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw unreadableFileError('--token-file', error);
  }
}

export function unreadableFileError(option: string, cause: unknown): UsageError {
  return new UsageError(l10n.t('The file of {0} can’t be read ({1}).', option, codeOf(cause)), { cause });
}

export interface PlatformCredentials {
  readonly site: string;
  readonly token: PlatformToken;
}

/** Throws a UsageError for a platform token without a valid WIKI_SITE, the only site that it may be sent to. */
export function readPlatformCredentials(environment: Environment): PlatformCredentials | undefined {
  const secret = environment.WIKI_PLATFORM_TOKEN?.trim() ?? '';
  const email = environment.WIKI_PLATFORM_EMAIL?.trim();
  if (secret === '') {
    return undefined;
  }
  const site = parseSite(requiredVariable(environment, 'WIKI_SITE'));
  if (site.problem !== undefined) {
    throw new UsageError(`WIKI_SITE: ${site.problem}`);
  }
  requireAllowedOrigin(environment, site.value);
  return { site: site.value, token: { secret: new Secret(secret), ...(email && { email }) } };
}

/** The IDs of the spaces and parent pages that pages may go to; undefined allows all. */
export interface AllowedPlaces {
  readonly spaces: readonly string[] | undefined;
  readonly parents: readonly string[] | undefined;
}

export function readAllowedPlaces(environment: Environment): AllowedPlaces {
  return {
    spaces: listIn(environment, 'WIKI_ALLOWED_SPACES'),
    parents: listIn(environment, 'WIKI_ALLOWED_PARENTS')?.map((id) => parseParent(id).value ?? id),
  };
}

/**
 * Undefined allows everything. An empty value throws where nobody can be asked: the CI variable behind it is
 * probably not set.
 */
function listIn(environment: Environment, name: string): readonly string[] | undefined {
  const value = environment[name];
  const entries = value?.split(/[,\s]+/).filter(Boolean) ?? [];
  if (value !== undefined && entries.length === 0 && !isInteractive(environment)) {
    throw new UsageError(l10n.t('{0} is not set.', name));
  }
  return entries.length === 0 ? undefined : entries;
}

function requiredVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (value === undefined || value.trim() === '') {
    throw new UsageError(l10n.t('{0} is not set.', name));
  }
  return value;
}
