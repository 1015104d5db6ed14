import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import type { Problem } from './problem';

export function isClosedFence({ text, lines }: Blocks, { map, markup, level }: Token): boolean {
  const [from, to] = map ?? [0, 0];
  const last = lines[to - 1];
  const lastLine = last === undefined ? '' : text.slice(last.start, last.end);
  const [, close = ''] =
    (level === 0 ? /^ {0,3}([`~]+)[ \t]*$/ : /^[ \t>]*([`~]+)[ \t]*$/).exec(lastLine) ?? [];
  return to - from > 1 && close.startsWith(markup) && /^(.)\1*$/.test(close);
}

export function unclosedFenceProblems(blocks: Blocks): readonly Problem[] {
  const { text, tokens, lines } = blocks;
  return tokens.flatMap((token) => {
    const { type, map, markup, level } = token;
    if (type !== 'fence' || map === null || isClosedFence(blocks, token)) {
      return [];
    }
    const { start, end } = lines[map[0]] ?? { start: 0, end: 0 };
    const at = { start: text.indexOf(markup, start), end };
    const newLine = text.endsWith('\n') ? '' : '\n';
    const edit = { start: text.length, end: text.length, text: `${newLine}${markup}\n` };
    const fixes =
      level === 0 ? [{ kind: 'edit', title: l10n.t('Close the Code Block at the End'), edit } as const] : [];
    const message = l10n.t(
      'This code block is not closed: “{0}” is missing, so everything that follows is code.',
      markup,
    );
    return [{ kind: 'unclosedFence', message, ...at, fixes }];
  });
}
