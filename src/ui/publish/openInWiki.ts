import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { firstPublished, type PageRecord, type Place } from '../../core/records/pageRecord';
import { UserError } from '../../core/text/errors';
import { plain } from '../../core/text/plain';
import { whatOpens } from '../../services/wiki/whatOpens';
import { notify } from '../prompt/notify';
import { snapshotOf } from '../page/document';
import type { WindowServices } from '../windowServices';

const openableKey = 'openable';
const mostOpenable = 5_000;

export async function openInWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
  named?: PageRecord,
): Promise<void> {
  const { uri, fileName } = await snapshotOf(resource);
  const index = await services.records.read();
  const record = named ?? firstPublished(index.ofFile(await services.identify(uri)));
  if (record === undefined) {
    throw new UserError(l10n.t('{0} has no page: it was not published from here.', plain(fileName)));
  }
  const address = record.wiki?.address ?? (await services.inWiki.locate(record));
  if (await openPage(services, record.place, address)) {
    await addOpenable(services.state, [uri]);
  }
}

/** Resolves with whether the page was opened. `address`: the address of this page from a lookup. */
export async function openPage(
  services: WindowServices,
  place: Place,
  address: string | undefined,
): Promise<boolean> {
  const { report, ...found } = await whatOpens(services, place, address);
  if ('address' in found) {
    await openAddress(found.address);
    return true;
  }
  // Not awaited: a notification may stay for hours
  void services.reportErrors(async () => {
    const pressed = report && (await notify(report));
    await (pressed === 'openParent'
      ? openAddress(found.parent)
      : pressed && vscode.commands.executeCommand('publishToWiki.setPlatformToken'));
  });
  return false;
}

export async function openAddress(address: string | undefined): Promise<void> {
  await (address === undefined ? undefined : vscode.env.openExternal(vscode.Uri.parse(address, true)));
}

/** Shows Open in Wiki in the menus of these files. */
export async function addOpenable(state: vscode.Memento, uris: readonly vscode.Uri[]): Promise<void> {
  const before = state.get<readonly string[]>(openableKey) ?? [];
  const paths = uris.map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.path));
  const now = [...new Set([...paths, ...before])].slice(0, mostOpenable);
  await vscode.commands.executeCommand('setContext', `publishToWiki.${openableKey}`, now);
  await state.update(openableKey, now);
}
