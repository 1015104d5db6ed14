import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { contentUnder } from '../../core/publish/content';
import { snapshotOf } from '../page/document';
import { readSnapshot, resolve } from '../publish/decideDocument';
import type { ShowRequestDependencies } from '../publish/showRequest';
import { exportedPage, pageExport, type Exporting } from './exportedPage';
import { pageOf } from './whichPage';

export interface PullDependencies extends ShowRequestDependencies {
  readonly exporting: Exporting;
}

/** Opens the difference between the page in the wiki and what would be sent now. */
export async function compareWithWiki(
  pulling: PullDependencies,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const { exporting, virtual, pages } = pulling;
  const how = pageExport(exporting);
  if (how === undefined) {
    return;
  }
  const snapshot = await snapshotOf(resource);
  const { uri, fileName } = snapshot;
  const resolved = await resolve(pulling, snapshot, await readSnapshot(pulling, snapshot));
  const from = await pageOf(pulling, resolved, l10n.t('Compare with the Wiki'));
  const again = (): Promise<void> => compareWithWiki(pulling, uri);
  const wiki = from && (await exportedPage(exporting, how, from, again));
  if (wiki === undefined) {
    return;
  }
  const { decision, page } = resolved;
  const title = decision.known.title ?? page.title;
  const content = contentUnder(page, title);
  // What is only spelled otherwise is no difference
  const shown = (await pages.respell(wiki, content, title)) ?? wiki;
  await vscode.commands.executeCommand(
    'vscode.diff',
    virtual.put('wiki', uri, fileName, shown),
    virtual.put('now', uri, fileName, content),
    l10n.t('{0}: in the wiki ↔ now', fileName),
  );
}
