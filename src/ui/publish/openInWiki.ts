import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { firstPublished, type PageRecord, type Place } from '../../core/publish/pageRecord';
import { UserError } from '../../core/text/errors';
import { plain, quote } from '../../core/text/plain';
import type { Sites } from '../../services/connection/sites';
import type { PageRecords } from '../../services/publish/pageRecords';
import type { PagesInWiki } from '../../services/publish/pagesInWiki';
import type { Recents } from '../../services/publish/recents';
import { snapshotOf } from '../page/document';
import type { Identify } from '../page/identify';

export interface OpenInWikiDependencies {
  readonly records: PageRecords;
  readonly identify: Identify;
  readonly recents: Recents;
  readonly sites: Sites;
  readonly inWiki: PagesInWiki;
  readonly state: vscode.Memento;
}

const openableKey = 'openable';
const mostOpenable = 5_000;

/** Opens the page of a file, or the one that is named; where only the one above it is known, that one. */
export async function openInWiki(
  opening: OpenInWikiDependencies,
  resource: vscode.Uri | undefined,
  named?: PageRecord,
): Promise<void> {
  const { uri, fileName } = await snapshotOf(resource);
  const index = await opening.records.read();
  const record = named ?? firstPublished(index.known(await opening.identify(uri)));
  if (record === undefined) {
    throw new UserError(unknownAddress(plain(fileName)));
  }
  const address = record.wiki?.address ?? (await opening.inWiki.locate(record));
  await open(opening, record.place, address);
  await addOpenable(opening.state, [uri]);
}

/** `address`: as a lookup found it, of this very page. */
export async function open(
  { recents, sites, inWiki }: OpenInWikiDependencies,
  { endpoint, parent, title }: Place,
  address: string | undefined,
): Promise<void> {
  const found = address ?? recents.address(endpoint, parent) ?? (await inWiki.addressOf(endpoint, parent));
  const known = found === undefined ? undefined : sites.addressIn(endpoint, found);
  if (known === undefined) {
    throw new UserError(unknownAddress(quote(title)));
  }
  await vscode.env.openExternal(vscode.Uri.parse(known, true));
}

function unknownAddress(what: string): string {
  return l10n.t(
    'Where {0} is in the wiki is not known. After a publish it is looked up, if you have set a platform token.',
    what,
  );
}

/** From now on their menus offer it. */
export async function addOpenable(state: vscode.Memento, uris: readonly vscode.Uri[]): Promise<void> {
  const before = state.get<readonly string[]>(openableKey) ?? [];
  const paths = uris.map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.path));
  const now = [...new Set([...paths, ...before])].slice(0, mostOpenable);
  await vscode.commands.executeCommand('setContext', `publishToWiki.${openableKey}`, now);
  await state.update(openableKey, now);
}
