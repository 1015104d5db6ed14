import * as l10n from '@vscode/l10n';
import { parseAddress } from '../connection/endpoint';
import type { HttpRequest } from '../network/http';
import { parseJsonPointer, type JsonPointer } from '../text/jsonPointer';
import { membersOf } from '../text/json';
import type { Parsed } from '../text/parsed';
import type { Secret } from '../text/secret';

/** `page` of the setting `publishToWiki.export`: how to request a page’s Markdown, since contract 4.4 leaves it open. */
export interface PageExportTemplate {
  readonly method: 'GET' | 'POST';
  /** Has placeholders, as in `https://export.example.com/pages/{pageId}`. */
  readonly url: string;
  /** The JSON value to send, with placeholders in its strings; undefined for GET, and for POST without a body. */
  readonly body: unknown;
  /** Leads, in the answer’s JSON, to the Markdown, or to a ZIP archive in Base64 if `file` is set. */
  readonly pointer: JsonPointer;
  /** A pattern for the Markdown file in the ZIP archive, such as `*.md`; undefined if there is no archive. */
  readonly file: string | undefined;
}

export interface PlaceholderValues {
  readonly pageId: string;
  readonly spaceKey: string | undefined;
  readonly baseUrl: string | undefined;
}

const placeholderNames = ['pageId', 'spaceKey', 'baseUrl'] as const;
const placeholder = /\{(pageId|spaceKey|baseUrl)\}/g;

export function parsePageExport(setting: unknown): Parsed<PageExportTemplate> | undefined {
  if (setting === undefined || setting === null) {
    return undefined;
  }
  const parsed = readPageExport(setting);
  return parsed.problem === undefined
    ? parsed
    : { problem: l10n.t('“page” in publishToWiki.export can’t be used: {0}', parsed.problem) };
}

function readPageExport(setting: unknown): Parsed<PageExportTemplate> {
  const { url, method, body, markdown, zip } = membersOf(setting);
  const address = parseUrl(typeof url === 'string' ? url.trim() : '');
  if (address.problem !== undefined) {
    return address;
  }
  const content = parseBody(body);
  if (content.problem !== undefined) {
    return content;
  }
  const sent = method === undefined ? (content.value === undefined ? 'GET' : 'POST') : method;
  if ((sent !== 'GET' && sent !== 'POST') || (sent === 'GET' && content.value !== undefined)) {
    return { problem: l10n.t('“method” must be GET or POST, and “body” needs POST.') };
  }
  if (!`${address.value} ${JSON.stringify(content.value)}`.includes('{pageId}')) {
    return { problem: l10n.t('Neither “url” nor “body” contains {pageId}.') };
  }
  if ((markdown === undefined) === (zip === undefined)) {
    return { problem: l10n.t('It needs either “markdown” or “zip”, which say where the text is.') };
  }
  const where = zip === undefined ? { base64: markdown } : membersOf(zip);
  const pointer = typeof where.base64 === 'string' ? parseJsonPointer(where.base64) : undefined;
  if (pointer === undefined) {
    const member = zip === undefined ? 'markdown' : 'zip.base64';
    return { problem: l10n.t('“{0}” must be a JSON pointer such as /page/text.', member) };
  }
  const file = zip === undefined ? undefined : (where.file ?? '*.md');
  return file === undefined || (typeof file === 'string' && file.trim() !== '')
    ? { value: { method: sent, url: address.value, body: content.value, pointer, file: file?.trim() } }
    : { problem: l10n.t('“zip.file” must be a pattern such as *.md.') };
}

/** Rejects a placeholder in the host, since its value could send the access token to another host. */
function parseUrl(text: string): Parsed<string> {
  const unknown = /\{[^{}]*\}/.exec(text.replace(placeholder, ''))?.[0];
  if (unknown !== undefined) {
    return { problem: l10n.t('“url” knows {pageId}, {spaceKey} and {baseUrl}, but not {0}.', unknown) };
  }
  const filled = ['a', 'b'].map((value) => parseAddress(text.replace(placeholder, value)));
  const [one, other] = filled;
  if (one?.value === undefined || other?.value === undefined) {
    return { problem: one?.problem ?? other?.problem ?? '' };
  }
  return new URL(one.value).origin === new URL(other.value).origin
    ? { value: text }
    : { problem: l10n.t('“url” must name its host itself: {pageId} and the like can only follow it.') };
}

function parseBody(body: unknown): Parsed<unknown> {
  if (typeof body === 'string') {
    try {
      return { value: JSON.parse(body) as unknown };
    } catch {
      return { problem: l10n.t('“body” must be JSON.') };
    }
  }
  return { value: body };
}

export function missingPlaceholders(
  { url, body }: PageExportTemplate,
  from: PlaceholderValues,
): readonly string[] {
  const text = url + JSON.stringify([body]);
  return placeholderNames.filter((name) => from[name] === undefined && text.includes(`{${name}}`));
}

export function pageExportRequest(
  { method, url, body }: PageExportTemplate,
  from: PlaceholderValues,
  token: Secret,
): HttpRequest {
  const valueOf = (_: string, name: (typeof placeholderNames)[number]): string => from[name] ?? '';
  const filled = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(placeholder, valueOf) : value,
  ) as string | undefined;
  return {
    method,
    url: new URL(
      url.replace(placeholder, (...match: [string, (typeof placeholderNames)[number]]) =>
        encodeURIComponent(valueOf(...match)),
      ),
    ).href,
    headers: {
      Authorization: `Bearer ${token.reveal()}`,
      Accept: 'application/json',
      ...(filled !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(filled !== undefined && { body: filled }),
  };
}
