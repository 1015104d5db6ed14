import { notOpenedReport, type OpenAction } from '../../core/publish/openReport';
import type { Place } from '../../core/records/pageRecord';
import type { Report } from '../../core/text/report';
import type { OutcomeContext } from '../../core/wiki/outcome';
import type { Services } from '../services';

/** `report`: why the page itself is not opened; `address` is that of its parent page then, if known. */
export type PageToOpen =
  | { readonly address: string; readonly report?: undefined }
  | { readonly address: string | undefined; readonly report: Report<OpenAction> };

export async function findPageToOpen(
  services: Pick<Services, 'sites' | 'recentPlaces' | 'inWiki' | 'lookups'>,
  place: Place,
  address: string | undefined,
): Promise<PageToOpen> {
  const { sites, lookups } = services;
  const known = address === undefined ? undefined : sites.addressIn(place.endpoint, address);
  if (known !== undefined) {
    return { address: known };
  }
  const parent = knownParentAddress(services, place) ?? (await lookedUpParent(services, place));
  const tokenStatus = await lookups.platformTokenStatus(place.endpoint);
  return { address: parent, report: notOpenedReport(place.title, tokenStatus, parent !== undefined) };
}

/** Asks the wiki nothing. */
export function openableUnasked(
  services: Pick<Services, 'sites' | 'recentPlaces' | 'records'>,
  place: Place,
): OutcomeContext['openable'] {
  if (services.records.index.recordAt(place)?.wiki?.address !== undefined) {
    return 'page';
  }
  return knownParentAddress(services, place) === undefined ? undefined : 'parent';
}

/** The address of the parent page, where the person pasted it once. */
export function knownParentAddress(
  { sites, recentPlaces }: Pick<Services, 'sites' | 'recentPlaces'>,
  { endpoint, parent }: Place,
): string | undefined {
  const pasted = recentPlaces.address(endpoint, parent);
  return pasted && sites.addressIn(endpoint, pasted);
}

async function lookedUpParent(
  { sites, inWiki }: Pick<Services, 'sites' | 'inWiki'>,
  { endpoint, parent }: Place,
): Promise<string | undefined> {
  const found = await inWiki.addressOf(endpoint, parent);
  return found && sites.addressIn(endpoint, found);
}
