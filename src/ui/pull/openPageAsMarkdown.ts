import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Connection } from '../../core/connection/connection';
import type { WrittenTarget } from '../../core/page/writeFrontMatter';
import { UserError } from '../../core/text/errors';
import { siteOfPage } from '../../core/wiki/site';
import type { WindowServices } from '../windowServices';
import { exportMarkdown } from './exportMarkdown';
import { askPage, checkIsExported, lookUpPlaceholderValues, type NamedPage } from './pageToExport';

const lookupTimeoutMs = 3_000;

/**
 * `known`: undefined to ask for the page. The front matter of the new document names the page’s place if a
 * lookup finds it.
 */
export async function openPageAsMarkdown(services: WindowServices, known?: NamedPage): Promise<void> {
  const { exportServices, pages } = services;
  const how = (await exportServices.signIn()).pageExport();
  const named = how && (known ?? (await askPage(l10n.t('Get Page as Markdown'))));
  if (how === undefined || named === undefined) {
    return;
  }
  const connection = connectionOf(services, named);
  checkIsExported(services, how, connection?.endpoint ?? (named.address && siteOfPage(named.address)));
  const target = connection && (await targetOf(services, connection, named));
  const from = await lookUpPlaceholderValues(services, connection?.endpoint, named, target?.space);
  const markdown = await exportMarkdown(exportServices, how, from, {
    again: () => openPageAsMarkdown(services, named),
  });
  if (markdown === undefined) {
    return;
  }
  const content = await pages.newDocument(markdown, target);
  if (content === undefined) {
    throw new UserError(
      l10n.t('The page takes too much time or memory to read, so it was not opened. Look at it in the wiki.'),
    );
  }
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: 'markdown', content }),
    { preview: false },
  );
}

/** Returns the only connection that fits, or undefined: with several, the page may be in any of their wikis. */
function connectionOf(
  { settings, sites }: Pick<WindowServices, 'settings' | 'sites'>,
  { address }: NamedPage,
): Connection | undefined {
  const { connections } = settings.read();
  const site = address === undefined ? undefined : siteOfPage(address);
  const there =
    site === undefined ? connections : connections.filter(({ endpoint }) => sites.of(endpoint) === site);
  return there.length === 1 ? there[0] : undefined;
}

async function targetOf(
  { lookups, settings }: Pick<WindowServices, 'lookups' | 'settings'>,
  { endpoint, name }: Connection,
  { id }: NamedPage,
): Promise<WrittenTarget | undefined> {
  const found = await lookups.page(endpoint, id, AbortSignal.timeout(lookupTimeoutMs));
  if (found?.kind !== 'found' || found.value.spaceId === undefined || found.value.parentId === undefined) {
    return undefined;
  }
  const { title, spaceId: space, parentId: parent } = found.value;
  const connection = settings.read().connections.length > 1 ? name : undefined;
  return { connection, space, parent, title };
}
