import * as l10n from '@vscode/l10n';
import type { Client } from '../../core/export/tokenRequest';
import { parseAuthUrl, parseClientId } from '../../core/export/exportClient';
import type { Parsed } from '../../core/text/parsed';
import { Secret } from '../../core/text/secret';
import { askChoice, askText, back, runSteps, type Position, type Step } from '../prompt/steps';

export interface SignInAnswers extends Client {
  readonly clientSecret: Secret;
  /** In the browser when there is none. */
  readonly refreshToken?: Secret | undefined;
}

type Draft = Partial<SignInAnswers> & { readonly way?: 'browser' | 'refreshToken' };

/** Asks for what is not known yet, and for the way to sign in. */
export async function askSignIn(
  known: Partial<Client>,
  knownSecret: (client: Client) => Promise<Secret | undefined>,
): Promise<SignInAnswers | undefined> {
  const steps: Step<Draft>[] = [];
  if (known.authUrl === undefined) {
    steps.push(askAuthUrl);
  }
  if (known.clientId === undefined) {
    steps.push(askClientId);
  }
  const stored =
    known.authUrl !== undefined && known.clientId !== undefined
      ? await knownSecret({ authUrl: known.authUrl, clientId: known.clientId })
      : undefined;
  if (stored === undefined) {
    steps.push(askClientSecret);
  }
  const initial: Draft = { ...known, ...(stored && { clientSecret: stored }) };
  const title = l10n.t('Sign In for Export');
  const draft = await runSteps(title, initial, [...steps, askWay]);
  if (draft === undefined || draft === back) {
    return undefined;
  }
  const { authUrl, clientId, clientSecret, way } = draft;
  if (authUrl === undefined || clientId === undefined || clientSecret === undefined) {
    return undefined;
  }
  if (way === 'browser') {
    return { authUrl, clientId, clientSecret };
  }
  const refreshToken = await askRefreshToken({ title, step: 1, totalSteps: 1, canGoBack: false });
  return refreshToken instanceof Secret ? { authUrl, clientId, clientSecret, refreshToken } : undefined;
}

const askAuthUrl: Step<Draft> = async (draft, position) => {
  const authUrl = await askText(position, {
    value: draft.authUrl,
    placeholder: 'https://id.example.com',
    prompt: l10n.t('The address of the identity provider that issues the export tokens'),
    parse: parseAuthUrl,
  });
  return typeof authUrl === 'string' ? { authUrl } : authUrl;
};

const askClientId: Step<Draft> = async (draft, position) => {
  const clientId = await askText(position, {
    value: draft.clientId,
    placeholder: l10n.t('Client ID'),
    prompt: l10n.t('The client ID of your OAuth integration'),
    parse: parseClientId,
  });
  return typeof clientId === 'string' ? { clientId } : clientId;
};

const askClientSecret: Step<Draft> = async (_draft, position) => {
  const clientSecret = await askText(position, {
    placeholder: l10n.t('Paste the client secret'),
    prompt: l10n.t('The client secret of your OAuth integration. It is kept in VS Code’s secret storage.'),
    password: true,
    parse: parseSecret,
  });
  return clientSecret instanceof Secret ? { clientSecret } : clientSecret;
};

const askWay: Step<Draft> = async ({ authUrl = '' }, position) =>
  askChoice<Draft>(position, {
    placeholder: l10n.t('How do you want to sign in?'),
    items: [
      {
        label: `$(link-external) ${l10n.t('In the browser')}`,
        detail: l10n.t('Opens the page of {0}, then returns here', new URL(authUrl).host),
        answer: { way: 'browser' },
      },
      {
        label: `$(key) ${l10n.t('With a refresh token')}`,
        detail: l10n.t('Paste one that you already have and that nothing else uses'),
        answer: { way: 'refreshToken' },
      },
    ],
  });

function askRefreshToken(position: Position): Promise<Secret | typeof back | undefined> {
  return askText(position, {
    placeholder: l10n.t('Paste the refresh token'),
    prompt: l10n.t('It is replaced immediately. From then on, the token is valid only in this VS Code.'),
    password: true,
    parse: parseSecret,
  });
}

function parseSecret(text: string): Parsed<Secret> {
  const value = text.trim();
  return /^[\x21-\x7e]+$/.test(value)
    ? { value: new Secret(value) }
    : {
        problem: l10n.t(
          'This can’t be right: it must contain only ASCII characters and no spaces. Copy it again.',
        ),
      };
}
