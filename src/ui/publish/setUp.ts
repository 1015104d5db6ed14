import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import type { Parsed } from '../../core/text/parsed';
import { quote } from '../../core/text/plain';
import { standingText } from '../../core/wiki/platformToken';
import { idsInAddress, parseParent, parseSpace } from '../../core/wiki/target';
import { pageMissing } from '../../core/wiki/whyNotFound';
import { addConnection, connectedText, type Connected } from '../connection/addConnection';
import { pickConnection } from '../connection/connect';
import { setPlatformToken } from '../connection/platformToken';
import { enterToken, inStatusBar, tryConnection } from '../connection/testConnection';
import { isMarkdown } from '../page/document';
import { askChoice, askText } from '../prompt/steps';
import { addressButton } from './openInWiki';
import { PlaceSuggestions } from '../../services/wiki/placeSuggestions';
import type { WindowServices } from '../windowServices';

/** Each step says what came of the one before it. Leaving a step ends the setup; what was stored until then stays. */
export async function setUp(services: WindowServices): Promise<void> {
  const connected = await connect(services);
  const withToken = connected && (await offerPlatformToken(services, connected));
  const placed = withToken && (await offerPlace(services, withToken));
  await (placed && offerPublish(placed.said));
}

/** Adds the first connection, or tries the one that there is. */
async function connect(services: WindowServices): Promise<Connected | undefined> {
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
      : await tryConnection(services, connection, token, inStatusBar);
  return tested && { connection, said: connectedText(connection, tested) };
}

async function offerPlatformToken(
  services: WindowServices,
  { connection, said }: Connected,
): Promise<Connected | undefined> {
  if ((await services.lookups.tryStored(connection.endpoint)) === 'accepted') {
    return { connection, said: `${said} ${standingText('accepted')}` };
  }
  const title = l10n.t('Set Up: Platform Token');
  for (let before = said; ;) {
    const chosen = await askChoice<'enter' | 'skip'>(
      { title, step: 1, totalSteps: 1, canGoBack: false },
      {
        placeholder: before,
        items: [
          { label: `$(key) ${l10n.t('Enter a Platform Token…')}`, answer: 'enter' },
          { label: `$(arrow-right) ${l10n.t('Skip: Publish Without One')}`, answer: 'skip' },
          { label: l10n.t('What you get with it'), kind: vscode.QuickPickItemKind.Separator },
          {
            label: `$(symbol-string) ${l10n.t('Names: you read and search titles instead of numbers')}`,
            answer: 'enter',
          },
          { label: `$(link) ${l10n.t('Links: a link to another file leads to its page')}`, answer: 'enter' },
          {
            label: `$(bell) ${l10n.t('Changes: you are asked before a colleague’s change is replaced')}`,
            answer: 'enter',
          },
        ],
      },
    );
    if (chosen === 'skip') {
      return { connection, said };
    }
    if (chosen !== 'enter') {
      return undefined;
    }
    const standing = await setPlatformToken(services, connection, title);
    if (standing !== undefined && standing !== 'refused') {
      return { connection, said: standingText(standing) };
    }
    before = standing === undefined ? said : standingText(standing);
  }
}

/** Asks for the page to publish under, unless no folder is open or its settings name one. */
async function offerPlace(
  services: WindowServices,
  { connection, said }: Connected,
): Promise<Connected | undefined> {
  const folder = currentFolder();
  const named = vscode.workspace.getConfiguration('publishToWiki', folder?.uri).get('parent');
  if (folder === undefined || named !== '') {
    return { connection, said };
  }
  const place = await askPlace(services, connection, said);
  if (place === undefined || place === 'skipped') {
    return place && { connection, said };
  }
  const { space, parent } = place;
  // The target of a folder is that of the files in it.
  const anyFile = `${folder.uri.toString()}/index.md`;
  await services.folderTargets.remember([anyFile], { endpoint: connection.endpoint, space, parent });
  return { connection, said: place.said };
}

interface Place {
  readonly space: string;
  readonly parent: string;
  readonly said: string;
}

async function askPlace(
  services: WindowServices,
  { endpoint }: Connection,
  said: string,
): Promise<Place | 'skipped' | undefined> {
  const { lookups } = services;
  const recent = new PlaceSuggestions(services, endpoint);
  const position = {
    title: l10n.t('Set Up: The Page to Publish Under'),
    step: 1,
    totalSteps: 1,
    canGoBack: false,
  };
  const skip = l10n.t('Press Enter in the empty box to skip this.');
  const orSkip =
    (parse: (text: string) => Parsed<string>) =>
    (text: string): Parsed<string> =>
      text.trim() === '' ? { value: '' } : parse(text);
  const wanted = l10n.t(
    'Open the page in the wiki that your pages are to go under, and paste its address here.',
  );
  let prompt = `${said} ${wanted}`;
  let typed = '';
  for (;;) {
    const answer = await askText(position, {
      value: typed,
      placeholder: l10n.t('The page’s address'),
      prompt: `${prompt} ${skip}`,
      parse: orSkip((text) => parseAddressOf(text, (address) => services.sites.elsewhere(endpoint, address))),
    });
    if (typeof answer !== 'string' || answer === '') {
      return answer === '' ? 'skipped' : undefined;
    }
    typed = answer;
    const { page: parent = answer.trim(), spaceKey } = URL.canParse(answer) ? idsInAddress(answer) : NoIds;
    await (URL.canParse(answer) ? recent.pasted(parent, answer) : undefined);
    const found = await lookups.page(endpoint, parent);
    if (found?.kind === 'missing') {
      prompt = pageMissing(parent);
      continue;
    }
    const known = await recent.spaceOf(found, spaceKey);
    const { problem = '', idAt } = recent.whereIdStands(spaceKey);
    const title = l10n.t('Space ID');
    const space =
      known ??
      (await askText(
        { ...position, title },
        {
          placeholder: title,
          prompt: `${problem} ${skip}`,
          button: addressButton(idAt),
          parse: orSkip(parseSpace),
        },
      ));
    if (typeof space !== 'string' || space === '') {
      return space === '' ? 'skipped' : undefined;
    }
    return {
      space,
      parent,
      said:
        found?.kind === 'found'
          ? l10n.t('Your pages go under {0}.', quote(found.value.title))
          : l10n.t('Your pages go under page {0}. Your first publish shows whether the wiki has it.', parent),
    };
  }
}

const NoIds = { page: undefined, spaceKey: undefined };

/** Keeps the address, which tells more than the page's ID. */
function parseAddressOf(text: string, elsewhere: (address: string) => string | undefined): Parsed<string> {
  const { problem = URL.canParse(text.trim()) ? elsewhere(text.trim()) : undefined } = parseParent(text);
  return problem === undefined ? { value: text.trim() } : { problem };
}

/** Returns the folder of the active file, or the first one. */
function currentFolder(): vscode.WorkspaceFolder | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

async function offerPublish(said: string): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const name = document && isMarkdown(document) ? vscode.workspace.asRelativePath(document.uri) : undefined;
  const chosen = await askChoice<readonly [command: string, argument?: unknown]>(
    { title: l10n.t('Set Up: Ready to Publish'), step: 1, totalSteps: 1, canGoBack: false },
    {
      placeholder: said,
      items: [
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
      ],
    },
  );
  await (typeof chosen === 'object' && vscode.commands.executeCommand(...chosen));
}
