import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  type ExpectedAnswer,
  readRedirected,
  type AuthorizationResponse,
} from '../../core/export/authorization';
import { notify } from '../prompt/notify';

const path = '/signed-in';

/** Where the browser comes back to with the answer to a sign-in. */
export class Redirects implements vscode.UriHandler {
  readonly #expected = new Map<ExpectedAnswer, (answer: AuthorizationResponse) => void>();

  constructor(private readonly extensionId: string) {}

  /** The address that the identity provider knows, or one that leads there where VS Code runs in a browser. */
  async address(): Promise<string> {
    const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.extensionId}${path}`);
    const external = await vscode.env.asExternalUri(own);
    // Providers compare the whole address with the registered one: it must not name a window
    return external.scheme === own.scheme ? own.toString(true) : external.toString(true);
  }

  /** The answer to the sign-in that the state belongs to; anything else changes nothing. */
  expect(expected: ExpectedAnswer, done: (answer: AuthorizationResponse) => void): vscode.Disposable {
    this.#expected.set(expected, done);
    return new vscode.Disposable(() => this.#expected.delete(expected));
  }

  handleUri(uri: vscode.Uri): void {
    if (uri.path !== path) {
      return;
    }
    for (const [expected, done] of this.#expected) {
      const answer = readRedirected(`?${spelled(uri.query)}`, expected);
      if (answer.kind !== 'foreign') {
        done(answer);
        return;
      }
    }
    void notify({
      severity: 'warning',
      text: l10n.t(
        'The response to a sign-in was ignored: this window did not start that sign-in, or it is already over.',
      ),
      actions: [],
    });
  }
}

/** VS Code has decoded the query already: what looks like an escape is none. */
function spelled(query: string): string {
  return query.replaceAll('%', '%25').replaceAll('+', '%2B');
}
