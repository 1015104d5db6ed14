import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import { platformTokenStatusText, type PlatformTokenStatus } from '../../core/wiki/platformToken';
import { parseSite, siteText } from '../../core/wiki/site';
import type { Parsed } from '../../core/text/parsed';
import type { Report } from '../../core/text/report';
import { Secret } from '../../core/text/secret';
import { notifyAndAct } from '../prompt/reportErrors';
import { parseSecret } from '../prompt/parseSecret';
import { looksLikeToken } from '../../core/connection/endpoint';
import { onlyStep, askText, back, runSteps, type ChoiceItem, type Step } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

interface Entered {
  readonly site?: string;
  readonly secret?: Secret;
}

/**
 * Stores the token unless the wiki refuses it. Asks for the wiki’s address unless the connection tells it,
 * and for an e-mail address if the token alone is refused.
 */
export async function setPlatformToken(
  services: WindowServices,
  connection: Connection,
  title = l10n.t('Platform Token for {0}', connection.name),
): Promise<PlatformTokenStatus | undefined> {
  const { endpoint } = connection;
  const { platformTokens, sites, lookups } = services;
  const suggested = sites.suggested(endpoint);
  const first = suggested === undefined ? {} : { site: suggested };
  const entered = await runSteps<Entered>(title, first, [askSite, askSecret], {
    startAt: sites.known(endpoint) === undefined ? 0 : 1,
  });
  if (entered === undefined || entered === back) {
    return undefined;
  }
  const { secret, site } = entered;
  if (site === undefined || secret === undefined) {
    return undefined;
  }
  const alone = await lookups.tryToken(site, { secret });
  const email = alone === 'refused' ? await askEmail(title) : '';
  if (typeof email !== 'string') {
    return undefined;
  }
  const token = email === '' ? { secret } : { secret, email };
  const tokenStatus = email === '' ? alone : await lookups.tryToken(site, token);
  if (tokenStatus === 'refused') {
    showReport(services, connection, refusedReport(site));
    return tokenStatus;
  }
  const before = sites.of(endpoint);
  await sites.rememberConfirmed(endpoint, site);
  await removeUnusedPlatformToken(services, before);
  await platformTokens.store(site, token);
  if (tokenStatus === 'accepted') {
    vscode.window.setStatusBarMessage(l10n.t('Platform token stored: the wiki accepted it'), 5_000);
  } else {
    showReport(services, connection, untriedReport(site));
  }
  return tokenStatus;
}

/** All items have one answer: those below the separator say what the token is good for. */
export function platformTokenItems<T>(answer: T, detail: string): readonly ChoiceItem<T>[] {
  return [
    { label: `$(key) ${l10n.t('Enter a Platform Token…')}`, detail, answer },
    { label: l10n.t('What you get with it'), kind: vscode.QuickPickItemKind.Separator },
    {
      label: `$(symbol-string) ${l10n.t('Names: you read and search titles instead of numbers')}`,
      answer,
    },
    { label: `$(link) ${l10n.t('Links: a link to another file leads to its page')}`, answer },
    {
      label: `$(bell) ${l10n.t('Changes: you are asked before a colleague’s change is replaced')}`,
      answer,
    },
  ];
}

async function tryAgain(services: WindowServices, connection: Connection): Promise<void> {
  const site = services.sites.of(connection.endpoint);
  switch (await services.lookups.tryStored(connection.endpoint)) {
    case 'accepted':
      vscode.window.setStatusBarMessage(platformTokenStatusText('accepted'), 5_000);
      break;
    case 'refused':
      showReport(services, connection, { ...refusedReport(site), text: platformTokenStatusText('refused') });
      break;
    case 'untried':
      showReport(services, connection, untriedReport(site));
      break;
    case undefined:
  }
}

type TokenAction = 'replacePlatformToken' | 'tryAgain';

function refusedReport(site: string): Report<TokenAction> {
  const text = l10n.t('{0} refused the platform token. It was not stored.', new URL(site).host);
  return { severity: 'error', text, actions: ['replacePlatformToken'] };
}

function untriedReport(site: string): Report<TokenAction> {
  const text = l10n.t(
    'The platform token is stored, not tried yet: {0} did not tell whether it is good.',
    new URL(site).host,
  );
  return { severity: 'warning', text, actions: ['tryAgain', 'replacePlatformToken'] };
}

function showReport(services: WindowServices, connection: Connection, report: Report<TokenAction>): void {
  notifyAndAct<TokenAction>(report, services.reportErrors, (action) =>
    action === 'tryAgain' ? tryAgain(services, connection) : setPlatformToken(services, connection),
  );
}

/** All connections of a site share its token, so it is removed only with the last of them. */
export async function removeUnusedPlatformToken(
  { settings, platformTokens, sites }: Pick<WindowServices, 'settings' | 'platformTokens' | 'sites'>,
  site: string,
  connections = settings.read().connections,
): Promise<void> {
  if (!connections.some(({ endpoint }) => sites.of(endpoint) === site)) {
    await platformTokens.delete(site);
  }
}

export async function removePlatformToken(
  { platformTokens, sites }: Pick<WindowServices, 'platformTokens' | 'sites'>,
  { endpoint }: Connection,
): Promise<void> {
  await platformTokens.delete(sites.of(endpoint));
  vscode.window.setStatusBarMessage(l10n.t('Platform token removed'), 5_000);
}

const askSite: Step<Entered> = async ({ site }, position) => {
  const answer = await askText(position, {
    value: site && siteText(site),
    placeholder: l10n.t('Paste the address of the wiki, or of any page in it'),
    prompt:
      site === undefined
        ? l10n.t('First comes your wiki’s address, then the token.')
        : l10n.t('Is this your wiki’s address? Press Enter. The token comes next.'),
    isSecret: looksLikeToken,
    parse: (text) =>
      looksLikeToken(text)
        ? { problem: l10n.t('This looks like a token. First comes the wiki’s address, then the token.') }
        : parseSite(text),
  });
  return typeof answer === 'string' ? { site: answer } : answer;
};

const askSecret: Step<Entered> = async ({ site = '' }, position) => {
  const secret = await askText(position, {
    placeholder: l10n.t('Paste the platform token'),
    prompt: l10n.t(
      'Create a token in the security settings of your account, or ask an administrator for one. It is sent to {0} and nowhere else, only to look things up.',
      URL.canParse(site) ? new URL(site).host : site,
    ),
    password: true,
    parse: (text) => parseSecret(text.trim().replace(/^Bearer\s+/i, '')),
  });
  return secret instanceof Secret ? { secret } : secret;
};

function askEmail(title: string): Promise<string | typeof back | undefined> {
  return askText(onlyStep(title), {
    placeholder: 'name@example.org',
    prompt: l10n.t(
      'The wiki did not take the token alone. If you created it yourself, enter your e-mail address. Otherwise leave this empty.',
    ),
    parse: parseEmail,
  });
}

function parseEmail(text: string): Parsed<string> {
  const email = text.trim();
  return email === '' || /^[\x21-\x39\x3b-\x3f\x41-\x7e]+@[\x21-\x39\x3b-\x3f\x41-\x7e]+$/.test(email)
    ? { value: email }
    : { problem: l10n.t('This is not an e-mail address.') };
}
