import * as l10n from '@vscode/l10n';
import type { Parsed } from '../text/parsed';
import { hasToken } from '../text/tokenInText';

/** Accepts any path, since some installations use others than contract 4.1 documents. */
export function parseEndpoint(text: string): Parsed<string> {
  return text.trim() === ''
    ? { problem: l10n.t('Paste the address of the import endpoint from the wiki’s token screen.') }
    : parseAddress(text);
}

/** Unlike `parseEndpoint`, rejects the address of the wiki or of a page in it, and an address that contains a token. */
export function parseNewEndpoint(text: string): Parsed<string> {
  const address = parseEndpoint(text);
  if (address.problem !== undefined) {
    return address;
  }
  const problem = tokenInAddressProblem(address.value);
  if (problem !== undefined) {
    return { problem };
  }
  return new URL(address.value).pathname === '/' || isInWiki(address.value)
    ? {
        problem: l10n.t(
          'This is the address of the wiki or of a page in it. The import endpoint has one of its own, which the token screen shows.',
        ),
      }
    : address;
}

export function tokenInAddressProblem(address: string): string | undefined {
  return hasToken(address)
    ? l10n.t('There is a token in this address. An address is kept where others may read it.')
    : undefined;
}

/** Recognizes addresses of pages in the wiki, such as `/wiki/spaces/DOC/pages/1` and `?pageId=1`. */
function isInWiki(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return /\/(?:wiki\/?$|spaces\/|pages\/|display\/|admin\/)/.test(pathname) || searchParams.has('pageId');
}

/** What is found in a pasted text, each thing once. */
export interface PastedTexts {
  readonly endpoints: readonly string[];
  /** Addresses that `isInWiki` recognizes. */
  readonly pages: readonly string[];
  readonly tokens: readonly string[];
}

/** Where an address ends without a blank: at the next one, or after `webtrigger`, with which a documented one ends. */
const addressBreak = /(?<![=&?/])(?=https?:\/\/)|(?<=\/webtrigger)(?=[^\w/?#&.-]|[A-Z])/;

/** Finds addresses and JSON Web Tokens among other words, as an administrator sends them. */
export function splitPasted(pasted: string): PastedTexts {
  const [addresses, tokens] = [new Set<string>(), new Set<string>()];
  for (const piece of pasted.split(/[\s"<>`{}|]+/).flatMap(addressAndRest)) {
    const isAddress = /^https?:\/\//i.test(piece);
    const token = isAddress
      ? tokenAtEnd(piece)
      : (/(?<![A-Za-z])eyJ[\w-]+(?:\.[\w-]+)*/.exec(piece)?.[0] ?? '');
    if (token !== '') {
      tokens.add(token);
    }
    if (isAddress) {
      addresses.add(
        piece.slice(0, piece.length - token.length).replace(/[)\]'\u2019\u201d\u00bb,;.:!]{1,9}$/, ''),
      );
    }
  }
  const isPage = (address: string): boolean => URL.canParse(address) && isInWiki(address);
  return {
    endpoints: [...addresses].filter((each) => !isPage(each)),
    pages: [...addresses].filter(isPage),
    tokens: [...tokens],
  };
}

export function severalPastedProblem(): string {
  return l10n.t(
    'There are several endpoints, tokens or pages in this text. Paste the one endpoint, token and page that you want to use.',
  );
}

/** A token that is joined to the address. One in the path or query belongs to the address. */
function tokenAtEnd(address: string): string {
  const at = address.indexOf('eyJ', address.lastIndexOf('/'));
  const token = at < 0 || /[=&?/]/.test(address.charAt(at - 1)) ? '' : address.slice(at);
  return token.split('.').length === 3 ? token : '';
}

function addressAndRest(word: string): string[] {
  const at = word.search(/https?:\/\//i);
  return at < 0 ? [word] : [word.slice(0, at), ...word.slice(at).split(addressBreak)];
}

/** Accepts HTTPS, and HTTP on this computer alone, so that a token is safe; rejects user names, passwords and “#”. */
export function parseAddress(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) {
    return { problem: l10n.t('This is not a complete address. An address starts with https://.') };
  }
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return {
      problem: l10n.t('The address must start with https://, so that nobody can read the token in transit.'),
    };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: l10n.t('The address must not contain a user name or a password.') };
  }
  if (url.href.includes('#')) {
    return { problem: l10n.t('The address must not contain “#”.') };
  }
  return { value: url.href };
}

/** Hosts of this computer: requests to them need no encryption, and go through no proxy. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(hostname: string): boolean {
  return loopbackHosts.includes(hostname);
}
