import type * as vscode from 'vscode';
import { recordOfEffect } from '../../core/publish/publishEffect';
import type { WikiChange } from '../../core/records/wikiChange';
import { readDocumentPage, type DocumentPage } from '../publish/documentPage';
import { exportMarkdown } from './exportMarkdown';
import { checkIsExported, findPageToExport } from './pageToExport';
import type { WindowServices } from '../windowServices';

export interface DocumentInWiki extends DocumentPage {
  /** The Markdown of the page, as the wiki exports it now. */
  readonly wiki: string;
  /**
   * What somebody else did to the page, as far as a lookup tells. The lookup comes before `wiki` is read, so a later
   * edit does not count as seen.
   */
  readonly change: WikiChange | undefined;
}

/**
 * Asks which page it is if neither records nor a lookup tell. `again`: is run by a button such as Try Again or Sign In.
 * Undefined also if the person was told of a problem.
 */
export async function readDocumentInWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
  title: string,
  { again, isComparison }: { again: (resource: vscode.Uri) => Promise<void>; isComparison: boolean },
): Promise<DocumentInWiki | undefined> {
  const { exportServices } = services;
  const how = (await exportServices.signIn()).pageExport();
  if (how === undefined) {
    return undefined;
  }
  const resolved = await readDocumentPage(services, resource);
  const { effect, connection } = resolved.decision;
  const record = recordOfEffect(effect);
  checkIsExported(services, how, record?.place.endpoint ?? connection?.endpoint);
  const from = await findPageToExport(services, resolved, title);
  const change = record && from && (await services.inWiki.lookUpChanges([record]))(record);
  const goOn = { again: () => again(resolved.snapshot.uri), isComparison };
  const wiki = from && (await exportMarkdown(exportServices, how, from, goOn));
  return wiki === undefined ? undefined : { ...resolved, wiki, change };
}
