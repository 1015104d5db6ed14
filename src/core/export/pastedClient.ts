import { parseJson } from '../text/json';
import type { Parsed } from '../text/parsed';
import { Secret } from '../text/secret';
import { parseAuthUrl, parseClientId } from './exportClient';
import { parsePageExport } from './pageExport';

/** What is entered or pasted of an OAuth client. */
export interface PastedClient {
  readonly authUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: Secret | undefined;
  /** `page` of the setting `publishToWiki.export`, which can be used. */
  readonly page?: unknown;
  /** The text has a label for a secret, but the value may end before the words that follow it, or be none. */
  readonly isSecretUnclear?: true;
}

/** Not after “?” or “&”: the parameters of an address belong to it. */
const label =
  /(?<![\p{L}\d?&])(?:(?<authUrl>auth[ _-]?url|(?:identity )?provider(?:['\u2019]s)?(?: (?:address|url))?)|(?<clientId>client[ _-]?id)|(?<clientSecret>client[ _-]?secret))["'`*]{0,3}\s{0,9}[:=\uff1a](?:\*\*)?/giu;

/** True for the word “secret” with something after it, also where `parsePastedClient` finds none. */
export function mentionsSecret(text: string): boolean {
  return /secret\w{0,20}["'`*\u2019]{0,3}[\s:=\uff1a]/i.test(text);
}

/**
 * Finds what has a label, as in `Client ID: abc` and `"clientId": "abc"`. Leaves out a value that may be something else,
 * as in `Client secret: follows by mail`, and one of which there are several.
 */
export function parsePastedClient(message: string): Parsed<PastedClient> {
  const { page, text } = withoutPage(message);
  const labels = [...text.matchAll(label)];
  const found: Record<string, string | undefined> = {};
  for (const [order, { 0: matched, index, groups = {} }] of labels.entries()) {
    const [name = ''] = Object.keys(groups).filter((each) => groups[each] !== undefined);
    const labelled = text.slice(index + matched.length, labels[order + 1]?.index).trimStart();
    const value = name === 'authUrl' ? addressIn(labelled) : valueIn(labelled);
    found[name] = name in found && found[name] !== value ? undefined : value;
  }
  const authUrl = found.authUrl === undefined ? undefined : parseAuthUrl(found.authUrl);
  const clientId = found.clientId === undefined ? undefined : parseClientId(found.clientId);
  const clientSecret = found.clientSecret === undefined ? undefined : new Secret(found.clientSecret);
  const isUnclear = 'clientSecret' in found && clientSecret === undefined;
  const problem = authUrl?.problem ?? clientId?.problem ?? parsePageExport(page)?.problem;
  return problem === undefined
    ? {
        value: {
          authUrl: authUrl?.value,
          clientId: clientId?.value,
          clientSecret,
          page,
          ...(isUnclear && { isSecretUnclear: true }),
        },
      }
    : { problem };
}

/** Each is a try, which reads the text up to it. */
const mostBraces = 20;

/** The JSON of the entry ends at the first closing brace that makes it complete. Nothing in it is a label or a value. */
function withoutPage(message: string): { readonly page?: unknown; readonly text: string } {
  const [, before = '', json = ''] = /^([^]*?)"page"\s{0,9}:\s{0,9}(\{[^]*)/.exec(message) ?? [];
  for (const { index } of [...json.matchAll(/\}/g)].slice(0, mostBraces)) {
    const page = parseJson(json.slice(0, index + 1));
    if (page !== undefined) {
      return { page, text: `${before}\n${json.slice(index + 1)}` };
    }
  }
  return { text: message };
}

function addressIn(labelled: string): string | undefined {
  return /^["'`\u201c<(]?(https?:\/\/[^\s"'`\u201c\u201d<>]+)/i
    .exec(labelled)?.[1]
    ?.replace(/[)\]\u2019»,;.:!*]{1,9}$/, '');
}

/** A box makes line ends blanks, so that a sentence may follow: then only what is no word of it counts. */
function valueIn(labelled: string): string | undefined {
  const quoted = /^["'`\u201c]([^"'`\u201c\u201d\\]*)["'`\u201d](?!\w)/.exec(labelled)?.[1];
  const [line = ''] = labelled.split(/[\r\n]/, 1);
  const [word = '', ...others] = line.trimEnd().split(/\s+/);
  const isAlone = others.length === 0 || /^(?=.*\d).{16}/.test(word);
  const value =
    quoted ?? (isAlone ? /^(?!\*)[^"'`<>&\\]*[^"'`<>&\\*.,:;!?)\]}](?=[,;]?$)/.exec(word)?.[0] : '');
  return /^[\x21-\x7e]+$/.test(value ?? '') ? value : undefined;
}
