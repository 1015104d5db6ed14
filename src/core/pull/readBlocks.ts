import type { Token } from 'markdown-it';
import { Blocks, unescapeAll, type TopLevelBlock } from '../page/blocks';
import { commentsIn } from '../page/comments';

export interface Block {
  /** The position among all blocks of the text, by which `restyle` knows which blocks were neighbours. */
  readonly index: number;
  readonly text: string;
  /** The white space between this block and the next, or the end of the text. */
  readonly gap: string;
  /** Equal for blocks that look the same to a reader of the page; empty for comments. */
  readonly rendered: string;
  /** A link definition’s or footnote’s label and how many before have it, as in `A 0`; undefined for other blocks. */
  readonly label: string | undefined;
}

/** The lines of `text` must end with LF. Successive lists of one kind count as one block. */
export function readBlocks(text: string): readonly Block[] {
  const blocks = blocksWithTables(text);
  const counts = new Map<string, number>();
  return stretchesOf(blocks).map(({ start, end, tokens }, index) => {
    const whole = text.slice(start, end);
    const bodyEnd = whole.indexOf('\n', whole.trimEnd().length);
    const body = bodyEnd === -1 ? whole : whole.slice(0, bodyEnd);
    const name = nameOf(body, tokens);
    const count = counts.get(name ?? '') ?? 0;
    counts.set(name ?? '', count + 1);
    return {
      index,
      text: body,
      gap: whole.slice(body.length),
      rendered: name === undefined ? renderedTokens(blocks, tokens) : renderedDefinition(blocks, body, name),
      label: name && `${name} ${count}`,
    };
  });
}

/** Returns `Block.rendered` of `part`, where definitions of `whole` hold. For several blocks, it equals no block’s. */
export function renderedIn(whole: Blocks, part: string): string {
  const blocks = blocksWithTables(part, whole);
  const [only, ...others] = stretchesOf(blocks).map(({ start, end, tokens }) => {
    const name = nameOf(part.slice(start, end), tokens);
    return name === undefined
      ? renderedTokens(blocks, tokens)
      : renderedDefinition(blocks, part.slice(start, end), name);
  });
  return others.length === 0 ? (only ?? '') : '\0more than one';
}

export function blocksWithTables(text: string, within?: Blocks): Blocks {
  return new Blocks(text, within, true);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

const footnote = /^ {0,3}\[\^[^\]\s]+\]:/;

function stretchesOf(blocks: Blocks): readonly Stretch[] {
  const { tokens, lines, text } = blocks;
  const roots = blocks.topLevelBlocks();
  const begins: { readonly line: number; readonly tokens: readonly Token[] }[] = [];
  for (let index = 0; index < roots.length;) {
    const after = lastOfLists(blocks, roots, index) + 1;
    const of = roots.slice(index, after).flatMap((root) => tokens.slice(...root.tokens));
    const [first, last] = roots[index]?.lines ?? [0, 0];
    begins.push({ line: first, tokens: of });
    const isNote = (line: number): boolean => footnote.test(text.slice(lines[line]?.start, lines[line]?.end));
    // Parsers that know footnotes begin a new one at each line like `[^a]: …`; this parser reads one paragraph.
    for (let line = first + 1; line < last && of[0]?.type === 'paragraph_open' && isNote(first); line++) {
      if (isNote(line)) {
        begins.push({ line, tokens: of });
      }
    }
    index = after;
  }
  const startOf = (index: number): number => {
    const begin = begins[index];
    return begin === undefined ? text.length : index === 0 ? 0 : (lines[begin.line]?.start ?? 0);
  };
  return begins.map((begin, index) => ({
    start: startOf(index),
    end: startOf(index + 1),
    tokens: begin.tokens,
  }));
}

/**
 * Returns the index of the last of successive lists of one kind with nothing
 * but comments between them; `index` itself for any block that is no list.
 */
function lastOfLists(blocks: Blocks, roots: readonly TopLevelBlock[], index: number): number {
  const typeOf = (root: TopLevelBlock | undefined): string | undefined =>
    blocks.tokens[root?.tokens[0] ?? -1]?.type;
  const type = typeOf(roots[index]);
  let last = index;
  for (let next = index + 1; type?.endsWith('_list_open') === true && next < roots.length; next++) {
    const root = roots[next];
    if (typeOf(root) === type) {
      last = next;
    } else if (
      root === undefined ||
      typeOf(root) !== 'html_block' ||
      renderedTokens(blocks, blocks.tokens.slice(...root.tokens)) !== ''
    ) {
      break;
    }
  }
  return last;
}

const labelPattern = /^\s*\[((?:\\[^]|[^\]\\])*)\]:/;

