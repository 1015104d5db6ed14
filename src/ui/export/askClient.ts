import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Client } from '../../core/export/tokenRequest';
import { parseAuthUrl, parseClientId } from '../../core/export/exportClient';
import { hostOf } from '../../core/network/http';
import { mentionsSecret, parsePastedClient, type PastedClient } from '../../core/export/pastedClient';
import type { Parsed } from '../../core/text/parsed';
import { quote } from '../../core/text/plainLine';
import type { Secret } from '../../core/text/secret';
import { sentences } from '../../core/text/sentences';
import { hasToken } from '../../core/text/tokenInText';
import { parseSecret } from '../prompt/parseSecret';
import { askText, onlyStep } from '../prompt/steps';

export interface EnteredClient extends Client {
  readonly clientSecret: Secret;
  /** Pasted with the client; undefined if there was none. */
  readonly page?: unknown;
}

type Member = 'authUrl' | 'clientId' | 'clientSecret';

/**
 * One box takes the administrator’s whole message. It stays for what the message lacks, and is not shown where
 * everything is known.
 */
export async function askClient(
  known: PastedClient,
  openGuide: () => Promise<void>,
): Promise<EnteredClient | undefined> {
  let client = known;
  let problem: string | undefined;
  for (;;) {
    const { authUrl, clientId, clientSecret, page } = client;
    if (authUrl !== undefined && clientId !== undefined && clientSecret !== undefined) {
      return { authUrl, clientId, clientSecret, page };
    }
    const missing = authUrl === undefined ? 'authUrl' : clientId === undefined ? 'clientId' : 'clientSecret';
    const entered = await askText(onlyStep(l10n.t('Sign In for Export')), {
      ...question(missing, client),
      problem,
      // An administrator creates the client, so the box has a button to the guide.
      button: {
        iconPath: new vscode.ThemeIcon('book'),
        tooltip: l10n.t('How to Get a Client'),
        press: openGuide,
      },
      isSecret: (text) => hasToken(text) || mentionsSecret(text),
      parse: (text) => parsePasted(text, missing),
    });
    if (typeof entered !== 'object') {
      return undefined;
    }
    problem = entered[missing] === undefined ? parseMember[missing]('').problem : undefined;
    client = { ...client, ...(isAnother(client, entered) && { clientSecret: undefined }), ...entered };
  }
}

/** A secret belongs to one client at one provider. */
function isAnother(client: PastedClient, entered: PastedClient): boolean {
  return (['authUrl', 'clientId'] as const).some(
    (name) => client[name] !== undefined && entered[name] !== undefined && client[name] !== entered[name],
  );
}

const parseMember: Readonly<Record<Member, (text: string) => Parsed<string | Secret>>> = {
  authUrl: parseAuthUrl,
  clientId: parseClientId,
  clientSecret: parseSecret,
};

/** A text without labels is taken for what the box asks for. */
function parsePasted(text: string, missing: Member): Parsed<PastedClient> {
  const message = parsePastedClient(text);
  if (message.problem !== undefined) {
    return message;
  }
  const { isSecretUnclear, ...found } = message.value;
  const values = Object.entries(found).filter(([, value]) => value !== undefined);
  if (values.length > 0) {
    return { value: { ...Object.fromEntries(values), ...(isSecretUnclear && { isSecretUnclear }) } };
  }
  const typed = parseMember[missing](text);
  return typed.problem === undefined ? { value: { [missing]: typed.value } } : typed;
}

function question(missing: Member, { authUrl = '', clientId = '', isSecretUnclear }: PastedClient) {
  switch (missing) {
    case 'authUrl':
      return {
        // The labels as they are found in any language
        placeholder: 'Provider: https://id.example.com Client ID: … Client secret: …',
        prompt: l10n.t(
          'Paste an administrator’s whole message: the identity provider’s address, client ID and client secret. The secret is kept in VS Code’s secret storage.',
        ),
      };
    case 'clientId':
      return {
        placeholder: l10n.t('Client ID'),
        prompt: l10n.t('Now paste the client ID for {0}.', hostOf(authUrl)),
      };
    case 'clientSecret':
      return {
        placeholder: l10n.t('Paste the client secret'),
        prompt: sentences(
          isSecretUnclear ? l10n.t('Where the secret in the message ends is not clear: paste it alone.') : '',
          l10n.t(
            'The secret of the OAuth client {0}. An administrator finds it at {1}. It is kept in VS Code’s secret storage.',
            quote(clientId),
            hostOf(authUrl),
          ),
        ),
        password: true,
      };
  }
}
