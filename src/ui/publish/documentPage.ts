import type * as vscode from 'vscode';
import type { Page } from '../../core/page/page';
import type { PlacedPage } from '../../services/publish/flow';
import type { DecidedPage } from '../../services/publish/decidedPage';
import { baseNameOf, snapshotOf, type Snapshot } from '../page/document';
import { windowPerson } from './windowPerson';
import type { WindowServices } from '../windowServices';

export interface DocumentPage extends DecidedPage {
  readonly snapshot: Snapshot;
  readonly page: Page;
}

export type PlacedDocument = DocumentPage & PlacedPage;

/** Asks the person nothing, so parts of the destination may be missing. */
export async function readDocumentPage(
  { flow }: Pick<WindowServices, 'flow'>,
  resource: vscode.Uri | undefined,
): Promise<DocumentPage> {
  const { uri } = await snapshotOf(resource);
  return withSnapshot(uri, await flow.read(uri.toString()));
}

export async function askDocumentPage(
  services: WindowServices,
  resource: vscode.Uri | undefined,
): Promise<PlacedDocument | undefined> {
  const { uri } = await snapshotOf(resource);
  const addressed = await services.flow.askForPlace(uri.toString(), windowPerson(services));
  return addressed && withSnapshot(uri, addressed);
}

function withSnapshot<T extends DecidedPage>(
  uri: vscode.Uri,
  page: T,
): T & Pick<DocumentPage, 'snapshot' | 'page'> {
  const snapshot = { uri, fileName: baseNameOf(uri), text: page.read.text };
  return { ...page, snapshot, page: page.read.page };
}
