/** {base_url} of the contract (4.1), where the endpoint has the documented shape. */
export function documentedSite(endpoint: string): string | undefined {
  const { origin, pathname } = new URL(endpoint);
  const before = /^(.*?)\/wiki\/apps\//.exec(pathname)?.[1];
  return before === undefined ? undefined : origin + before;
}

/** {base_url}, from the address of a page or a space; undefined where it is none. */
export function siteOfPage(address: string): string | undefined {
  if (!/^https?:/i.test(address.trim()) || !URL.canParse(address.trim())) {
    return undefined;
  }
  const { origin, pathname } = new URL(address.trim());
  const before = /^(.*?)\/wiki(?:\/|$)/.exec(pathname)?.[1];
  return before === undefined ? origin : origin + before;
}

/** An address that may be opened: of the wiki itself, and http or https; undefined for any other. */
export function addressOn(site: string, address: string): string | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { origin, protocol, href, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && origin === new URL(site).origin && username === '' && password === '' ? href : undefined;
}
