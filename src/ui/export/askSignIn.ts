import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Client } from '../../core/export/tokenRequest';
import { parseAuthUrl, parseClientId } from '../../core/export/exportClient';
import { quote } from '../../core/text/plainLine';
import { Secret } from '../../core/text/secret';
import { parseSecret } from '../prompt/parseSecret';
import {
  onlyStep,
  askChoice,
  askText,
  back,
  runSteps,
  type StepPosition,
  type Step,
  type TextButton,
} from '../prompt/steps';

export { reportOnAuthorization, reportOnSignIn } from '../../services/export/signInReport';

export interface SignInAnswers extends Client {
  readonly clientSecret: Secret;
  /** Pasted by the person; undefined for a sign-in in the browser. */
  readonly refreshToken?: Secret | undefined;
}

interface Draft {
  readonly authUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: Secret | undefined;
  readonly method?: 'browser' | 'refreshToken' | 'changeClient';
  readonly openGuide: () => Promise<void>;
}

interface SignInQuestions {
  readonly known: Partial<Client>;
  readonly knownSecret: (client: Client) => Promise<Secret | undefined>;
  /** Whether to ask for known values too, with the prompts filled in. */
  readonly changeClient: boolean;
  readonly openGuide: () => Promise<void>;
}

/** Unless `changeClient` is set, begins with the first open question; “Change Client…” and Back lead to the others. */
export async function askSignIn({
  known,
  knownSecret,
  changeClient,
  openGuide,
}: SignInQuestions): Promise<SignInAnswers | undefined> {
  const { authUrl, clientId } = known;
  const stored =
    authUrl !== undefined && clientId !== undefined && (await knownSecret({ authUrl, clientId }));
  let draft: Draft = { ...known, openGuide, ...(stored && { clientSecret: stored }) };
  let startAt = changeClient ? 0 : firstUnknown(draft);
  const title = l10n.t('Sign In for Export');
  for (;;) {
    const answered = await runSteps(title, draft, steps, { startAt });
    if (answered === undefined || answered === back) {
      return undefined;
    }
    draft = answered;
    const { method, ...client } = draft;
    if (method === 'changeClient') {
      startAt = 0;
      continue;
    }
    const { authUrl, clientId, clientSecret } = client;
    if (authUrl === undefined || clientId === undefined || clientSecret === undefined) {
      startAt = firstUnknown(client);
      continue;
    }
    if (method === 'browser') {
      return { authUrl, clientId, clientSecret };
    }
    const refreshToken = await askRefreshToken(onlyStep(title, true));
    if (refreshToken !== back) {
      return refreshToken && { authUrl, clientId, clientSecret, refreshToken };
    }
    startAt = steps.length - 1;
  }
}

/** An administrator gives the values of the client, so each box that asks for one has a button to the guide. */
function helpButton({ openGuide }: Draft): TextButton {
  return {
    iconPath: new vscode.ThemeIcon('book'),
    tooltip: l10n.t('How to Get a Client'),
    press: openGuide,
  };
}

function firstUnknown({ authUrl, clientId, clientSecret }: Omit<Draft, 'openGuide'>): number {
  const first = [authUrl, clientId, clientSecret].indexOf(undefined);
  return first === -1 ? steps.length - 1 : first;
}

const askAuthUrl: Step<Draft> = async (draft, position) => {
  const authUrl = await askText(position, {
    value: draft.authUrl,
    placeholder: 'https://id.example.com',
    prompt: l10n.t(
      'The address of the identity provider that you sign in with. An administrator of the wiki knows it.',
    ),
    button: helpButton(draft),
    parse: parseAuthUrl,
  });
  return typeof authUrl === 'string' ? { authUrl, ...secretFor(draft, authUrl === draft.authUrl) } : authUrl;
};

const askClientId: Step<Draft> = async (draft, position) => {
  const clientId = await askText(position, {
    value: draft.clientId,
    placeholder: l10n.t('Client ID'),
    prompt: l10n.t(
      'An OAuth client lets an app sign you in. An administrator creates one at the identity provider, and copies its ID and secret for you.',
    ),
    button: helpButton(draft),
    parse: parseClientId,
  });
  return typeof clientId === 'string'
    ? { clientId, ...secretFor(draft, clientId === draft.clientId) }
    : clientId;
};

/** A known client secret is kept only for the same client. */
function secretFor({ clientSecret }: Draft, isSame: boolean): Pick<Draft, 'clientSecret'> {
  return { clientSecret: isSame ? clientSecret : undefined };
}

const askClientSecret: Step<Draft> = async (draft, position) => {
  const { clientSecret: known, clientId = '', authUrl = '' } = draft;
  const clientSecret = await askText(position, {
    placeholder:
      known === undefined
        ? l10n.t('Paste the client secret')
        : l10n.t('Paste the client secret, or press Enter to keep the stored one'),
    prompt: l10n.t(
      'The secret of the OAuth client {0}. An administrator finds it at {1}. It is kept in VS Code’s secret storage.',
      quote(clientId),
      URL.canParse(authUrl) ? new URL(authUrl).host : authUrl,
    ),
    button: helpButton(draft),
    password: true,
    parse: (text) => (text === '' && known !== undefined ? { value: known } : parseSecret(text)),
  });
  return clientSecret instanceof Secret ? { clientSecret } : clientSecret;
};

const askMethod: Step<Draft> = async ({ authUrl = '', clientId = '' }, position) =>
  askChoice<Pick<Draft, 'method'>>(position, {
    placeholder: l10n.t('How do you want to sign in?'),
    items: [
      {
        label: `$(link-external) ${l10n.t('In the browser')}`,
        detail: l10n.t('Opens the page of {0}, then returns here', new URL(authUrl).host),
        answer: { method: 'browser' },
      },
      {
        label: `$(key) ${l10n.t('With a refresh token')}`,
        detail: l10n.t('Paste one that you already have and that nothing else uses'),
        answer: { method: 'refreshToken' },
      },
      {
        label: `$(edit) ${l10n.t('Change Client…')}`,
        detail: clientId,
        answer: { method: 'changeClient' },
      },
    ],
  });

const steps: readonly Step<Draft>[] = [askAuthUrl, askClientId, askClientSecret, askMethod];

function askRefreshToken(position: StepPosition): Promise<Secret | typeof back | undefined> {
  return askText(position, {
    placeholder: l10n.t('Paste the refresh token'),
    prompt: l10n.t('It is replaced immediately; from then on, only this VS Code has the valid token.'),
    password: true,
    parse: parseSecret,
  });
}
