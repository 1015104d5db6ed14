import * as l10n from '@vscode/l10n';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from '../vscode';
import { plainLine, withoutIcons } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { platformTokenStatusText } from '../../core/wiki/platformToken';
import { addConnection, connectResultText, type ConnectResult } from '../connection/addConnection';
import { pickConnection } from '../connection/pickConnection';
import { platformTokenItem, setPlatformToken } from '../connection/platformToken';
import { askAndStoreToken } from '../connection/testConnection';
import { isMarkdown } from '../page/document';
import { waitInBox } from '../prompt/inputBox';
import { onlyStep, askChoice, back, backButton, type ChoiceItem } from '../prompt/steps';
import { askPlace } from './askTarget';
import { stepFor } from './windowPerson';
import { wikisFor } from './wikis';
import type { WindowServices } from '../windowServices';

/** How long the next question waits for the names of the place. */
const mostWaitMs = 1_000;

export async function setUp(services: WindowServices): Promise<void> {
  const connected = await connect(services);
  if (connected === undefined) {
    return;
  }
  const isPlaced = await offerPlace(services, connected);
  if (isPlaced === undefined) {
    return;
  }
  if (isPlaced && openMarkdown() !== undefined) {
    await vscode.commands.executeCommand('publishToWiki.publish');
  } else {
    await offerNext(services, connected);
  }
}

async function connect(services: WindowServices): Promise<ConnectResult | undefined> {
  if (services.settings.read().connections.length === 0) {
    const title = l10n.t('Set Up: Endpoint and API Token');
    return addConnection(services, { title, name: await namedConnection(services) });
  }
  const connection = await pickConnection(services);
  if (connection === undefined) {
    return undefined;
  }
  const entered = await askAndStoreToken(
    services,
    connection,
    await services.tokens.get(connection.endpoint),
  );
  if (entered === undefined) {
    return undefined;
  }
  const tokenStatus = await services.lookups.platformTokenStatus(connection.endpoint);
  const stored = tokenStatus === undefined ? '' : platformTokenStatusText(tokenStatus);
  return { connection, resultText: sentences(connectResultText(connection, entered.tested), stored) };
}

/** Returns the name that the open file has for its connection. */
async function namedConnection({ flow }: WindowServices): Promise<string | undefined> {
  const open = openMarkdown();
  if (open === undefined) {
    return undefined;
  }
  const { row } = await flow.read(open.uri.toString(), { text: open.getText() });
  return row.file.input?.document.frontMatter.connection;
}

/**
 * Asks for what a publish would ask for. True if the place is known, or if no folder is open, so that the publish asks
 * for it; false if the person skipped the question.
 */
async function offerPlace(
  services: WindowServices,
  { connection: { endpoint }, resultText }: ConnectResult,
): Promise<boolean | undefined> {
  const folder = currentFolder();
  if (folder === undefined) {
    return true;
  }
  const title = l10n.t('Set Up: The Page to Publish Under');
  const newFile = `${folder.uri.toString()}/untitled.md`;
  const open = openMarkdown();
  const isInFolder = open !== undefined && vscode.workspace.getWorkspaceFolder(open.uri) === folder;
  // Where no file of the folder is open, the place of a new, empty one is decided.
  const [uri, text] = isInFolder ? [open.uri.toString()] : [newFile, ''];
  const page = await waitInBox(title, l10n.t('Reading {0}', plainLine(folder.name)), () =>
    services.flow.read(uri, { text, chosen: { endpoint } }),
  );
  if (page === undefined) {
    return undefined;
  }
  const { decision } = page;
  if (decision.origins.parent === 'frontMatter' || decision.origins.parent === 'setting') {
    return true;
  }
  // The wiki is known, so there is no step for it.
  const wikis = { ...wikisFor(services, page.row.file), connections: [] };
  const place = await askPlace(title, { ...wikis.knownTargetFor(endpoint), endpoint }, wikis, {
    from: decision.target === undefined ? stepFor(decision) : 'parent',
    said: sentences(
      l10n.t('Copy the address of the page in your browser, and paste it here.'),
      resultText,
      l10n.t('The arrow at the top right skips this step.'),
    ),
    isCounted: false,
    leaveButton: {
      iconPath: new vscode.ThemeIcon('debug-step-over'),
      tooltip: l10n.t('Skip: You Are Asked When You Publish'),
    },
  });
  if (place === undefined) {
    return undefined;
  }
  if (place === back) {
    return false;
  }
  await services.folderTargets.remember([newFile], place);
  const lookUp = (): Promise<unknown> => Promise.race([services.names.lookUp([place]), delay(mostWaitMs)]);
  await waitInBox(title, l10n.t('Reading the page from the wiki…'), lookUp);
  const where = withoutIcons(services.names.text(place));
  // Only a lookup tells the page’s name.
  const isFound = services.names.name(place, 'parent') !== undefined;
  await (isFound && services.recentPlaces.remember(endpoint, place));
  vscode.window.setStatusBarMessage(l10n.t('Your pages go under {0}.', where), 5_000);
  return true;
}

function currentFolder(): vscode.WorkspaceFolder | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

function openMarkdown(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && isMarkdown(document) ? document : undefined;
}

type Next = readonly [command: string, argument?: unknown] | 'platformToken';

async function offerNext(services: WindowServices, { connection, resultText }: ConnectResult): Promise<void> {
  const open = openMarkdown();
  const files: readonly ChoiceItem<Next>[] = [
    ...(open === undefined
      ? []
      : [
          {
            label: `$(cloud-upload) ${l10n.t('Publish This File')}`,
            description: vscode.workspace.asRelativePath(open.uri),
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
      items: [...files, ...(canLookUp ? [] : [platformTokenItem<Next>('platformToken')])],
    });
    if (chosen !== 'platformToken') {
      await (typeof chosen === 'object' && vscode.commands.executeCommand(...chosen));
      return;
    }
    if ((await setPlatformToken(services, connection, { leaveButton: backButton })) === undefined) {
      return;
    }
  }
}
