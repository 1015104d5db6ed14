import * as l10n from '@vscode/l10n';
import type { Parsed } from '../text/parsed';
import { tokenInTextProblem } from '../text/tokenInText';

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
  const problem = tokenInTextProblem(address.value);
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

/** Recognizes addresses of pages in the wiki, such as `/wiki/spaces/DOC/pages/1` and `?pageId=1`. */
function isInWiki(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return /\/(?:wiki\/?$|spaces\/|pages\/|display\/|admin\/)/.test(pathname) || searchParams.has('pageId');
}

export interface PastedTexts {
  readonly address: string;
  readonly token: string;
  /** The address of a wiki page, if it was pasted beside another address; a single one is always in `address`. */
  readonly page?: string;
}

/** The addresses and the token may stand without a blank between them: VS Code’s input box joins pasted lines. */
export function splitPasted(pasted: string): PastedTexts {
  const pieces = pasted.split(/(?=https?:\/\/)/i);
  const addresses = pieces.map((piece) => (/^http/i.test(piece) ? firstWord(splitOne(piece).address) : ''));
  const at = addresses.findIndex((address) => URL.canParse(address) && isInWiki(address));
  const page = addresses[at];
  if (page === undefined || addresses.filter((address) => address !== '').length === 1) {
    return splitOne(pasted);
  }
  const others = pieces.map((piece, index) => (index === at ? piece.slice(page.length) : piece));
  return { ...splitOne(others.join(' ')), page };
}

function firstWord(text: string): string {
  return /^\S*/.exec(text)?.[0] ?? '';
}

function splitOne(pasted: string): PastedTexts {
  const text = pasted.replace(/Bearer\s+(?=["']?eyJ)/i, ' ').trim();
  const at = text.search(/https?:\/\//);
  if (at < 0) {
    const isToken = /^\s*(?:Bearer\s|["']?eyJ)/i.test(text);
    return isToken ? { address: '', token: text } : { address: text, token: '' };
  }
  const before = text.slice(0, at).trim();
  const address = text.slice(at);
  if (before !== '') {
    return { address, token: before };
  }
  const blank = address.search(/\s/);
  // Looks for the first `eyJ`, since header and payload of a JWT both begin with it.
  const begins = blank < 0 ? address.indexOf('eyJ', address.lastIndexOf('/')) : blank;
  const token = begins < 0 ? '' : address.slice(begins).trim();
  // An `eyJ` that doesn’t begin three parts with dots between them belongs to the address.
  return !token.includes('/') && token.split('.').length === 3
    ? { address: address.slice(0, begins), token }
    : { address, token: '' };
}

/** True also if the text begins with 20 characters without a blank, dot, slash or colon, as no address does. */
export function looksLikeToken(text: string): boolean {
  return /^\s*(?:Bearer\s|["']?eyJ|[^\s./:]{20})/i.test(text);
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
