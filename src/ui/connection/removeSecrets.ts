import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { UserError } from '../../core/text/errors';
import { plainLine } from '../../core/text/plainLine';
import type { Connection } from '../../core/connection/connection';
import type { StoredSecret } from '../../services/connection/storedSecrets';
import { removeUnusedPlatformToken } from './platformToken';
import type { WindowServices } from '../windowServices';

/**
 * Removes all stored tokens and secrets, and ends the export sessions with their files. Throws a `UserError` if
 * something is left.
 */
export async function removeSecrets({
  keptSecrets,
  endExportSession,
  exportServices,
}: Pick<WindowServices, 'keptSecrets' | 'endExportSession' | 'exportServices'>): Promise<void> {
  (await exportServices.signIn()).forget();
  const kept = await keptSecrets.list();
  const clients = kept.filter((secret) => secret.kind === 'export');
  const ended = await Promise.allSettled(clients.map((client) => endExportSession(client)));
  const removed = await keptSecrets.removeAll();
  if (!removed || ended.some(({ status }) => status === 'rejected')) {
    throw new UserError(
      l10n.t('Not all secrets could be removed. Unlock this computer’s keyring, then try again.'),
    );
  }
}

/** Asks first. Removes the connection, its API token and an unused platform token, but no records of its pages. */
export async function removeConnection(services: WindowServices, connection: Connection): Promise<void> {
  const { settings, tokens, sites } = services;
  const remove = l10n.t('Remove');
  const answer = await vscode.window.showWarningMessage(
    l10n.t('Remove the connection “{0}” and its tokens?', connection.name),
    { modal: true, detail: l10n.t('The pages in the wiki are left as they are.') },
    remove,
  );
  if (answer !== remove) {
    return;
  }
  const site = sites.of(connection.endpoint);
  const others = settings.read().connections.filter(({ endpoint }) => endpoint !== connection.endpoint);
  await tokens.delete(connection.endpoint);
  await removeUnusedPlatformToken(services, site, others);
  await settings.remove(connection);
}

export function describeSecrets(kept: readonly StoredSecret[], connections: readonly Connection[]): string {
  return kept.map((secret) => `• ${describe(secret, connections)}`).join('\n');
}

function describe(secret: StoredSecret, connections: readonly Connection[]): string {
  switch (secret.kind) {
    case 'apiToken': {
      const name = connections.find(({ endpoint }) => endpoint === secret.endpoint)?.name;
      return name === undefined
        ? l10n.t('API token for {0}, which no connection uses', plainLine(secret.endpoint))
        : l10n.t('API token for {0}: {1}', name, plainLine(secret.endpoint));
    }
    case 'platformToken':
      return l10n.t('Platform token for {0}', plainLine(secret.site));
    case 'export':
      return l10n.t(
        'Export session and client secret of {0} at {1}',
        plainLine(secret.clientId),
        plainLine(secret.authUrl),
      );
  }
}
