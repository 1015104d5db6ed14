import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import { wikiLinkOf } from './dialects';
import { quote } from '../text/plainLine';
import type { Problem } from './problem';

const linkWithSpaces = /\[[^[\]\n]*\]\(([^()<>\n"']+)\)/g;
const maybeSpaces = /\]\([^ ()<>\n"']* /;
const size = /[ \t]=(?:\d{1,5}(?:%|px)?x?|x)(?:\d{1,5}(?:%|px)?)?$/;

/**
 * Finds links and images that an author meant, but CommonMark reads as text: `[a](b c.md)`, `![a](b.png
 * =200x)` and `![[b]]`.
 */
export function brokenLinkProblems(blocks: Blocks): Problem[] {
  return blocks.tokens.flatMap(({ type, content }, index) => {
    if (type !== 'inline') {
      return [];
    }
    const place: ToTextOffset = (offset) => blocks.offsetMapper(index)(offset);
    return [
      ...(maybeSpaces.test(content) ? withSpaces(blocks, content, place) : []),
      ...(content.includes('![[') ? embeds(blocks, content, place) : []),
    ];
  });
}

type ToTextOffset = (offset: number) => number;

function withSpaces(blocks: Blocks, content: string, place: ToTextOffset): Problem[] {
  const found = [...content.matchAll(linkWithSpaces)].filter(
    ([, to = '']) => to.trim().includes(' ') && (/\.\w{1,8}\s*$/.test(to) || size.test(to.trimEnd())),
  );
  if (found.length === 0) {
    return [];
  }
  const text = blocks
    .parseInline(content)
    .all.map((token) => (token.type === 'text' ? token.content : ''))
    .join('');
  return found
    .filter(([whole]) => text.includes(whole))
    .map(({ 0: whole, 1: to = '', index: from }): Problem => {
      const [start, end] = [place(from), place(from + whole.length - 1) + 1];
      const at = { start: end - 1 - to.length, end: end - 1 };
      return size.test(to.trimEnd())
        ? {
            kind: 'brokenLink',
            message: l10n.t(
              'This is sent as text, not as an image: the wiki knows no size after an address.',
            ),
            start,
            end,
            fixes: [
              {
                kind: 'edit',
                title: l10n.t('Remove the Size'),
                edit: { ...at, text: to.trimEnd().replace(size, '').trimEnd() },
              },
            ],
          }
        : {
            kind: 'brokenLink',
            message: l10n.t(
              'This is sent as text, not as a link: an address with spaces needs “<” and “>” around it.',
            ),
            start,
            end,
            fixes: [
              {
                kind: 'edit',
                title: l10n.t('Put the Address in “<” and “>”'),
                edit: { ...at, text: `<${to.trim()}>` },
              },
            ],
          };
    });
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
