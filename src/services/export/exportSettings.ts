import type { WorkspaceConfiguration } from 'vscode';
import {
  parseAuthUrl,
  parseClientId,
  parseExportClient,
  type ExportClient,
} from '../../core/export/exportClient';
import { parsePageExport, type PageExport } from '../../core/export/pageExport';
import type { Client } from '../../core/export/tokenRequest';
import { membersOf } from '../../core/text/json';
import type { Parsed } from '../../core/text/parsed';

const key = 'export';
/** `update` takes this for the user's settings. */
const user = true;

/** The person's own setting alone: a workspace must not name the place that tokens are sent to. */
export class ExportSettings {
  constructor(private readonly configuration: () => Pick<WorkspaceConfiguration, 'inspect' | 'update'>) {}

  /** Undefined when nothing is set yet. */
  client(): Parsed<ExportClient> | undefined {
    return parseExportClient(this.#setting());
  }

  /** How a page is had from the export API; undefined when it is not set. */
  page(): Parsed<PageExport> | undefined {
    return parsePageExport((this.#setting() as { page?: unknown }).page);
  }

  /** What of it is set and good. */
  known(): Partial<Client> {
    const { authUrl, clientId } = this.#setting() as { authUrl?: unknown; clientId?: unknown };
    return {
      ...(typeof authUrl === 'string' && set({ authUrl: parseAuthUrl(authUrl).value })),
      ...(typeof clientId === 'string' && set({ clientId: parseClientId(clientId).value })),
    };
  }

  async store({ authUrl, clientId }: Client): Promise<void> {
    const known = this.known();
    if (known.authUrl !== authUrl || known.clientId !== clientId) {
      await this.configuration().update(key, { ...this.#setting(), authUrl, clientId }, user);
    }
  }

  /** Removes the address and the client ID; what else the setting has, such as scopes, stays. */
  async forget(): Promise<void> {
    const { authUrl, clientId, ...others } = this.#setting();
    if (authUrl !== undefined || clientId !== undefined) {
      const rest = Object.keys(others).length > 0 ? others : undefined;
      await this.configuration().update(key, rest, user);
    }
  }

  #setting(): Readonly<Record<string, unknown>> {
    return membersOf(this.configuration().inspect(key)?.globalValue);
  }
}

function set(members: { [Name in keyof Client]?: string | undefined }): Partial<Client> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
