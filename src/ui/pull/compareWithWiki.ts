import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { contentUnder } from '../../core/publish/content';
import { plain } from '../../core/text/plain';
import { documentInWiki } from './documentInWiki';
import type { WindowServices } from '../windowServices';

/** Compares the page in the wiki with what would be sent now. */
export async function compareWithWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const { virtual, pages } = services;
  const there = await documentInWiki(services, resource, l10n.t('Compare with the Wiki'), {
    again: (uri) => compareWithWiki(services, uri),
    isComparison: true,
  });
  if (there === undefined) {
    return;
  }
  const { snapshot, read, decision, page, wiki } = there;
  const { uri, fileName, text } = snapshot;
  const title = decision.known.title ?? page.title;
  const compared = await pages.compare({ text, fileName, options: read.options, title, wiki });
  const shown = compared ?? { wiki, now: contentUnder(page, title) };
  await vscode.commands.executeCommand(
    'vscode.diff',
    virtual.put('wiki', uri, fileName, shown.wiki),
    virtual.put('now', uri, fileName, shown.now),
    l10n.t('{0}: in the wiki ↔ now', plain(fileName)),
  );
}
