import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Connection } from '../../core/connection/connection';
import { connectionAt } from '../../core/publish/decideConnection';
import {
  platformTokenStatusText,
  type PlatformToken,
  type PlatformTokenStatus,
} from '../../core/wiki/platformToken';
import { hostOf } from '../../core/network/http';
import { parseSite, siteText } from '../../core/wiki/site';
import type { Parsed } from '../../core/text/parsed';
import type { Report } from '../../core/text/report';
import { Secret } from '../../core/text/secret';
import { sentences } from '../../core/text/sentences';
import { notifyAndAct } from '../prompt/reportErrors';
import { parseSecret } from '../prompt/parseSecret';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { looksLikeToken } from '../../core/text/tokenInText';
import { askText, back, onlyStep, type ChoiceItem, type StepPosition } from '../prompt/steps';
import { removeUnusedPlatformToken } from '../../services/connection/removeTokens';
import type { WindowServices } from '../windowServices';

type Entered = PlatformToken & { readonly tokenStatus: PlatformTokenStatus };

type Try = (site: string, token: PlatformToken) => Promise<PlatformTokenStatus>;

/**
 * Asks until the wiki does not refuse the token, then stores it. Asks for the wiki’s address unless it is known, and
 * for an e-mail address if the token alone is refused. A press on `leaveButton` resolves with `back`. `why`: a
 * sentence that says what the token is needed for.
 */
export async function setPlatformToken(
  services: WindowServices,
  connection: Connection,
  {
    leaveButton,
    why,
  }: { readonly leaveButton?: vscode.QuickInputButton; readonly why?: string | undefined } = {},
): Promise<PlatformTokenStatus | typeof back | undefined> {
  const { endpoint } = connection;
  const { sites, lookups } = services;
  const title = l10n.t('Platform Token for {0}', connection.name);
  const tryToken: Try = (site, token) => lookups.tryToken(site, token);
  let site = sites.suggested(endpoint);
  let asksSite = sites.known(endpoint) === undefined;
  for (;;) {
    if (site === undefined || asksSite) {
      const answer = await askSite({ title, backButton: leaveButton }, site);
      if (typeof answer !== 'string') {
        return answer;
      }
      site = answer;
    }
    const entered = await askSecret(onlyStep(title, true), site, tryToken, why);
    if (entered === undefined) {
      return undefined;
    }
    asksSite = entered === back;
    const refused = entered !== back && entered.tokenStatus === 'refused' ? entered : undefined;
    const accepted = refused ? await askEmail(onlyStep(title, true), site, refused, tryToken) : entered;
    if (accepted === undefined) {
      return undefined;
    }
    if (accepted !== back) {
      return store(services, connection, site, accepted);
    }
  }
}

async function store(
  services: WindowServices,
  connection: Connection,
  site: string,
  { tokenStatus, ...token }: Entered,
): Promise<PlatformTokenStatus> {
  const { endpoint } = connection;
  const { platformTokens, sites } = services;
  const before = sites.of(endpoint);
  await sites.rememberConfirmed(endpoint, site);
  await removeUnusedPlatformToken(services, before);
  await platformTokens.store(site, token);
  completeWalkthroughStep('hasPlatformToken');
  if (tokenStatus === 'accepted') {
    vscode.window.setStatusBarMessage(l10n.t('Platform token stored: the wiki accepted it'), 5_000);
  } else {
    showReport(services, connection, untriedReport(site));
  }
  return tokenStatus;
}

/** True once a platform token is stored for the wiki; the person is asked for one if there is none. */
export async function requirePlatformToken(
  services: WindowServices,
  endpoint: string,
  why?: string,
): Promise<boolean> {
  if (await services.lookups.canLookUp(endpoint)) {
    return true;
  }
  const connection = connectionAt(services.settings.read().connections, endpoint);
  return connection !== undefined && (await setPlatformToken(services, connection, { why })) !== undefined;
}

