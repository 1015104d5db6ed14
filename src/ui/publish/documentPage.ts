import type * as vscode from 'vscode';
import type { Page } from '../../core/page/page';
import type { PlacedPage } from '../../services/publish/flow';
import type { DecidedPage } from '../../services/publish/decidedPage';
import { baseNameOf, snapshotOf, type Snapshot } from '../page/document';
import { windowPerson } from './windowPerson';
import type { WindowServices } from '../windowServices';

/** A document as it would be sent, as far as that is decided. */
export interface DocumentPage extends DecidedPage {
  readonly snapshot: Snapshot;
  readonly page: Page;
}

/** A document whose destination is known. */
export type AddressedDocument = DocumentPage & PlacedPage;

/** Reads a document without asking the person anything. */
export async function readDocumentPage(
  { flow }: Pick<WindowServices, 'flow'>,
  resource: vscode.Uri | undefined,
): Promise<DocumentPage> {
  const { uri } = await snapshotOf(resource);
  return withSnapshot(uri, await flow.read(uri.toString()));
}

/** Reads a document and asks for the missing parts of its destination. Undefined if the person cancelled. */
export async function askDocumentPage(
  services: WindowServices,
  resource: vscode.Uri | undefined,
): Promise<AddressedDocument | undefined> {
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
