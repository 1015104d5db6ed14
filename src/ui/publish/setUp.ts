import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { plainLine } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { platformTokenStatusText } from '../../core/wiki/platformToken';
import { addConnection, connectResultText, type ConnectResult } from '../connection/addConnection';
import { pickConnection } from '../connection/pickConnection';
import { askAndStoreToken } from '../connection/testConnection';
import { baseNameOf, isMarkdown } from '../page/document';
import { waitInBox } from '../prompt/inputBox';
import { onlyStep, askChoice } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** Connects to a wiki, then publishes the open file. */
export async function setUp(services: WindowServices): Promise<void> {
  const connected = await connect(services);
  if (connected === undefined) {
    return;
  }
  const open = openMarkdown();
  if (open === undefined) {
    await offerFiles(connected.resultText);
    return;
  }
  // Until the first box of the publish takes its place, a box keeps keys from the document.
  const reading = l10n.t('Reading {0}', plainLine(baseNameOf(open.uri)));
  await waitInBox(l10n.t('Publish to Wiki'), reading, async () =>
    vscode.commands.executeCommand('publishToWiki.publish'),
  );
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

function openMarkdown(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && isMarkdown(document) ? document : undefined;
}

/** Where no Markdown file is open, there is nothing to publish yet. */
async function offerFiles(resultText: string): Promise<void> {
  const chosen = await askChoice<readonly [command: string, argument: unknown]>(
    onlyStep(l10n.t('Set Up: Ready to Publish')),
    {
      placeholder: resultText,
      items: [
        {
          label: `$(go-to-file) ${l10n.t('Open a Markdown File…')}`,
          answer: ['workbench.action.quickOpen', '.md '],
        },
        {
          label: `$(new-file) ${l10n.t('Write a New Markdown File')}`,
          answer: ['workbench.action.files.newUntitledFile', { languageId: 'markdown' }],
        },
      ],
    },
  );
  await (typeof chosen === 'object' && vscode.commands.executeCommand(...chosen));
}
