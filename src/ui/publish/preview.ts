import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { contentForTitle } from '../../core/publish/contentForTitle';
import type { HttpRequest } from '../../core/network/http';
import { importRequest } from '../../core/wiki/import';
import { curlCommand, requestText, tokenVariable } from '../../core/wiki/requestText';
import type { Omission, Page } from '../../core/page/page';
import { formatList, formatNumber } from '../../core/text/locale';
import { plainLine, quote } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { notifyAndAct } from '../prompt/reportErrors';
import { Secret } from '../../core/text/secret';
import { openLastPublishedDiff } from './lastPublishedDiff';
import { readDocumentPage, type PlacedDocument } from './documentPage';
import type { WindowServices } from '../windowServices';

/** Asks for no destination, since only the title is needed. */
export async function compareWithLastPublished(
  services: WindowServices,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const resolved = await readDocumentPage(services, resource);
  await openLastPublishedDiff(services, resolved, {
    title: resolved.decision.promptValues.title ?? resolved.page.title,
  });
}

export async function preview(
  {
    virtualDocuments,
    names,
    reportErrors,
  }: Pick<WindowServices, 'virtualDocuments' | 'names' | 'reportErrors'>,
  resolved: PlacedDocument,
): Promise<void> {
  const { snapshot, page, target } = resolved;
  const { uri, fileName } = snapshot;
  const content = contentForTitle(page, target.title);
  const sent = virtualDocuments.put('sent', uri, fileName, content);
  const document = await vscode.workspace.openTextDocument(sent);
  await vscode.languages.setTextDocumentLanguage(document, 'markdown');
  await vscode.window.showTextDocument(document, { preview: true });
  await vscode.commands.executeCommand('markdown.showPreviewToSide', sent);
  const text = sentences(
    l10n.t(
      '{0} goes under {1}.',
      quote(target.title),
      names.text({ endpoint: resolved.connection.endpoint, ...target }),
    ),
    omissionsText(page, content),
  );
  const actions = ['compare', 'showRequest', 'copyAsCurl'] as const;
  notifyAndAct({ severity: 'information', text, actions }, reportErrors, {
    compare: () => {
      const title = l10n.t('{0}: written ↔ sent', plainLine(fileName));
      return vscode.commands.executeCommand('vscode.diff', uri, sent, title);
    },
    showRequest: async () => {
      const request = requestText(requestOf(resolved));
      const address = virtualDocuments.put('request', uri, `${fileName}.jsonc`, request);
      const shown = await vscode.workspace.openTextDocument(address);
      await vscode.languages.setTextDocumentLanguage(shown, 'jsonc');
      await vscode.window.showTextDocument(shown, { preview: true, viewColumn: vscode.ViewColumn.One });
    },
    copyAsCurl: () => copyAsCurl(resolved),
  });
}

export function omissionsText(page: Page, content: string): string {
  const withoutHeading = content === page.contentWithoutHeading && content !== page.content;
  const count = (wanted: Omission['what']): number =>
    page.leftOut.filter(({ what }) => what === wanted).length;
  const comments = count('comment');
  const regions = count('region');
  const parts = [
    ...(count('frontMatter') > 0 ? [l10n.t('the front matter')] : []),
    ...(withoutHeading ? [l10n.t('the heading that repeats the title')] : []),
    ...(comments === 1 ? [l10n.t('one comment')] : []),
    ...(comments > 1 ? [l10n.t('{0} comments', formatNumber(comments))] : []),
    ...(count('mark') > 0 ? [l10n.t('marks for other tools')] : []),
    ...(regions === 1 ? [l10n.t('one region between “wiki:skip” marks')] : []),
    ...(regions > 1 ? [l10n.t('{0} regions between “wiki:skip” marks', formatNumber(regions))] : []),
  ];
  return parts.length === 0 ? l10n.t('Nothing is left out.') : l10n.t('Left out: {0}.', formatList(parts));
}

async function copyAsCurl(resolved: PlacedDocument): Promise<void> {
  await vscode.env.clipboard.writeText(curlCommand(requestOf(resolved)));
  vscode.window.setStatusBarMessage(
    l10n.t('Copied. First put the API token into {0}.', tokenVariable),
    10_000,
  );
}

/** The empty token is never shown: `requestText` and `curlCommand` put a placeholder in its place. */
function requestOf({ page, connection, target }: PlacedDocument): HttpRequest {
  return importRequest(connection.endpoint, new Secret(''), target, contentForTitle(page, target.title));
}