/** Returns the label of a link definition or footnote as CommonMark compares labels; undefined for any other block. */
function nameOf(text: string, [first]: readonly Token[]): string | undefined {
  const isDefinition = first?.type === 'reference_definition';
  const named = isDefinition ? labelPattern : first?.type === 'paragraph_open' ? footnote : undefined;
  const label = named?.exec(text)?.[0].trim().slice(1, -2);
  return label && unescapeAll(label).trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

function renderedDefinition(blocks: Blocks, text: string, name: string): string {
  const label = labelPattern.exec(text);
  const what = name.startsWith('^') ? text.slice(label?.[0].length).trimStart() : `[x][${label?.[1] ?? ''}]`;
  const part = blocksWithTables(what, name.startsWith('^') ? blocks : blocksWithTables(text));
  return `\0[${name}]${renderedTokens(part, part.tokens)}`;
}

// A tag is never mistaken for text: no text has U+0000, which the parser replaces, and JSON escapes U+0001.
const tag = (...what: readonly unknown[]): string => `\0${JSON.stringify(what).replaceAll(' ', '\\s')}\u0001`;
const besideBlock = / ?(\0\["(?!i:)[^\0\u0001]*\u0001) ?/g;
const betweenLists =
  /\0\["(bullet|ordered)_list_close"[^\0\u0001]*\u0001\0\["\1_list_open"[^\0\u0001]*\u0001/g;

function renderedTokens(blocks: Blocks, tokens: readonly Token[]): string {
  const parts = tokens.map((token) => {
    const { type, content, info, attrs, tag: name } = token;
    switch (type) {
      case 'inline':
        return inlineRendering(blocks.parseInline(content).all);
      case 'html_block':
        return htmlRendering(blocks, content);
      case 'fence':
      case 'code_block':
        return tag('code', info.trim(), content.trimEnd());
      // Tight and loose lists count as equal, since tools that write Markdown choose between them on their own.
      case 'paragraph_open':
        return tag('p');
      case 'paragraph_close':
      case 'reference_definition':
        return '';
      default:
        return tag(type, name, attrs);
    }
  });
  return parts
    .join('')
    .replace(/[ \t\n]+/g, ' ')
    .replace(besideBlock, '$1')
    .replace(betweenLists, '')
    .trim();
}

function inlineRendering(tokens: readonly Token[]): string {
  const bare = addressLinks(tokens);
  const parts = tokens.map((token) => {
    const { type, content, attrs, children } = token;
    switch (type) {
      case 'text':
      case 'text_special':
        return content;
      case 'softbreak':
        return '\n';
      case 'html_inline':
        return content.startsWith('<!--') ? '' : tag('i:html', plainHtml(content));
      case 'link_open':
        return bare.has(token) ? '' : tag('i:link', attrs);
      case 'link_close':
        return bare.has(token) ? '' : tag('i:link');
      case 'image':
        return tag('i:image', attrs) + inlineRendering(children ?? []) + tag('i:image');
      default:
        return tag(`i:${type}`, content, attrs);
    }
  });
  return parts.join('');
}

/** Many tools turn a bare address into a link whose text is the address, so such a link counts as text. */
function addressLinks(tokens: readonly Token[]): ReadonlySet<Token> {
  const found = new Set<Token>();
  let open: Token | undefined;
  let words = '';
  for (const token of tokens) {
    if (token.type === 'link_open') {
      [open, words] = [token, ''];
    } else if (token.type.startsWith('text')) {
      words += token.content;
    } else {
      const href = token.type === 'link_close' ? open?.attrGet('href') : undefined;
      if (open && [words, `http://${words}`, `mailto:${words}`].includes(String(href))) {
        found.add(open).add(token);
      }
      open = undefined;
    }
  }
  return found;
}

function htmlRendering(blocks: Blocks, html: string): string {
  let text = '';
  let from = 0;
  for (const { start, end } of commentsIn(html)) {
    text += html.slice(from, start);
    from = end;
  }
  text += html.slice(from);
  // The wiki removes comments. The rest of an HTML block, if it has no tags, is then read as Markdown.
  if (from > 0 && !text.includes('<')) {
    const part = blocksWithTables(text.trim(), blocks);
    return renderedTokens(part, part.tokens);
  }
  // White space matters inside these elements.
  const isExact = /<(?:pre|script|style|textarea)\b/i.test(text);
  return text.trim() === '' ? '' : tag('html', isExact ? text.trimEnd() : plainHtml(text));
}

/** Makes `<a href="x">` and `<a  href=x>` equal. */
function plainHtml(html: string): string {
  return html
    .replace(/=\s*(["'])([^\s"'=<>`]+)\1/g, '=$2')
    .replace(/\s+/g, ' ')
    .trim();
}
