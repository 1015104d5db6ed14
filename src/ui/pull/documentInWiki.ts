import type * as vscode from 'vscode';
import { resolve, type Resolved } from '../publish/resolve';
import type { ShowRequestDependencies } from '../publish/showRequest';
import { exportedPage, pageExport, type Exporting } from './exportedPage';
import { pageOf } from './whichPage';

export interface PullDependencies extends ShowRequestDependencies {
  readonly exporting: Exporting;
}

export interface DocumentInWiki extends Resolved {
  /** The page's Markdown as the wiki has it. */
  readonly wiki: string;
}

/** A document and its page in the wiki; undefined when the person left, or was told why there is none. */
export async function documentInWiki(
  pulling: PullDependencies,
  resource: vscode.Uri | undefined,
  title: string,
  again: (resource: vscode.Uri) => Promise<void>,
): Promise<DocumentInWiki | undefined> {
  const { exporting } = pulling;
  const how = pageExport(exporting);
  if (how === undefined) {
    return undefined;
  }
  const resolved = await resolve(pulling, resource);
  const from = await pageOf(pulling, resolved, title);
  const wiki = from && (await exportedPage(exporting, how, from, () => again(resolved.snapshot.uri)));
  return wiki === undefined ? undefined : { ...resolved, wiki };
}
