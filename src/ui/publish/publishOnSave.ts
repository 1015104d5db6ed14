import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileNameOf, isMarkdown, snapshotOf } from '../page/document';
import { notify } from '../prompt/notify';
import type { Publisher, PublishDependencies } from './publisher';
import { knownConnection, readSnapshot, resolve } from './resolve';
import type { Job } from './publishRequest';
import { stopReport } from './stopReports';

/** Publishes what the person saves, where their setting and the file's front matter both say so. */
export function publishOnSave(publishing: PublishDependencies, publisher: Publisher): vscode.Disposable {
  const byHand = new WeakSet<vscode.TextDocument>();
  const running = new Map<string, Promise<void>>();
  return vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      // What saves itself would publish half a sentence
      if (reason === vscode.TextDocumentSaveReason.Manual) {
        byHand.add(document);
      }
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const wanted = vscode.workspace.getConfiguration('publishToWiki').get('publishOnSave') === true;
      if (byHand.delete(document) && wanted && vscode.workspace.isTrusted && isMarkdown(document)) {
        const key = document.uri.toString();
        // One after the other: the last one saved is the one in the wiki
        const before = running.get(key) ?? Promise.resolve();
        const publish = (): Promise<void> => publishSaved(publishing, publisher, document.uri);
        const saving = before.then(
          () => new Promise<void>((done) => void publishing.reportErrors(() => publish().finally(done))),
        );
        running.set(key, saving);
        void saving.finally(() => running.get(key) === saving && running.delete(key));
      }
    }),
  );
}

async function publishSaved(
  publishing: PublishDependencies,
  publisher: Publisher,
  uri: vscode.Uri,
): Promise<void> {
  const found = await jobFor(publishing, uri);
  if (found === 'not wanted') {
    return;
  }
  if (found !== 'needs an answer') {
    await publisher.publish(uri, { kind: 'send', job: found }, { quiet: true });
    return;
  }
  const text = l10n.t(
    '{0} was saved but not published: to publish it, you have to answer a question.',
    fileNameOf(uri),
  );
  void notify({ severity: 'warning', text, actions: ['publish'] }).then((action) =>
    action === undefined ? undefined : publishing.reportErrors(() => publisher.publish(uri)),
  );
}

/** Whatever would need a question is not decided here; and no page that others made is overwritten. */
async function jobFor(
  publishing: PublishDependencies,
  uri: vscode.Uri,
): Promise<Job | 'not wanted' | 'needs an answer'> {
  const snapshot = await snapshotOf(uri);
  const read = await readSnapshot(publishing, snapshot);
  const { page, settings } = read;
  if (page.frontMatter.publishOnSave !== true) {
    return 'not wanted';
  }
  const connection = knownConnection(publishing, snapshot, page);
  const named = page.frontMatter.connection;
  const token = connection && (await publishing.tokens.get(connection.endpoint));
  if (
    connection === undefined ||
    (named !== undefined && named !== connection.name) ||
    token === undefined ||
    stopReport(page.problems, settings.severities, false) !== undefined
  ) {
    return 'needs an answer';
  }
  const { change, decision } = resolve(publishing, snapshot, read, connection);
  const { target, foreign } = decision;
  if (change.kind === 'unchanged') {
    return 'not wanted';
  }
  if (target === undefined || change.kind === 'retitled') {
    return 'needs an answer';
  }
  const overwrite = target.overwrite && !foreign;
  return { connection, target: { ...target, overwrite }, suggestedTitle: page.title };
}
