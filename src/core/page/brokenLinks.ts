import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import { wikiLinkOf } from './dialects';
import { quote } from '../text/plainLine';
import type { Problem } from './problem';

const written = /!?\[[^[\]\n]{0,999}\]\(((?:[^()\n]|\([^()\n]{0,999}\)){1,999})\)/g;
/** Other addresses are those of a tool, such as `{{ b }}`. */
const isPath = /^[^()<>{}\n"']+$/;
const size = /[ \t]=(?:\d{1,5}(?:%|px)?x?|x)(?:\d{1,5}(?:%|px)?)?$/;

/**
 * Finds links and images that an author meant, but CommonMark reads as text: `[a](b c.md)`, `![a](b.png
 * =200x)`, `[a]({{ b }})` and `![[b]]`.
 */
export function brokenLinkProblems(blocks: Blocks): Problem[] {
  return blocks.tokens.flatMap(({ type, content }, index) => {
    if (type !== 'inline') {
      return [];
    }
    const place: ToTextOffset = (offset) => blocks.offsetMapper(index)(offset);
    return [
      ...(content.includes('](') ? keptAsText(blocks, content, place) : []),
      ...(content.includes('![[') ? embeds(blocks, content, place) : []),
    ];
  });
}

type ToTextOffset = (offset: number) => number;

function keptAsText(blocks: Blocks, content: string, place: ToTextOffset): Problem[] {
  const found = [...content.matchAll(written)].filter(([, to = '']) => /\s/.test(to.trim()));
  if (found.length === 0) {
    return [];
  }
  const text = withoutEmphasis(
    blocks
      .parseInline(content)
      .all.map(({ type, content: each }) => (type === 'text' ? each : type === 'code_inline' ? '`' : ''))
      .join(''),
  );
  const isText = (link: string): boolean =>
    text.includes(withoutEmphasis(link.replace(/`[^`]{0,999}`/g, '`')));
  return found
    .filter(([whole]) => isText(whole))
    .map(({ 0: whole, 1: to = '', index: from }): Problem => {
      const [start, end] = [place(from), place(from + whole.length - 1) + 1];
      const at = { start: end - 1 - to.length, end: end - 1 };
      const [message, title = '', address] = size.test(to.trimEnd())
        ? [
            l10n.t('This is sent as text, not as an image: the wiki knows no size after an address.'),
            l10n.t('Remove the Size'),
            to.trimEnd().replace(size, '').trimEnd(),
          ]
        : isPath.test(to)
          ? [
              l10n.t(
                'This is sent as text, not as a link: an address with spaces needs “<” and “>” around it.',
              ),
              l10n.t('Put the Address in “<” and “>”'),
              `<${to.trim()}>`,
            ]
          : [
              l10n.t(
                'This is sent as text, not as a link: Markdown can’t read its address. Write the path of the file or the whole address.',
              ),
            ];
      const fixes =
        address === undefined ? [] : [{ kind: 'edit', title, edit: { ...at, text: address } } as const];
      return { kind: 'brokenLink', message, start, end, fixes };
    });
}

function withoutEmphasis(text: string): string {
  return text.replace(/[*_]/g, '');
}

function embeds(blocks: Blocks, content: string, place: ToTextOffset): Problem[] {
  return blocks.parseInline(content).placed.flatMap(({ token, start }): Problem[] => {
    if (token.type !== 'wiki_link' || !wikiLinkOf(token).isEmbed) {
      return [];
    }
    const message = l10n.t('{0} is sent as text: the wiki can’t embed a file.', quote(token.content));
    return [
      { kind: 'brokenLink', message, start: place(start), end: place(start + token.content.length - 1) + 1 },
    ];
  });
}
