import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Destination } from '../../core/publish/decide';
import { placeOf } from '../../core/publish/pageChanges';
import type { Place } from '../../core/publish/pageRecord';
import { UserError } from '../../core/text/errors';
import { quote } from '../../core/text/plain';
import { addressOn } from '../../core/wiki/site';
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

/** Opens the page of a file; where only the one above it is known, that one. */
export async function openInWiki(
  opening: OpenInWikiDependencies,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const { uri, fileName } = await snapshotOf(resource);
  const index = await opening.records.read();
  const [record] = index.ofFile(await opening.identify(uri)).filter(({ published }) => published);
  if (record === undefined) {
    throw new UserError(l10n.t('{0} has not been published from here yet.', fileName));
  }
  const address = record.wiki?.address ?? (await opening.inWiki.locate(record));
  await open(opening, record.place, address);
  await addOpenable(opening.state, [uri]);
}

/** Whether a button that opens the page, or the one above it, has something to open. */
export async function canOpen(
  { inWiki, recents, records }: OpenInWikiDependencies,
  { endpoint, target }: Destination,
): Promise<boolean> {
  return (
    recents.address(endpoint, target.parent) !== undefined ||
    records.last.at(placeOf({ endpoint, target }))?.wiki?.address !== undefined ||
    (await inWiki.canLookUp(endpoint))
  );
}

/** `address`: as a lookup found it, of this very page. */
export async function open(
  { recents, sites, inWiki }: OpenInWikiDependencies,
  { endpoint, parent, title }: Place,
  address: string | undefined,
): Promise<void> {
  const found = address ?? recents.address(endpoint, parent) ?? (await inWiki.addressOf(endpoint, parent));
  const known = found === undefined ? undefined : addressOn(sites.of(endpoint), found);
  if (known === undefined) {
    throw new UserError(
      l10n.t(
        'Where {0} is in the wiki is not known: it is looked up with a platform token, which “Set Platform Token…” stores.',
        quote(title),
      ),
    );
  }
  await vscode.env.openExternal(vscode.Uri.parse(known, true));
}

/** From now on their menus offer it. */
export async function addOpenable(state: vscode.Memento, uris: readonly vscode.Uri[]): Promise<void> {
  const before = state.get<readonly string[]>(openableKey) ?? [];
  const paths = uris.map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.path));
  const now = [...new Set([...paths, ...before])].slice(0, mostOpenable);
  await vscode.commands.executeCommand('setContext', `publishToWiki.${openableKey}`, now);
  await state.update(openableKey, now);
}
