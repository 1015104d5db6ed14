import * as l10n from '@vscode/l10n';
import { parseAddress } from '../connection/endpoint';
import type { Parsed } from '../text/parsed';
import { plainLine } from '../text/plainLine';

/** Returns {base_url} of contract 4.1; undefined if the endpoint has another form than documented there. */
export function documentedSite(endpoint: string): string | undefined {
  const { origin, pathname } = new URL(endpoint);
  const before = /^(.*?)\/wiki\/apps\//.exec(pathname)?.[1];
  return before === undefined ? undefined : origin + before;
}

/** Returns {base_url} of contract 4.1: what precedes `/wiki`, or else the origin. Undefined for no web address. */
export function siteOfPage(address: string): string | undefined {
  if (!/^https?:/i.test(address.trim()) || !URL.canParse(address.trim())) {
    return undefined;
  }
  const { origin, pathname } = new URL(address.trim());
  const before = /^(.*?)\/wiki(?:\/|$)/.exec(pathname)?.[1];
  return before === undefined ? origin : origin + before;
}

/** Accepts only addresses that a token may be sent to (`parseAddress`). */
export function parseSite(address: string): Parsed<string> {
  const parsed = parseAddress(address.replace(/#.*$/s, ''));
  return parsed.problem === undefined ? { value: siteOfPage(parsed.value) ?? parsed.value } : parsed;
}

/** Adds `/wiki` if the site has a path, as `https://a.example/x` has: `siteOfPage` then reads the same site again. */
export function siteText(site: string): string {
  return siteOfPage(site) === site ? site : `${site}/wiki`;
}

/** False for what is no web address, such as an ID. */
export function isOnOtherSite(site: string, address: string): boolean {
  const text = address.trim();
  return /^https?:/i.test(text) && URL.canParse(text) && new URL(text).origin !== new URL(site).origin;
}

export function otherSiteText(site: string, address: string): string {
  return l10n.t(
    'Its space or parent page is named by an address at {0}, but the connection publishes to {1}.',
    plainLine(new URL(address).origin),
    plainLine(new URL(site).origin),
  );
}

/** An ID means a different page in each wiki, so an address in another wiki is refused instead of reading its ID. */
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

/** Undefined for what is no web address, and for an address with a user name or password. */
export function pastedAddress(text: string): string | undefined {
  const site = siteOfPage(text);
  return site === undefined ? undefined : addressOnSite(site, text.trim());
}

/**
 * Undefined for what is no absolute address, and for what must not be opened: another
 * origin, another scheme than HTTP(S), or an address with a user name or password.
 */
export function addressOnSite(site: string, address: string): string | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { origin, protocol, href, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && origin === new URL(site).origin && username === '' && password === '' ? href : undefined;
}
