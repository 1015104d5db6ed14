import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { parseNewApiToken, type ApiToken } from '../../core/connection/apiToken';
import { freeConnectionName, parseConnectionName, type Connection } from '../../core/connection/connection';
import {
  parseNewEndpoint,
  severalPastedProblem,
  splitPasted,
  tokenInAddressProblem,
} from '../../core/connection/endpoint';
import type { Parsed } from '../../core/text/parsed';
import { looksLikeToken } from '../../core/text/tokenInText';
import { withoutCommandLinks, quote } from '../../core/text/plainLine';
import { waitInBox } from '../prompt/inputBox';
import { askText, back, onlyStep } from '../prompt/steps';
import { requestButton } from './requestButton';
import { askToken, storeTestedToken, type ConnectionTestResult, type TestedToken } from './testConnection';
import type { WindowServices } from '../windowServices';

interface Draft {
  readonly endpoint?: string;
  readonly token?: ApiToken;
  readonly page?: string | undefined;
}

export interface ConnectResult {
  readonly connection: Connection;
  readonly resultText: string;
}

/** Stores nothing if the person cancels. */
export async function addConnection(
  services: WindowServices,
  {
    title = l10n.t('Connect to a Wiki'),
    name,
  }: { readonly title?: string; readonly name?: string | undefined } = {},
): Promise<ConnectResult | undefined> {
  const existing = services.settings.read().connections;
  const connectionAt = (endpoint: string): Connection => ({
    name: existing.length === 0 && name !== undefined ? name : freeConnectionName(endpoint, existing),
    endpoint,
  });
  let draft: Draft = {};
  let asksAddress = true;
  for (;;) {
    const pasted: Draft | undefined = asksAddress ? await askEndpoint(title, existing, draft) : draft;
    if (pasted?.endpoint === undefined) {
      return undefined;
    }
    const connection = connectionAt(pasted.endpoint);
    const entered = await askToken(services, connection, onlyStep(title, true), pasted.token);
    draft = typeof entered === 'object' ? { ...pasted, token: entered.token } : pasted;
    const answer: Saved | undefined =
      typeof entered === 'object'
        ? await save(services, title, connection, { ...entered, page: pasted.page })
        : entered;
    if (answer !== back && answer !== 'tryAgain') {
      return answer;
    }
    asksAddress = answer === back;
  }
}

/** `back`: the address is to be entered again; `tryAgain`: the token is to be tried again at this one. */
type Saved = ConnectResult | 'tryAgain' | typeof back;

async function save(
  services: WindowServices,
  title: string,
  connection: Connection,
  { page, ...entered }: TestedToken & Pick<Draft, 'page'>,
): Promise<Saved | undefined> {
  const { tested } = entered;
  const saving = tested.isImportEndpoint ? 'save' : await askWhetherToSave(connection, tested);
  const { connections } = services.settings.read();
  const named = saving === 'save' ? await askName(title, connection, connections) : saving;
  if (typeof named !== 'object') {
    return named;
  }
  const store = async (): Promise<boolean> => {
    if (!(await isAdded(services, named))) {
      return false;
    }
    await services.recentPlaces.rememberEndpoint(connection.endpoint);
    await (page && services.sites.rememberParentAddress(connection.endpoint, page));
    await storeTestedToken(services, named, entered);
    return true;
  };
  if ((await waitInBox(title, l10n.t('Saving the connection…'), store)) === false) {
    return back;
  }
  const resultText = connectResultText(named, tested);
  vscode.window.setStatusBarMessage(resultText, 5_000);
  return { connection: named, resultText };
}

/** False if the person was told why not: what they entered stays in the box. */
async function isAdded(
  { settings, reportErrors }: Pick<WindowServices, 'settings' | 'reportErrors'>,
  connection: Connection,
): Promise<boolean> {
  let added = false;
  await reportErrors(async () => {
    await settings.add(connection);
    added = true;
  });
  return added;
}

export function connectResultText(
  { name }: Connection,
  { isAccepted, report }: ConnectionTestResult,
): string {
  return isAccepted
    ? l10n.t('{0} is connected: API token accepted.', quote(name))
    : (report?.text ?? l10n.t('{0} is saved. It was not tested.', quote(name)));
}

