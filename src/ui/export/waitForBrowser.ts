import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { readAuthorizationResponse, type AuthorizationResponse } from '../../core/export/authorization';
import type { PendingSignIn } from '../../services/export/authorizeClient';
import { closeForNext, createInputBox } from '../prompt/inputBox';
import type { Redirects } from './redirects';

type OwnResponse = Exclude<AuthorizationResponse, { kind: 'otherRequest' | 'unreadable' }>;

/** VS Code’s type wants a `Uri`, but only a string keeps its percent-encoding as it is. */
const env: { openExternal(address: unknown): Thenable<boolean> } = vscode.env;

/** Opens the browser. Where it can’t return to VS Code, the person may paste the code or the address of the redirect. */
export function waitForBrowser(
  pending: PendingSignIn,
  redirects: Redirects,
): Promise<OwnResponse | 'changeClient' | undefined> {
  const openAgain = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: l10n.t('Open the Page Again'),
  };
  const copyAddress = {
    iconPath: new vscode.ThemeIcon('copy'),
    tooltip: l10n.t('Copy Page Address'),
  };
  // A wrong client may end on a page of the provider, which does not lead back.
  const changeClient = {
    iconPath: new vscode.ThemeIcon('edit'),
    tooltip: l10n.t('Change Client…'),
  };
  const input = createInputBox();
  input.title = l10n.t('Sign In for Export');
  input.placeholder = l10n.t('Waiting for the browser…');
  input.prompt = l10n.t(
    'Allow access in your browser. If it does not return here by itself, paste the code or the complete address that the browser was sent to.',
  );
  input.password = true;
  input.busy = true;
  input.ignoreFocusOut = true;
  input.buttons = [changeClient, copyAddress, openAgain];
  return new Promise((resolve) => {
    const end = (answer: OwnResponse | 'changeClient' | undefined): void => {
      resolve(answer);
      expected.dispose();
      closeForNext(input);
    };
    const take = (answer: AuthorizationResponse): void => {
      if (answer.kind === 'otherRequest' || answer.kind === 'unreadable') {
        input.validationMessage = problemWith(answer);
      } else {
        end(answer);
      }
    };
    const expected = redirects.expect(pending, take);
    input.onDidTriggerButton((button) => {
      if (button === changeClient) {
        end('changeClient');
        return;
      }
      void (button === openAgain
        ? env.openExternal(pending.address)
        : vscode.env.clipboard.writeText(pending.address));
    });
    input.onDidChangeValue(() => (input.validationMessage = undefined));
    input.onDidAccept(() => take(readAuthorizationResponse(input.value, pending)));
    input.onDidHide(() => end(undefined));
    input.show();
    void env.openExternal(pending.address);
  });
}

function problemWith({ kind }: Exclude<AuthorizationResponse, OwnResponse>): string {
  return kind === 'otherRequest'
    ? l10n.t('This is the response to a different sign-in. Allow access on the page that was opened last.')
    : l10n.t('This is neither a code nor the complete address that the browser was sent to.');
}
