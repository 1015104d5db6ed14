import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import { quote } from '../text/plain';
import type { Edit, Fix, Problem } from './problem';
import type { Span } from './lines';

/** A place that something in the text points to. */
interface Pointer extends Span {
  readonly kind: 'localImage' | 'relativeLink';
  /** Where it is written. */
  readonly address: Span;
  readonly to: string;
  /** The words of a link; undefined for a definition. */
  readonly label: string | undefined;
}

/** How relative addresses become public ones. */
export interface PublicPlace {
  /** Stands before paths from the workspace folder; ends with a slash. */
  readonly address: string;
  /** The document's own folder there: '' or 'docs/'. */
  readonly folder: string;
}

/** What the wiki could not show: images and pages that are only in this folder. With a public place, the edits that point there. */
export function checkLinks(
  blocks: Blocks,
  place: PublicPlace | undefined,
): { problems: readonly Problem[]; edits: readonly Edit[] } {
  const problems: Problem[] = [];
  const edits: Edit[] = [];
  for (const pointer of [...pointersIn(blocks), ...definitionsIn(blocks)]) {
    const there = place && publicAddress(pointer.to, place);
    if (there === undefined) {
      problems.push(problemOf(pointer));
    } else {
      edits.push({ ...pointer.address, text: there });
    }
  }
  return { problems, edits };
}

// What no link to a file could be without: most texts have none, and need no closer look
const maybeRelative = /\]\(\s*<?(?!(?!file:)[a-z][a-z0-9+.-]+:|\/\/|#)/i;

function pointersIn(blocks: Blocks): Pointer[] {
  const pointers: Pointer[] = [];
  for (const [index, { type, content }] of blocks.tokens.entries()) {
    if (type !== 'inline' || !maybeRelative.test(content)) {
      continue;
    }
    const place = blocks.place(index);
    const span = ({ start, end }: Span): Span => ({ start: place(start), end: place(end - 1) + 1 });
    for (const { token, start, limit } of blocks.inline(content).placed) {
      const isImage = token.type === 'image';
      if (!isImage && token.type !== 'link_open') {
        continue;
      }
      const to = String(token.attrGet(isImage ? 'src' : 'href') ?? '');
      const kind = linkKind(to, isImage);
      const from = isImage ? start + 2 : start;
      const labelEnd = isImage ? from + token.content.length : limit;
      // What points to a definition is looked at there
      const written = kind && blocks.addressAfter(content, labelEnd);
      if (kind !== undefined && written !== undefined) {
        const whole = span({ start: isImage ? start : start - 1, end: written.end });
        pointers.push({
          ...whole,
          kind,
          to,
          address: span(written.address),
          label: content.slice(from, labelEnd),
        });
      }
    }
  }
  return pointers;
}

const leaves = ['inline', 'heading_open', 'fence', 'code_block', 'html_block', 'hr'];
const definition = /^(?:[ \t>*+-]|\d+[.)])*\[(?:[^[\]\\]|\\.)+\]:[ \t]*(<[^<>]*>|\S+)/;

/** Definitions leave no token: they are what stands between the blocks. */
function definitionsIn({ text, tokens, lines }: Blocks): Pointer[] {
  const inBlocks = new Set<number>();
  for (const { type, map } of tokens) {
    for (let line = map?.[0] ?? 0; leaves.includes(type) && line < (map?.[1] ?? 0); line++) {
      inBlocks.add(line);
    }
  }
  return lines.flatMap(({ start, end }, line) => {
    const [found, written] = inBlocks.has(line) ? [] : (definition.exec(text.slice(start, end)) ?? []);
    const to = written?.replace(/^<|>$/g, '') ?? '';
    const kind = linkKind(to, /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i.test(to));
    if (found === undefined || written === undefined || kind === undefined) {
      return [];
    }
    const address = { start: start + found.length - written.length, end: start + found.length };
    return [{ ...address, kind, to, address, label: undefined }];
  });
}

/** What an address points to, if that is a file beside this one. */
function linkKind(to: string, isImage: boolean): Pointer['kind'] | undefined {
  // A single letter is a drive, not a scheme
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/|#|$)/i.test(to) && !/^file:/i.test(to)) {
    return undefined;
  }
  if (isImage) {
    return 'localImage';
  }
  // From the root of the wiki a path may lead somewhere, but never to Markdown
  return !to.startsWith('/') || isMarkdown(to) ? 'relativeLink' : undefined;
}

function isMarkdown(to: string): boolean {
  return /\.(?:md|markdown|mdown|mkd)(?:[?#]|$)/i.test(to);
}

function publicAddress(to: string, { address, folder }: PublicPlace): string | undefined {
  if (/^(?:file:|[a-z]:|\\)/i.test(to)) {
    return undefined;
  }
  const root = 'place://public/';
  const path = to.startsWith('/') ? to.slice(1) : folder.split('/').map(encodeURIComponent).join('/') + to;
  // No path leads out of the folder that is public
  const depth = path.split(/[?#]/, 1)[0]?.split('/') ?? [];
  let level = 0;
  for (const part of depth) {
    level += part === '..' ? -1 : part === '.' || part === '' ? 0 : 1;
    if (level < 0) {
      return undefined;
    }
  }
  const resolved = new URL(path.replaceAll('\\', '/'), root).href.slice(root.length);
  // Brackets would end the address in the text
  return (
    address + resolved.replace(/[()<>\s]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  );
}

function problemOf({ kind, to, start, end, label }: Pointer): Problem {
  const setting: Fix = {
    kind: 'setting',
    title: l10n.t('Set the Public Address of These Files…'),
    setting: 'publishToWiki.publicAddress',
  };
  if (kind === 'localImage') {
    const message = l10n.t('The image {0} is only on this computer, so the wiki can’t show it.', quote(to));
    return { kind, message, start, end, fixes: [setting] };
  }
  const message = l10n.t('The link to {0} leads nowhere in the wiki.', quote(to));
  const words = label === undefined || label.trim() === '' ? undefined : label;
  const plain: readonly Fix[] =
    words === undefined
      ? []
      : [{ kind: 'edit', title: l10n.t('Turn the Link into Plain Text'), edit: { start, end, text: words } }];
  return { kind, message, start, end, fixes: [setting, ...plain] };
}