/** With a single connection, its name is hardly seen, so it is not asked for. */
async function askName(
  title: string,
  proposed: Connection,
  existing: readonly Connection[],
): Promise<Connection | typeof back | undefined> {
  if (existing.length === 0) {
    return proposed;
  }
  const name = await askText(onlyStep(title, true), {
    value: proposed.name,
    placeholder: proposed.name,
    prompt: l10n.t('The name that lists and questions show for this wiki.'),
    parse: (text) => parseConnectionName(text, proposed.name, existing),
  });
  return typeof name === 'string' ? { ...proposed, name } : name;
}

/**
 * Asks before an address is saved that may be wrong, since the token is sent to it with each publish. The first button
 * is that of the report.
 */
async function askWhetherToSave(
  { endpoint }: Connection,
  { report }: ConnectionTestResult,
): Promise<'save' | 'tryAgain' | typeof back | undefined> {
  const saveAnyway = l10n.t('Save Anyway');
  const change = l10n.t('Change Address…');
  const tryAgain = l10n.t('Try Again');
  const { text = '', actions = [] } = report ?? {};
  const isUnanswered = actions.includes('tryAgain');
  const pressed = await vscode.window.showWarningMessage(
    isUnanswered
      ? withoutCommandLinks(text)
      : l10n.t('{0} did not answer as an import endpoint does.', new URL(endpoint).host),
    { modal: true, ...(!isUnanswered && { detail: withoutCommandLinks(text) }) },
    ...(isUnanswered ? (actions[0] === 'tryAgain' ? [tryAgain, change] : [change, tryAgain]) : [change]),
    saveAnyway,
  );
  switch (pressed) {
    case saveAnyway:
      return 'save';
    case tryAgain:
      return 'tryAgain';
    case change:
      return back;
    default:
      return undefined;
  }
}

/** The token may be pasted instead of the endpoint, or together with the endpoint and the address of a page. */
async function askEndpoint(
  title: string,
  existing: readonly Connection[],
  draft: Draft,
): Promise<Draft | undefined> {
  let known = draft;
  for (;;) {
    const pasted = await askText<Draft>(onlyStep(title), {
      value: draft.endpoint,
      placeholder: l10n.t('Import endpoint: https://wiki.example.com/wiki/apps/…/webtrigger'),
      prompt:
        known.token === undefined
          ? l10n.t(
              'Paste the import endpoint’s address and the API token, in any order. An administrator finds them on the wiki’s token screen: app settings, tab “API”. The address of the page to publish under may follow.',
            )
          : l10n.t('The token is complete. Now paste the import endpoint’s address.'),
      isSecret: (text) => looksLikeToken(text) || splitPasted(text).tokens.length > 0,
      parse: (text) => parsePasted(text, existing),
      button: requestButton(
        l10n.t(
          'To publish Markdown from VS Code, I need two things from the wiki’s app settings, “API”: the import endpoint’s address and a new API token.',
        ),
      ),
    });
    if (typeof pasted !== 'object') {
      return undefined;
    }
    known = { ...known, ...pasted };
    if (pasted.endpoint !== undefined) {
      return known;
    }
  }
}

function parsePasted(text: string, existing: readonly Connection[]): Parsed<Draft> {
  const { endpoints, pages, tokens } = splitPasted(text);
  if (Math.max(endpoints.length, pages.length, tokens.length) > 1) {
    return { problem: severalPastedProblem() };
  }
  const token = tokens[0] === undefined ? undefined : parseNewApiToken(tokens[0], Date.now());
  if (token?.problem !== undefined) {
    return token;
  }
  const [page] = pages;
  if (token !== undefined && endpoints[0] === undefined && page === undefined) {
    return { value: { token: token.value } };
  }
  const inPage = page && tokenInAddressProblem(page);
  if (inPage !== undefined) {
    return { problem: inPage };
  }
  const address = parseNewEndpoint(endpoints[0] ?? page ?? text);
  if (address.problem !== undefined) {
    return address;
  }
  const known = existing.find(({ endpoint }) => endpoint === address.value);
  return known === undefined
    ? {
        value: {
          endpoint: address.value,
          ...(token !== undefined && { token: token.value }),
          ...(page !== undefined && { page }),
        },
      }
    : {
        problem: l10n.t(
          'The connection {0} already has this address. “Manage Connections…” gives it a new token.',
          quote(known.name),
        ),
      };
}
