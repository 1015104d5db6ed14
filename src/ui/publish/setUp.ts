import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withoutIcons } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { platformTokenStatusText } from '../../core/wiki/platformToken';
import { addConnection, connectedText, type ConnectResult } from '../connection/addConnection';
import { pickConnection } from '../connection/pickConnection';
import { platformTokenItems, setPlatformToken } from '../connection/platformToken';
import { enterToken, statusBarProgress, runConnectionTest } from '../connection/testConnection';
import { isMarkdown } from '../page/document';
import { onlyStep, askChoice, back, type ChoiceItem } from '../prompt/steps';
import { askPlace } from './askTarget';
import { wikisFor } from './wikis';
import type { WindowServices } from '../windowServices';

export async function setUp(services: WindowServices): Promise<void> {
  const connected = await connect(services);
  if (connected === undefined) {
    return;
  }
  const isPlaced = await offerPlace(services, connected);
  if (isPlaced && currentFile() !== undefined) {
    await vscode.commands.executeCommand('publishToWiki.publish');
  } else {
    await offerNext(services, connected);
  }
}

async function connect(services: WindowServices): Promise<ConnectResult | undefined> {
  if (services.settings.read().connections.length === 0) {
    return addConnection(services, l10n.t('Set Up: Endpoint and API Token'));
  }
  const connection = await pickConnection(services);
  if (connection === undefined) {
    return undefined;
  }
  const token = await services.tokens.get(connection.endpoint);
  const tested =
    token === undefined
      ? (await enterToken(services, connection))?.tested
      : await runConnectionTest(services, connection, token, statusBarProgress);
  const tokenStatus = tested && (await services.lookups.tryStored(connection.endpoint));
  const stored = tokenStatus === undefined ? '' : platformTokenStatusText(tokenStatus);
  return tested && { connection, resultText: sentences(connectedText(connection, tested), stored) };
}

/** True if the place is known, or if no folder is open, so that the publish asks for it. */
async function offerPlace(
  services: WindowServices,
  { connection: { endpoint }, resultText }: ConnectResult,
): Promise<boolean> {
  const folder = currentFolder();
  if (folder === undefined) {
    return true;
  }
  // `folderTargets` takes the URI of a file; any file in the folder would do.
  const anyFile = `${folder.uri.toString()}/index.md`;
  const named = vscode.workspace.getConfiguration('publishToWiki', folder.uri).get('parent');
  if (named !== '' || services.folderTargets.defaultsFor(anyFile, {}).endpoint === endpoint) {
    return true;
  }
  const title = l10n.t('Set Up: The Page to Publish Under');
  const skip = l10n.t('Press Escape to skip this.');
  const place = await askPlace(title, { endpoint }, wikisFor(services, undefined), {
    from: 'space',
    said: sentences(resultText, skip),
  });
  if (place === undefined || place === back) {
    return false;
  }
  await services.folderTargets.remember([anyFile], place);
  const where = services.names.text(place);
  vscode.window.setStatusBarMessage(l10n.t('Your pages go under {0}.', withoutIcons(where)), 5_000);
  return true;
}

function currentFolder(): vscode.WorkspaceFolder | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

function currentFile(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && isMarkdown(document) ? vscode.workspace.asRelativePath(document.uri) : undefined;
}

type Next = readonly [command: string, argument?: unknown] | 'platformToken';

async function offerNext(services: WindowServices, { connection, resultText }: ConnectResult): Promise<void> {
  const name = currentFile();
  const files: readonly ChoiceItem<Next>[] = [
    ...(name === undefined
      ? []
      : [
          {
            label: `$(cloud-upload) ${l10n.t('Publish This File')}`,
            description: name,
            answer: ['publishToWiki.publish'] as const,
          },
        ]),
    {
      label: `$(go-to-file) ${l10n.t('Open a Markdown File…')}`,
      answer: ['workbench.action.quickOpen', '.md '],
    },
    {
      label: `$(new-file) ${l10n.t('Write a New Markdown File')}`,
      answer: ['workbench.action.files.newUntitledFile', { languageId: 'markdown' }],
    },
  ];
  for (;;) {
    const canLookUp = await services.lookups.canLookUp(connection.endpoint);
    const chosen = await askChoice<Next>(onlyStep(l10n.t('Set Up: Ready to Publish')), {
      placeholder: resultText,
      items: [...files, ...(canLookUp ? [] : platformTokenItems<Next>('platformToken', ''))],
    });
    if (chosen !== 'platformToken') {
      await (typeof chosen === 'object' && vscode.commands.executeCommand(...chosen));
      return;
    }
    await setPlatformToken(services, connection);
  }
}
