import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { contentForTitle } from '../../core/publish/contentForTitle';
import { plainLine } from '../../core/text/plainLine';
import { readDocumentInWiki } from './documentInWiki';
import type { WindowServices } from '../windowServices';

export async function compareWithWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const { virtualDocuments, pages } = services;
  const there = await readDocumentInWiki(services, resource, l10n.t('Compare with the Wiki'), {
    again: (uri) => compareWithWiki(services, uri),
    isComparison: true,
  });
  if (there === undefined) {
    return;
  }
  const { snapshot, read, decision, page, wiki } = there;
  const { uri, fileName, text } = snapshot;
  const title = decision.promptValues.title ?? page.title;
  const compared = await pages.compare({ text, fileName, options: read.options, title, wiki });
  const shown = compared ?? { wiki, document: contentForTitle(page, title) };
  await vscode.commands.executeCommand(
    'vscode.diff',
    virtualDocuments.put('wiki', uri, fileName, shown.wiki),
    virtualDocuments.put('here', uri, fileName, shown.document),
    l10n.t('{0}: in the wiki ↔ now', plainLine(fileName)),
  );
}
