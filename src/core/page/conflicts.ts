import * as l10n from '@vscode/l10n';
import type { Span } from './lines';
import type { Problem } from './problem';

/** Finds the conflicts of a merge that are not resolved, by the marks of VS Code and git. */
export function openConflicts(text: string): readonly Problem[] {
  const problems: Problem[] = [];
  let opened: Span | undefined;
  let isSplit = false;
  for (const { 0: mark, index } of text.matchAll(/^(?:<{7} .*|={7}|>{7} .*)\r?$/gm)) {
    if (mark.startsWith('<')) {
      opened = { start: index, end: index + mark.trimEnd().length };
      isSplit = false;
    } else if (mark.startsWith('=')) {
      isSplit = true;
    } else if (opened !== undefined && isSplit) {
      const message = l10n.t(
        'This conflict is not resolved: choose what stays, and remove the conflict markers.',
      );
      problems.push({ kind: 'conflict', message, ...opened });
      opened = undefined;
    }
  }
  return problems;
}
