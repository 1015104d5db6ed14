import { notOpenedReport } from '../../core/publish/openReport';
import type { Place } from '../../core/records/pageRecord';
import type { TokenRemedy } from '../../core/text/errors';
import type { Report } from '../../core/text/report';
import type { Services } from '../services';

/** `report`: why the page itself is not opened; `address` is that of its parent page then, if known. */
export type PageToOpen =
  | { readonly address: string; readonly report?: undefined }
  | { readonly address: string | undefined; readonly report: Report<TokenRemedy> };

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
  return { address: parent, report: notOpenedReport(place.title, tokenStatus, parent !== undefined) };
}

async function parentAddress(
  { sites, recentPlaces, inWiki }: Pick<Services, 'sites' | 'recentPlaces' | 'inWiki'>,
  { endpoint, parent }: Place,
): Promise<string | undefined> {
  const found = recentPlaces.address(endpoint, parent) ?? (await inWiki.addressOf(endpoint, parent));
  return found === undefined ? undefined : sites.addressIn(endpoint, found);
}
