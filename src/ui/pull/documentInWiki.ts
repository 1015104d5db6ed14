import type * as vscode from 'vscode';
import { pageOfChange } from '../../core/publish/decide';
import type { WikiChange } from '../../core/records/wikiChange';
import { readDocumentPage, type DocumentPage } from '../publish/documentPage';
import { exportedPage, pageExport } from './exportedPage';
import { pageOf } from './whichPage';
import type { WindowServices } from '../windowServices';

export interface DocumentInWiki extends DocumentPage {
  /** The page's current Markdown in the wiki. */
  readonly wiki: string;
  /** The change to the page that was found before its text was read. */
  readonly change: WikiChange | undefined;
}

/** Reads a document and its page in the wiki. Undefined if the person cancelled, or was told why there is no page. */
export async function documentInWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
  title: string,
  { again, isComparison }: { again: (resource: vscode.Uri) => Promise<void>; isComparison: boolean },
): Promise<DocumentInWiki | undefined> {
  const { exporting } = services;
  const how = pageExport(exporting);
  if (how === undefined) {
    return undefined;
  }
  const resolved = await readDocumentPage(services, resource);
  const from = await pageOf(services, resolved, title);
  const record = pageOfChange(resolved.decision.change);
  const change = record && from && (await services.inWiki.changes([record]))(record);
  const goOn = { again: () => again(resolved.snapshot.uri), isComparison };
  const wiki = from && (await exportedPage(exporting, how, from, goOn));
  return wiki === undefined ? undefined : { ...resolved, wiki, change };
}
