import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import {
  type ExpectedAuthorizationResponse,
  readAuthorizationResponse,
  type AuthorizationResponse,
} from '../../core/export/authorization';
import { notify } from '../prompt/notify';

const path = '/signed-in';

/** Receives authorization responses (RFC 6749 §4.1.2) at an address that leads to VS Code. */
export class Redirects implements vscode.UriHandler {
  readonly #expected = new Map<ExpectedAuthorizationResponse, (answer: AuthorizationResponse) => void>();

  constructor(private readonly extensionId: string) {}

  /** Where VS Code runs in a browser, the URI is a web address that forwards to the extension. */
  async redirectUri(): Promise<string> {
    const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.extensionId}${path}`);
    const external = await vscode.env.asExternalUri(own);
    // `asExternalUri` adds the ID of the window, but identity providers compare the whole redirect URI with
    // the registered one.
    return external.scheme === own.scheme ? own.toString(true) : external.toString(true);
  }

  expect(
    expected: ExpectedAuthorizationResponse,
    done: (answer: AuthorizationResponse) => void,
  ): vscode.Disposable {
    this.#expected.set(expected, done);
    return new vscode.Disposable(() => this.#expected.delete(expected));
  }

  handleUri(uri: vscode.Uri): void {
    if (uri.path !== path) {
      return;
    }
    for (const [expected, done] of this.#expected) {
      const answer = readAuthorizationResponse(`?${reencodedQuery(uri.query)}`, expected);
      if (answer.kind !== 'otherRequest') {
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

/** VS Code hands over the query decoded, so “%” and “+” are encoded again before it is parsed. */
function reencodedQuery(query: string): string {
  return query.replaceAll('%', '%25').replaceAll('+', '%2B');
}
