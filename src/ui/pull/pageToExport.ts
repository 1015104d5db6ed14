import * as l10n from '@vscode/l10n';
import type { PageExportTemplate, PlaceholderValues } from '../../core/export/pageExport';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { isSpaceKey } from '../../core/publish/spaceKey';
import { parsePageId, pagePromptText } from '../../core/pull/parsePageId';
import { UserError } from '../../core/text/errors';
import { pastedAddress, siteOfPage } from '../../core/wiki/site';
import type { DocumentPage } from '../publish/documentPage';
import { onlyStep, askText, back } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

export interface NamedPage {
  readonly id: string;
  /** The page’s address in the wiki; undefined where only the ID is known. */
  readonly address: string | undefined;
}

const lookupTimeoutMs = 3_000;

/** Throws a `UserError` where the export reads another wiki: an ID leads to another page there. */
export function checkIsExported(
  { settings, sites }: Pick<WindowServices, 'settings' | 'sites'>,
  { url }: PageExportTemplate,
  endpoint: string | undefined,
): void {
  const { origin, host } = new URL(url);
  const isThere = (each: string): boolean =>
    [each, sites.of(each)].some((address) => new URL(address).origin === origin);
  const isElsewhere = endpoint !== undefined && !isThere(endpoint);
  if (isElsewhere && settings.read().connections.some((each) => isThere(each.endpoint))) {
    throw new UserError(
      l10n.t(
        'This page is in another wiki than the one at {0}, from which publishToWiki.export reads pages. Look at it in the browser, or change that setting.',
        host,
      ),
      { remedy: 'openSettings' },
    );
  }
}

/** Tries the recorded page, then a lookup by title. Asks the person last; an existing record then gets the answer. */
export async function findPageToExport(
  services: Pick<WindowServices, 'records' | 'lookups' | 'sites' | 'recentPlaces'>,
  { snapshot, decision }: Pick<DocumentPage, 'snapshot' | 'decision'>,
  title: string,
): Promise<PlaceholderValues | undefined> {
  const { records, lookups, sites } = services;
  const record = recordOfEffect(decision.effect);
  const { connection, promptValues } = decision;
  const { space, parent } = promptValues;
  const endpoint = record?.place.endpoint ?? connection?.endpoint;
  // A recorded page without a version may be one that the person named here wrongly, so it is looked up or
  // asked for again below.
  if (record?.wiki?.version !== undefined) {
    return lookUpPlaceholderValues(
      services,
      endpoint,
      { id: record.wiki.id, address: record.wiki.address },
      record.place.space,
    );
  }
  const place =
    record?.place ??
    (space !== undefined && parent !== undefined && promptValues.title !== undefined
      ? { space, parent, title: promptValues.title }
      : undefined);
  const found =
    endpoint === undefined || place === undefined
      ? undefined
      : await lookups.pageAt(endpoint, place, AbortSignal.timeout(lookupTimeoutMs));
  if (found?.kind === 'found') {
    return lookUpPlaceholderValues(
      services,
      endpoint,
      { id: found.value.id, address: found.value.address },
      place?.space,
    );
  }
  const named = await askPage(title, {
    fileName: snapshot.fileName,
    before: record?.wiki?.address ?? record?.wiki?.id,
    elsewhere: (address) => (endpoint === undefined ? undefined : sites.otherWikiProblem(endpoint, address)),
  });
  if (named !== undefined && record !== undefined) {
    await records.recordLookup(record.place, named);
  }
  return named && lookUpPlaceholderValues(services, endpoint, named, place?.space);
}

/** Looks up values for the placeholders in the setting `publishToWiki.export`, such as `{pageId}`. */
export async function lookUpPlaceholderValues(
  { recentPlaces, sites, lookups }: Pick<WindowServices, 'recentPlaces' | 'sites' | 'lookups'>,
  endpoint: string | undefined,
  { id, address }: NamedPage,
  space: string | undefined,
): Promise<PlaceholderValues> {
  const site = endpoint === undefined ? undefined : sites.known(endpoint);
  const pasted = address === undefined ? undefined : siteOfPage(address);
  const keyOfId = async (): Promise<string | undefined> => {
    if (endpoint === undefined || space === undefined) {
      return undefined;
    }
    const known = recentPlaces.spaceKey(sites.of(endpoint), space);
    const found =
      known ?? (await lookups.space(endpoint, { id: space }, AbortSignal.timeout(lookupTimeoutMs)));
    return typeof found === 'string' ? found : found?.kind === 'found' ? found.value.key : undefined;
  };
  return {
    pageId: id,
    spaceKey: spaceKeyIn(address) ?? (isSpaceKey(space) ? space : await keyOfId()),
    baseUrl: site ?? pasted,
  };
}

interface AskPageOptions {
  readonly fileName?: string;
  readonly before?: string | undefined;
  /** Returns what is wrong with an address that is in another wiki than the connection’s. */
  readonly elsewhere?: (address: string) => string | undefined;
}

export async function askPage(
  title: string,
  { fileName, before, elsewhere = () => undefined }: AskPageOptions = {},
): Promise<NamedPage | undefined> {
  let typed = '';
  const id = await askText(onlyStep(title), {
    value: before,
    placeholder: l10n.t('Page: enter its ID, or paste its address'),
    prompt: pagePromptText(fileName),
    parse: (text) => {
      typed = text.trim();
      return parsePageId(fileName, typed, elsewhere);
    },
  });
  if (id === undefined || id === back) {
    return undefined;
  }
  return { id, address: pastedAddress(typed) };
}

function spaceKeyIn(address: string | undefined): string | undefined {
  return address === undefined
    ? undefined
    : /\/spaces\/([\w~.-]+)\/pages\//.exec(new URL(address).pathname)?.[1];
}
