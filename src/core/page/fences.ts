import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import type { Problem } from './problem';

/** Finds code fences that are not closed, so that all text after them is code. */
export function unclosedFences({ text, tokens, lines }: Blocks): readonly Problem[] {
  return tokens.flatMap(({ type, map, markup, level }) => {
    if (type !== 'fence' || map === null) {
      return [];
    }
    const last = lines[map[1] - 1];
    const lastLine = last === undefined ? '' : text.slice(last.start, last.end);
    const [, close = ''] =
      (level === 0 ? /^ {0,3}([`~]+)[ \t]*$/ : /^[ \t>]*([`~]+)[ \t]*$/).exec(lastLine) ?? [];
    if (map[1] - map[0] > 1 && close.startsWith(markup) && /^(.)\1*$/.test(close)) {
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
