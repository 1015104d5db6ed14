import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Client } from '../../core/export/tokenRequest';
import { parseAuthUrl, parseClientId } from '../../core/export/exportClient';
import { mentionsSecret, parsePastedClient, type PastedClient } from '../../core/export/pastedClient';
import type { Parsed } from '../../core/text/parsed';
import { quote } from '../../core/text/plainLine';
import type { Secret } from '../../core/text/secret';
import { sentences } from '../../core/text/sentences';
import { hasToken } from '../../core/text/tokenInText';
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

export interface SignInAnswers extends Client {
  readonly clientSecret: Secret;
  /** Pasted with the client; undefined if there was none. */
  readonly page?: unknown;
  /** Pasted by the person; undefined for a sign-in in the browser. */
  readonly refreshToken?: Secret | undefined;
}

interface Entered extends PastedClient {
  /** What the latest message had. */
  readonly pasted?: PastedClient | undefined;
}

interface Draft extends Entered {
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
    const answered = await runSteps(title, draft, steps, { startAt, isAnswered });
    if (answered === undefined || answered === back) {
      return undefined;
    }
    draft = answered;
    const { method, ...client } = draft;
    if (method === 'changeClient') {
      draft = { ...draft, pasted: undefined };
      startAt = 0;
      continue;
    }
    const { authUrl, clientId, clientSecret, page } = client;
    if (authUrl === undefined || clientId === undefined || clientSecret === undefined) {
      startAt = firstUnknown(client);
      continue;
    }
    if (method === 'browser') {
      return { authUrl, clientId, clientSecret, page };
    }
    const refreshToken = await askRefreshToken(onlyStep(title, true));
    if (refreshToken !== back) {
      return refreshToken && { authUrl, clientId, clientSecret, page, refreshToken };
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

const members = ['authUrl', 'clientId', 'clientSecret'] as const;

function firstUnknown(client: PastedClient): number {
  const first = members.findIndex((member) => client[member] === undefined);
  return first === -1 ? steps.length - 1 : first;
}

/** The first step is never left out, so that Back leads to it. */
function isAnswered(step: number, { pasted, ...client }: Draft): boolean {
  const member = step > 0 ? members[step] : undefined;
  return member !== undefined && client[member] !== undefined && client[member] === pasted?.[member];
}

interface ClientQuestion<T> {
  readonly value?: string | undefined;
  readonly placeholder: string;
  readonly prompt: string;
  readonly password?: true;
  readonly parse: (text: string) => Parsed<T>;
}

/** Takes also a message of the administrator with more of the client. */
function clientStep<Member extends (typeof members)[number]>(
  member: Member,
  question: (client: Entered) => ClientQuestion<NonNullable<PastedClient[Member]>>,
): Step<Draft> {
  return async (draft, position) => {
    let known = draft;
    let problem: string | undefined;
    for (;;) {
      const { parse, ...shown } = question(known);
      const parseAny = (text: string): Parsed<Entered> => {
        const message = parsePastedClient(text);
        if (message.problem !== undefined) {
          return message;
        }
        const pasted = message.value;
        const { isSecretUnclear, ...values } = pasted;
        if (Object.values(values).some((each) => each !== undefined)) {
          return { value: { ...pasted, pasted } };
        }
        const typed = parse(text);
        return typed.problem === undefined ? { value: { [member]: typed.value } } : typed;
      };
      const entered = await askText(position, {
        ...shown,
        problem,
        button: helpButton(draft),
        isSecret: (text) => hasToken(text) || mentionsSecret(text),
        parse: parseAny,
      });
      if (typeof entered !== 'object') {
        return entered;
      }
      known = withEntered(known, entered);
      if (entered[member] !== undefined) {
        return known;
      }
      problem = parse('').problem;
    }
  };
}

/** A known client secret is kept only for the same client. */
function withEntered(draft: Draft, entered: Entered): Draft {
  const { authUrl = draft.authUrl, clientId = draft.clientId, pasted = draft.pasted } = entered;
  const { page = draft.page } = entered;
  const isSame = (draft.authUrl ?? authUrl) === authUrl && (draft.clientId ?? clientId) === clientId;
  const clientSecret = entered.clientSecret ?? (isSame ? draft.clientSecret : undefined);
  return { ...draft, authUrl, clientId, clientSecret, page, pasted };
}

const askAuthUrl = clientStep('authUrl', ({ authUrl }) => ({
  value: authUrl,
  placeholder: 'https://id.example.com',
  prompt: l10n.t(
    'The identity provider’s address, or an administrator’s whole message with client ID and secret.',
  ),
  parse: parseAuthUrl,
}));

const askClientId = clientStep('clientId', ({ clientId }) => ({
  value: clientId,
  placeholder: l10n.t('Client ID'),
  prompt: l10n.t(
    'An OAuth client lets an app sign you in. An administrator creates one at the identity provider, and copies its ID and secret for you.',
  ),
  parse: parseClientId,
}));

const askClientSecret = clientStep(
  'clientSecret',
  ({ clientSecret: known, clientId = '', authUrl = '', pasted }) => ({
    placeholder:
      known === undefined
        ? l10n.t('Paste the client secret')
        : l10n.t('Paste the client secret, or press Enter to keep the stored one'),
    prompt: sentences(
      pasted?.isSecretUnclear
        ? l10n.t('Where the secret in the message ends is not clear: paste it alone.')
        : '',
      l10n.t(
        'The secret of the OAuth client {0}. An administrator finds it at {1}. It is kept in VS Code’s secret storage.',
        quote(clientId),
        URL.canParse(authUrl) ? new URL(authUrl).host : authUrl,
      ),
    ),
    password: true,
    parse: (text) => (text === '' && known !== undefined ? { value: known } : parseSecret(text)),
  }),
);

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
