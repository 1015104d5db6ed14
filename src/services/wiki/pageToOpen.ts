import { notOpenedReport, type OpenAction } from '../../core/publish/openReport';
import type { Place } from '../../core/records/pageRecord';
import type { Report } from '../../core/text/report';
import type { Services } from '../services';

/** `report`: what is shown instead of the page; `parent`: the address of the parent page, which can be opened. */
export type PageToOpen =
  | { readonly address: string; readonly report?: never }
  | { readonly report: Report<OpenAction>; readonly parent: string | undefined };

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
  const parent = await parentAddress(services, place);
  const tokenStatus = await lookups.platformTokenStatus(place.endpoint);
  return { report: notOpenedReport(place.title, tokenStatus, parent !== undefined), parent };
}

export async function parentAddress(
  { sites, recentPlaces, inWiki }: Pick<Services, 'sites' | 'recentPlaces' | 'inWiki'>,
  { endpoint, parent }: Place,
): Promise<string | undefined> {
  const found = recentPlaces.address(endpoint, parent) ?? (await inWiki.addressOf(endpoint, parent));
  return found === undefined ? undefined : sites.addressIn(endpoint, found);
}