export function platformTokenItem<T>(answer: T, detail?: string): ChoiceItem<T> {
  return {
    label: `$(key) ${l10n.t('Enter a Platform Token…')}`,
    description: l10n.t('to open pages, see changes and names'),
    ...(detail !== undefined && { detail }),
    answer,
  };
}

async function tryAgain(services: WindowServices, connection: Connection): Promise<void> {
  const site = services.sites.of(connection.endpoint);
  switch (await services.lookups.tryStoredToken(connection.endpoint)) {
    case 'accepted':
      vscode.window.setStatusBarMessage(platformTokenStatusText('accepted'), 5_000);
      break;
    case 'refused':
      showReport(services, connection, {
        severity: 'error',
        text: platformTokenStatusText('refused'),
        actions: ['replacePlatformToken'],
      });
      break;
    case 'untried':
      showReport(services, connection, untriedReport(site));
      break;
    case undefined:
  }
}

type TokenAction = 'replacePlatformToken' | 'tryAgain';

function untriedReport(site: string): Report<TokenAction> {
  const text = l10n.t(
    'The platform token is stored, but {0} did not tell whether it is good.',
    new URL(site).host,
  );
  return { severity: 'warning', text, actions: ['tryAgain', 'replacePlatformToken'] };
}

function showReport(services: WindowServices, connection: Connection, report: Report<TokenAction>): void {
  notifyAndAct(report, services.reportErrors, {
    tryAgain: () => tryAgain(services, connection),
    replacePlatformToken: () => setPlatformToken(services, connection),
  });
}

function askSite(
  position: StepPosition,
  site: string | undefined,
): Promise<string | typeof back | undefined> {
  return askText(position, {
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
}

async function askSecret(
  position: StepPosition,
  site: string,
  tryToken: Try,
  why: string | undefined,
): Promise<Entered | typeof back | undefined> {
  let tokenStatus: PlatformTokenStatus = 'untried';
  const secret = await askText(position, {
    placeholder: l10n.t('Paste the platform token'),
    prompt: sentences(
      why ??
        l10n.t(
          'With it, you read names instead of IDs, links lead to pages, and you are asked before a colleague’s change is replaced.',
        ),
      l10n.t(
        'Create a token in the security settings of your account, or ask an administrator for one. It is sent to {0} and nowhere else, only to look things up.',
        hostOf(site),
      ),
    ),
    password: true,
    parse: (text) => parseSecret(text.trim().replace(/^Bearer\s+/i, '')),
    checkAnswer: async (entered) => {
      tokenStatus = await tryToken(site, { secret: entered });
      return undefined;
    },
  });
  return secret instanceof Secret ? { secret, tokenStatus } : secret;
}

async function askEmail(
  position: StepPosition,
  site: string,
  { secret }: PlatformToken,
  tryToken: Try,
): Promise<Entered | typeof back | undefined> {
  let tokenStatus: PlatformTokenStatus = 'untried';
  const email = await askText(position, {
    placeholder: 'name@example.org',
    prompt: l10n.t(
      'The wiki did not take the token alone. If you created it yourself, enter your e-mail address. Otherwise go back, and paste another token.',
    ),
    parse: parseEmail,
    checkAnswer: async (entered) => {
      tokenStatus = await tryToken(site, { secret, email: entered });
      return tokenStatus === 'refused'
        ? { problem: l10n.t('{0} refused this token with this e-mail address. Check both.', hostOf(site)) }
        : undefined;
    },
  });
  return typeof email === 'string' ? { secret, email, tokenStatus } : email;
}

function parseEmail(text: string): Parsed<string> {
  const email = text.trim();
  return /^[\x21-\x39\x3b-\x3f\x41-\x7e]+@[\x21-\x39\x3b-\x3f\x41-\x7e]+$/.test(email)
    ? { value: email }
    : { problem: l10n.t('This is not an e-mail address.') };
}
