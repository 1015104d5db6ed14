import type { WorkspaceConfiguration } from 'vscode';
import {
  parseAuthorizationSettings,
  parseAuthUrl,
  parseClientId,
  parseExportClient,
  type ExportClient,
} from '../../core/export/exportClient';
import { parsePageExport, type PageExportTemplate } from '../../core/export/pageExport';
import type { Client } from '../../core/export/tokenRequest';
import { membersOf } from '../../core/text/json';
import type { Parsed } from '../../core/text/parsed';
import { updateSetting } from '../shared/updateSetting';

const key = 'export';
/** The same as `ConfigurationTarget.Global`, which can't be used here: services import only types of `vscode`. */
const user = true;

/** Reads and changes the user's settings alone, since a workspace must not decide where tokens are sent. */
export class ExportSettings {
  constructor(private readonly configuration: () => Pick<WorkspaceConfiguration, 'inspect' | 'update'>) {}

  client(): Parsed<ExportClient> | undefined {
    return parseExportClient(this.#setting());
  }

  /** Returns the problem of `authorizeUrl` or `scopes`, which entering another client would not solve. */
  problem(): string | undefined {
    return parseAuthorizationSettings(this.#setting()).problem;
  }

  pageExport(): Parsed<PageExportTemplate> | undefined {
    return parsePageExport((this.#setting() as { page?: unknown }).page);
  }

  knownClient(): Partial<Client> {
    const { authUrl, clientId } = this.#setting() as { authUrl?: unknown; clientId?: unknown };
    return {
      ...(typeof authUrl === 'string' && definedOnly({ authUrl: parseAuthUrl(authUrl).value })),
      ...(typeof clientId === 'string' && definedOnly({ clientId: parseClientId(clientId).value })),
    };
  }

  /** `page`: undefined to keep the one that is set. */
  async store({ authUrl, clientId, page }: Client & { readonly page?: unknown }): Promise<void> {
    const known = this.knownClient();
    if (known.authUrl !== authUrl || known.clientId !== clientId || page !== undefined) {
      const changed = { ...this.#setting(), authUrl, clientId, ...(page !== undefined && { page }) };
      await updateSetting(this.configuration(), key, changed, user);
    }
  }

  #setting(): Readonly<Record<string, unknown>> {
    return membersOf(this.configuration().inspect(key)?.globalValue);
  }
}

function definedOnly(members: { [Name in keyof Client]?: string | undefined }): Partial<Client> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
