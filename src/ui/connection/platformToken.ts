import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseAddress } from '../../core/connection/endpoint';
import type { Connection } from '../../core/connection/connection';
import { siteOfPage } from '../../core/wiki/site';
import type { Parsed } from '../../core/text/parsed';
import { Secret } from '../../core/text/secret';
import type { PlatformTokens } from '../../services/connection/platformTokens';
import type { Sites } from '../../services/connection/sites';
import { askText, back, runSteps, type Step } from '../prompt/steps';

export interface PlatformTokenDependencies {
  readonly platformTokens: PlatformTokens;
  readonly sites: Sites;
}

interface Entered {
  readonly site?: string;
  readonly secret?: Secret;
  /** Empty for a bearer token. */
  readonly email?: string;
}

export async function setPlatformToken(
  { platformTokens, sites }: PlatformTokenDependencies,
  { name, endpoint }: Connection,
): Promise<void> {
  const known = sites.known(endpoint);
  const title = l10n.t('Platform Token for {0}', known ?? name);
  const steps = [...(known === undefined ? [askSite] : []), askSecret, askEmail];
  const entered = await runSteps<Entered>(title, {}, steps);
  if (entered === undefined || entered === back || entered.secret === undefined) {
    return;
  }
  const { secret, email, site = known } = entered;
  if (site !== undefined) {
    await sites.remember(endpoint, site);
    await platformTokens.store(site, { secret, email: email === '' ? undefined : email });
    vscode.window.setStatusBarMessage(l10n.t('Platform token stored'), 5_000);
  }
}

export async function removePlatformToken(
  { platformTokens, sites }: PlatformTokenDependencies,
  { endpoint }: Connection,
): Promise<void> {
  await platformTokens.delete(sites.of(endpoint));
  vscode.window.setStatusBarMessage(l10n.t('Platform token removed'), 5_000);
}

const askSite: Step<Entered> = async ({ site }, position) => {
  const answer = await askText(position, {
    value: site,
    placeholder: l10n.t('Paste the address of the wiki, or of any page in it'),
    prompt: l10n.t(
      'The endpoint does not tell which wiki it belongs to. The token is sent to this one only.',
    ),
    parse: parseSite,
  });
  return typeof answer === 'string' ? { site: answer } : answer;
};

const askSecret: Step<Entered> = async (_entered, position) => {
  const secret = await askText(position, {
    placeholder: l10n.t('Paste the platform token'),
    prompt: l10n.t(
      'A personal token is created in the security settings of your own account, a bearer token by an administrator of the wiki. It is used only to look up spaces, pages and who changed them, and is kept in VS Code’s secret storage.',
    ),
    password: true,
    parse: parseToken,
  });
  return secret instanceof Secret ? { secret } : secret;
};

const askEmail: Step<Entered> = async (entered, position) => {
  const email = await askText(position, {
    value: entered.email,
    placeholder: l10n.t('name@example.org, or nothing for a bearer token'),
    prompt: l10n.t(
      'A personal token is sent with the e-mail address of its account. Leave this empty for a bearer token.',
    ),
    parse: parseEmail,
  });
  return typeof email === 'string' ? { email } : email;
};

function parseSite(text: string): Parsed<string> {
  const address = parseAddress(text.replace(/#.*$/s, ''));
  return address.problem === undefined ? { value: siteOfPage(address.value) ?? address.value } : address;
}

function parseToken(text: string): Parsed<Secret> {
  const value = text.trim().replace(/^Bearer\s+/i, '');
  return /^[\x21-\x7e]+$/.test(value)
    ? { value: new Secret(value) }
    : {
        problem: l10n.t(
          'This can’t be right: it must contain only ASCII characters and no spaces. Copy it again.',
        ),
      };
}

function parseEmail(text: string): Parsed<string> {
  const email = text.trim();
  return email === '' || /^[\x21-\x39\x3b-\x3f\x41-\x7e]+@[\x21-\x39\x3b-\x3f\x41-\x7e]+$/.test(email)
    ? { value: email }
    : { problem: l10n.t('This is not an e-mail address.') };
}
