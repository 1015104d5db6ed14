import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import { isClosedFence } from './fences';
import { lineAt, type Span } from './lines';
import type { Problem } from './problem';

export const conflictMarks = /^(?:<{7} .*|={7}|>{7} .*)\r?$/gm;

export function conflictProblems(blocks: Blocks): readonly Problem[] {
  const problems: Problem[] = [];
  let opened: Span | undefined;
  let isSplit = false;
  let code: readonly Span[] | undefined;
  for (const { 0: mark, index } of blocks.text.matchAll(conflictMarks)) {
    if (mark.startsWith('<')) {
      opened = { start: index, end: index + mark.trimEnd().length };
      isSplit = false;
    } else if (mark.startsWith('=')) {
      isSplit = true;
    } else if (opened !== undefined && isSplit) {
      const { start } = opened;
      code ??= closedFences(blocks);
      const last = code[lineAt(code, index)];
      problems.push(problemOf(opened, last !== undefined && last.start < start && index < last.end));
      opened = undefined;
    }
  }
  return problems;
}

function closedFences(blocks: Blocks): readonly Span[] {
  return blocks.tokens
    .filter((token) => token.type === 'fence' && isClosedFence(blocks, token))
    .map(({ map }) => ({
      start: blocks.lines[map?.[0] ?? 0]?.start ?? 0,
      end: blocks.lines[(map?.[1] ?? 1) - 1]?.end ?? 0,
    }));
}

function problemOf(at: Span, isInCode: boolean): Problem {
  return isInCode
    ? {
        kind: 'exampleConflict',
        message: l10n.t('This conflict stands in a code block, so it is sent as an example.'),
        ...at,
      }
    : {
        kind: 'conflict',
        message: l10n.t('This conflict is not resolved: choose what stays, and remove the conflict markers.'),
        ...at,
      };
}
