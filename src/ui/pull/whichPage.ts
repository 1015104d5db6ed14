import * as l10n from '@vscode/l10n';
import type { ExportedFrom } from '../../core/export/pageExport';
import { pageOfChange } from '../../core/publish/decide';
import { isSpaceKey } from '../../core/publish/spaceKey';
import { parsePageOf, promptForPageOf } from '../../core/pull/pageOfFile';
import { pastedAddress, siteOfPage } from '../../core/wiki/site';
import type { DocumentPage } from '../publish/documentPage';
import { askText, back } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** A page that the person named by its ID or address. */
export interface NamedPage {
  readonly id: string;
  /** The address that was pasted. */
  readonly address: string | undefined;
}

const patienceMs = 3_000;

/** Returns the page of a document: the recorded one, the one found with a platform token, or the one that the person names. */
export async function pageOf(
  services: Pick<WindowServices, 'records' | 'lookups' | 'sites' | 'recentPlaces'>,
  { snapshot, decision }: Pick<DocumentPage, 'snapshot' | 'decision'>,
  title: string,
): Promise<ExportedFrom | undefined> {
  const { records, lookups, sites } = services;
  const record = pageOfChange(decision.change);
  const { connection, known } = decision;
  const { space, parent } = known;
  const endpoint = record?.place.endpoint ?? connection?.endpoint;
  // A page that the person named has no version, and is asked for again below, since they may correct it.
  if (record?.wiki?.version !== undefined) {
    return exportedFrom(
      services,
      endpoint,
      { id: record.wiki.id, address: record.wiki.address },
      record.place.space,
    );
  }
  const place =
    record?.place ??
    (space !== undefined && parent !== undefined && known.title !== undefined
      ? { space, parent, title: known.title }
      : undefined);
  const found =
    endpoint === undefined || place === undefined
      ? undefined
      : await lookups.pageAt(endpoint, place, AbortSignal.timeout(patienceMs));
  if (found?.kind === 'found') {
    return exportedFrom(
      services,
      endpoint,
      { id: found.value.id, address: found.value.address },
      place?.space,
    );
  }
  const named = await askPage(title, {
    fileName: snapshot.fileName,
    before: record?.wiki?.address ?? record?.wiki?.id,
    elsewhere: (address) => (endpoint === undefined ? undefined : sites.elsewhere(endpoint, address)),
  });
  if (named !== undefined && record !== undefined) {
    await records.found(record.place, named);
  }
  return named && exportedFrom(services, endpoint, named, place?.space);
}

/** Returns the values of the export's placeholders. */
export async function exportedFrom(
  { recentPlaces, sites, lookups }: Pick<WindowServices, 'recentPlaces' | 'sites' | 'lookups'>,
  endpoint: string | undefined,
  { id, address }: NamedPage,
  space: string | undefined,
): Promise<ExportedFrom> {
  const site = endpoint === undefined ? undefined : sites.known(endpoint);
  const pasted = address === undefined ? undefined : siteOfPage(address);
  const keyOfId = async (): Promise<string | undefined> => {
    if (endpoint === undefined || space === undefined) {
      return undefined;
    }
    const known = recentPlaces.spaceKey(sites.of(endpoint), space);
    const found = known ?? (await lookups.space(endpoint, { id: space }, AbortSignal.timeout(patienceMs)));
    return typeof found === 'string' ? found : found?.kind === 'found' ? found.value.key : undefined;
  };
  return {
    pageId: id,
    spaceKey: spaceKeyIn(address) ?? (isSpaceKey(space) ? space : await keyOfId()),
    baseUrl: site ?? pasted,
  };
}

interface AskPageOptions {
  /** The file whose page is asked for. */
  readonly fileName?: string;
  readonly before?: string | undefined;
  /** Returns why an address does not belong to this wiki. */
  readonly elsewhere?: (address: string) => string | undefined;
}

export async function askPage(
  title: string,
  { fileName, before, elsewhere = () => undefined }: AskPageOptions = {},
): Promise<NamedPage | undefined> {
  let typed = '';
  const id = await askText(
    { title, step: 1, totalSteps: 1, canGoBack: false },
    {
      value: before,
      placeholder: l10n.t('Page: enter its ID, or paste its address'),
      prompt: promptForPageOf(fileName),
      parse: (text) => {
        typed = text.trim();
        return parsePageOf(fileName, typed, elsewhere);
      },
    },
  );
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
