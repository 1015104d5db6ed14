import * as l10n from '@vscode/l10n';
import { parseAddress } from '../connection/endpoint';
import type { Parsed } from '../text/parsed';
import { plainLine } from '../text/plainLine';

/** Returns {base_url} of the contract (4.1), if the endpoint has the documented form. */
export function documentedSite(endpoint: string): string | undefined {
  const { origin, pathname } = new URL(endpoint);
  const before = /^(.*?)\/wiki\/apps\//.exec(pathname)?.[1];
  return before === undefined ? undefined : origin + before;
}

/** Returns {base_url} from the address of a page or a space. */
export function siteOfPage(address: string): string | undefined {
  if (!/^https?:/i.test(address.trim()) || !URL.canParse(address.trim())) {
    return undefined;
  }
  const { origin, pathname } = new URL(address.trim());
  const before = /^(.*?)\/wiki(?:\/|$)/.exec(pathname)?.[1];
  return before === undefined ? origin : origin + before;
}

/** Reads {base_url}, if a token may be sent to it. */
export function parseSite(address: string): Parsed<string> {
  const parsed = parseAddress(address.replace(/#.*$/s, ''));
  return parsed.problem === undefined ? { value: siteOfPage(parsed.value) ?? parsed.value } : parsed;
}

/** Returns the site's address as a person reads and edits it. */
export function siteText(site: string): string {
  return siteOfPage(site) === site ? site : `${site}/wiki`;
}

/** Whether it is the address of something in another wiki. */
export function isOnOtherSite(site: string, address: string): boolean {
  const text = address.trim();
  return /^https?:/i.test(text) && URL.canParse(text) && addressOnSite(site, text) === undefined;
}

/** Says why a place that settings or front matter name by an address is refused. */
export function otherSiteText(site: string, address: string): string {
  return l10n.t(
    'Its space or parent page is named by an address at {0}, but the connection publishes to {1}.',
    plainLine(new URL(address).origin),
    plainLine(new URL(site).origin),
  );
}

/** The ID of a page means another page in another wiki, so an address there is refused. */
export function otherSiteProblem(site: string, address: string): string | undefined {
  const text = address.trim();
  return !isOnOtherSite(site, text)
    ? undefined
    : l10n.t(
        'This is an address at {0}, but this connection publishes to {1}. Paste the address of a page there, or enter the ID.',
        plainLine(new URL(text).origin),
        plainLine(new URL(site).origin),
      );
}

/** Returns the address of a page that a person pasted; undefined if it is none. */
export function pastedAddress(text: string): string | undefined {
  const site = siteOfPage(text);
  return site === undefined ? undefined : addressOnSite(site, text.trim());
}

/** Returns an address that may be opened: with http or https, and on this site; undefined for any other. */
export function addressOnSite(site: string, address: string): string | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { origin, protocol, href, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && origin === new URL(site).origin && username === '' && password === '' ? href : undefined;
}
