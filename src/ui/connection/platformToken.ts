import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import { siteOf } from '../../core/wiki/lookups';
import type { Parsed } from '../../core/text/parsed';
import { Secret } from '../../core/text/secret';
import type { PlatformTokens } from '../../services/connection/platformTokens';
import { askText } from '../prompt/steps';

export async function setPlatformToken(tokens: PlatformTokens, { endpoint }: Connection): Promise<void> {
  const site = siteOf(endpoint);
  const position = {
    title: l10n.t('Platform Token for {0}', site),
    step: 1,
    totalSteps: 1,
    canGoBack: false,
  };
  const token = await askText(position, {
    placeholder: l10n.t('Paste the platform token'),
    prompt: l10n.t(
      'Your own bearer token for the wiki itself. It is used only to look up spaces and pages, and is kept in VS Code’s secret storage.',
    ),
    password: true,
    parse: parsePlatformToken,
  });
  if (token instanceof Secret) {
    await tokens.store(site, token);
    vscode.window.setStatusBarMessage(l10n.t('Platform token stored'), 5_000);
  }
}

export async function removePlatformToken(tokens: PlatformTokens, { endpoint }: Connection): Promise<void> {
  await tokens.delete(siteOf(endpoint));
  vscode.window.setStatusBarMessage(l10n.t('Platform token removed'), 5_000);
}

function parsePlatformToken(text: string): Parsed<Secret> {
  const value = text.trim().replace(/^Bearer\s+/i, '');
  return /^[\x21-\x7e]+$/.test(value)
    ? { value: new Secret(value) }
    : {
        problem: l10n.t(
          'This can’t be right: it must contain only ASCII characters and no spaces. Copy it again.',
        ),
      };
}
