import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { connectionAt } from '../../core/publish/decideConnection';
import { tokenNeededText } from '../../core/publish/openReport';
import { findPublished, type PageRecord, type Place } from '../../core/records/pageRecord';
import { UserError } from '../../core/text/errors';
import { plainLine } from '../../core/text/plainLine';
import { findPageToOpen } from '../../services/wiki/pageToOpen';
import { setPlatformToken } from '../connection/platformToken';
import { notifyAndAct } from '../prompt/reportErrors';
import { snapshotOf } from '../page/document';
import type { WindowServices } from '../windowServices';

const openableKey = 'openable';
const mostOpenable = 5_000;

export async function openInWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
  named?: PageRecord,
): Promise<void> {
  // The file of a row may be gone.
  const { uri, fileName } =
    named !== undefined && resource !== undefined
      ? { uri: resource, fileName: '' }
      : await snapshotOf(resource);
  const index = await services.records.read();
  const record = named ?? findPublished(index.ofFile(await services.identify(uri)));
  if (record === undefined) {
    throw new UserError(l10n.t('{0} has no page: it was not published from here.', plainLine(fileName)), {
      remedy: 'publish',
      uri: uri.toString(),
    });
  }
  const locate = async (): Promise<string | undefined> =>
    record.wiki?.address ?? (await services.inWiki.locate(record));
  if (await openPage(services, record.place, locate)) {
    await addOpenable(services.workspaceState, [uri]);
  }
}

/**
 * Opens the page in the browser. If it is not found, says why, and returns false. `locate`: looks up the address of
 * the page, again once the person has entered a platform token.
 */
export async function openPage(
  services: WindowServices,
  place: Place,
  locate: () => Promise<string | undefined>,
): Promise<boolean> {
  const { report, address } = await findPageToOpen(services, place, await locate());
  if (report === undefined) {
    await openAddress(address);
    return true;
  }
  notifyAndAct(report, services.reportErrors, {
    openParent: () => openAddress(address),
    setPlatformToken: () => openWithToken(services, place, locate),
  });
  return false;
}

/** Asks for a platform token first, and opens the page if the wiki accepts it. */
export async function openWithToken(
  services: WindowServices,
  place: Place,
  locate: () => Promise<string | undefined>,
): Promise<boolean> {
  const connection = connectionAt(services.settings.read().connections, place.endpoint);
  const why = tokenNeededText(place.title);
  const tokenStatus = connection && (await setPlatformToken(services, connection, { why }));
  return tokenStatus === 'accepted' && openPage(services, place, locate);
}

export async function openAddress(address: string | undefined): Promise<void> {
  await (address === undefined ? undefined : vscode.env.openExternal(vscode.Uri.parse(address, true)));
}

/** Makes VS Code show Open in Wiki in the menus of these files. */
export async function addOpenable(state: vscode.Memento, uris: readonly vscode.Uri[]): Promise<void> {
  const before = state.get<readonly string[]>(openableKey) ?? [];
  const paths = uris.map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.path));
  const now = [...new Set([...paths, ...before])].slice(0, mostOpenable);
  await vscode.commands.executeCommand('setContext', `publishToWiki.${openableKey}`, now);
  await state.update(openableKey, now);
}
