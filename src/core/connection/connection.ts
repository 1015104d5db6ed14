import * as l10n from '@vscode/l10n';
import { parseEndpoint } from './endpoint';
import type { Parsed } from '../text/parsed';
import { withoutIcons } from '../text/plainLine';
import { tokenInTextProblem } from '../text/tokenInText';

export interface Connection {
  readonly name: string;
  /** The address of the import endpoint (contract 4.1), normalized, since API tokens are stored under it. */
  readonly endpoint: string;
}

export interface Connections {
  readonly connections: readonly Connection[];
  readonly problems: readonly string[];
}

export function connectionPickItem(
  { name, endpoint }: Connection,
  note?: string,
): { label: string; description?: string } {
  const { host } = new URL(endpoint);
  const description = [host === name ? undefined : host, note].filter(Boolean).join(' · ');
  return { label: withoutIcons(name), ...(description !== '' && { description }) };
}

/** Undefined if no connection has the endpoint, and also if there is only one, which needs no name. */
export function nameAmong(connections: readonly Connection[], endpoint: string): string | undefined {
  return connections.length > 1 ? connections.find((each) => each.endpoint === endpoint)?.name : undefined;
}

/** `name`: what `nameAmong` returned. */
export function withConnectionName(text: string, name: string | undefined): string {
  return name === undefined ? text : l10n.t('{0} ({1})', text, name);
}

/** People edit `publishToWiki.connections` by hand: a mistake in one entry must not make the others unusable. */
export function parseConnections(setting: unknown): Connections {
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(setting) ? (setting as unknown[]) : []).entries()) {
    const parsed = parseConnection(entry);
    if (parsed.problem !== undefined) {
      problems.push(l10n.t('Connection {0} in your settings is not used: {1}', index + 1, parsed.problem));
    } else if (connections.some(({ endpoint }) => endpoint === parsed.value.endpoint)) {
      problems.push(
        l10n.t(
          'Connection {0} in your settings is not used: another connection has the same address.',
          index + 1,
        ),
      );
    } else {
      connections.push(parsed.value);
    }
  }
  return { connections, problems };
}

function parseConnection(entry: unknown): Parsed<Connection> {
  const { name, endpoint } = (entry ?? {}) as { name?: unknown; endpoint?: unknown };
  if (typeof endpoint !== 'string') {
    return { problem: l10n.t('It has no endpoint.') };
  }
  const address = parseEndpoint(endpoint);
  if (address.problem !== undefined) {
    return address;
  }
  const named = typeof name === 'string' && name.trim() !== '';
  return { value: { name: named ? name.trim() : suggestName(address.value), endpoint: address.value } };
}

/** Returns the host, such as `wiki.example.com`, or `wiki.example.com 2` if a connection of that name is `taken`. */
export function freeConnectionName(endpoint: string, taken: readonly Connection[]): string {
  const host = suggestName(endpoint);
  const names = new Set(taken.map(({ name }) => name));
  for (let name = host, number = 2; ; name = `${host} ${number}`, number++) {
    if (!names.has(name)) {
      return name;
    }
  }
}

/** Names differ, since front matter tells connections apart by them. An empty `text` stands for `proposed`. */
export function parseConnectionName(
  text: string,
  proposed: string,
  taken: readonly Connection[],
): Parsed<string> {
  const name = text.trim() || proposed;
  const problem = taken.some((each) => each.name === name)
    ? l10n.t('Another connection has this name.')
    : tokenInTextProblem(name);
  return problem === undefined ? { value: name } : { problem };
}

function suggestName(endpoint: string): string {
  return new URL(endpoint).host;
}
