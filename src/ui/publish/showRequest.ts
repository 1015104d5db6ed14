import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { contentUnder } from '../../core/publish/content';
import { decideTarget } from '../../core/publish/decide';
import type { HttpRequest } from '../../core/network/http';
import { importRequest } from '../../core/wiki/import';
import { curlCommand, requestText, tokenVariable } from '../../core/wiki/requestText';
import { Secret } from '../../core/text/secret';
import { compareWithLast, type CompareDependencies } from './compare';
import { snapshotOf } from '../page/document';
import { readSnapshot, resolveAsking, type Resolved, type ResolveDependencies } from './resolve';
import type { Target } from '../../core/wiki/target';

export interface ShowRequestDependencies extends ResolveDependencies, CompareDependencies {}

/** Compares without a question: the title is enough, and always known. */
export async function compare(
  showing: ShowRequestDependencies,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const snapshot = await snapshotOf(resource);
  const { page } = await readSnapshot(showing, snapshot);
  const uri = snapshot.uri.toString();
  const { frontMatter, title } = page;
  const remembered = showing.memory.file(uri);
  const { known } = decideTarget({ frontMatter, remembered, defaults: {}, title });
  await compareWithLast(showing, { snapshot, page }, { title: known.title ?? title });
}

/** Shows the request that a publish would send now, in a document that can't be changed. */
export async function preview(
  showing: ShowRequestDependencies,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const resolved = await resolveAsking(showing, resource);
  if (resolved === undefined) {
    return;
  }
  const { uri, fileName } = resolved.snapshot;
  const virtual = showing.virtual.put('sent', uri, `${fileName}.jsonc`, requestText(requestOf(resolved)));
  const document = await vscode.workspace.openTextDocument(virtual);
  await vscode.languages.setTextDocumentLanguage(document, 'jsonc');
  await vscode.window.showTextDocument(document, { preview: true });
}

export async function copyAsCurl(
  showing: ShowRequestDependencies,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const resolved = await resolveAsking(showing, resource);
  if (resolved === undefined) {
    return;
  }
  await vscode.env.clipboard.writeText(curlCommand(requestOf(resolved)));
  vscode.window.setStatusBarMessage(
    l10n.t('Copied. Set {0} to the API token before you run the command.', tokenVariable),
    10_000,
  );
}

/** No token is needed to show what is sent. */
function requestOf({ page, connection, target }: Resolved & { target: Target }): HttpRequest {
  return importRequest(connection.endpoint, new Secret(''), target, contentUnder(page, target.title));
}
