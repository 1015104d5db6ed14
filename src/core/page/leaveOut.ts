import * as l10n from '@vscode/l10n';
import type { Blocks } from './blocks';
import type { Comment } from './comments';
import { lineAt } from './lines';
import type { Edit, Problem } from './problem';
import type { Span } from './lines';

/** A stretch that is not sent. */
export interface LeftOut extends Span {
  readonly inBlock: boolean;
}

const opening = 'wiki:skip';
const closing = '/wiki:skip';

/** The regions between `<!-- wiki:skip -->` and `<!-- /wiki:skip -->`. One that is not closed reaches to the end. */
export function skippedRegions(
  comments: readonly Comment[],
  text: string,
): { regions: readonly LeftOut[]; problems: readonly Problem[] } {
  const regions: LeftOut[] = [];
  const problems: Problem[] = [];
  const started: Comment[] = [];
  for (const comment of comments) {
    if (comment.text === opening) {
      started.push(comment);
    } else if (comment.text === closing) {
      const first = started.pop();
      if (first === undefined) {
        const message = l10n.t('This end has no matching “<!-- wiki:skip -->”.');
        problems.push({ kind: 'skipRegion', message, start: comment.start, end: comment.end });
      } else if (started.length === 0) {
        regions.push({ start: first.start, end: comment.end, inBlock: first.inBlock && comment.inBlock });
      }
    }
  }
  const [unclosed] = started;
  if (unclosed !== undefined) {
    const { start, end } = unclosed;
    regions.push({ start, end: text.length, inBlock: false });
    const newLine = /\n$|^$/.test(text) ? '' : '\n';
    const edit = { start: text.length, end: text.length, text: `${newLine}<!-- ${closing} -->\n` };
    problems.push({
      kind: 'skipRegion',
      message: l10n.t('This region is not closed: “<!-- /wiki:skip -->” is missing.'),
      start,
      end,
      final: true,
      fixes: [{ kind: 'edit', title: l10n.t('Close the Region at the End of the Document'), edit }],
    });
  }
  return { regions, problems };
}

/** The edits that take stretches out, in such a way that what stands around them keeps its meaning. */
export function cuts({ text, lines }: Blocks, stretches: readonly LeftOut[]): readonly Edit[] {
  return merged(text, stretches).map((stretch) => cut(text, lines, stretch));
}

/** In order, and one where only space stands between. */
function merged(text: string, stretches: readonly LeftOut[]): readonly LeftOut[] {
  const whole: LeftOut[] = [];
  for (const next of [...stretches].sort((one, other) => one.start - other.start)) {
    const last = whole.at(-1);
    if (last !== undefined && (next.start <= last.end || text.slice(last.end, next.start).trim() === '')) {
      whole[whole.length - 1] = {
        start: last.start,
        end: Math.max(last.end, next.end),
        inBlock: last.inBlock && next.inBlock,
      };
    } else {
      whole.push(next);
    }
  }
  return whole;
}

function cut(text: string, lines: readonly Span[], { start, end, inBlock }: LeftOut): Edit {
  const first = lineAt(lines, start);
  const last = lineAt(lines, end);
  const lineStart = lines[first]?.start ?? 0;
  const stop = lines[last]?.end ?? text.length;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, stop);
  if (after.trim() !== '') {
    // What comes to stand at the beginning of a line keeps the indent that the line had
    return { start, end: before.trim() === '' ? end + after.search(/\S/) : end, text: '' };
  }
  if (before.trim() !== '') {
    return { start: lineStart + before.trimEnd().length, end: stop, text: '' };
  }
  const next = lines[last + 1]?.start ?? text.length;
  if (inBlock) {
    return { start: lineStart, end: next, text: '' };
  }
  const isBlank = (line: Span | undefined): boolean =>
    line === undefined || text.slice(line.start, line.end).trim() === '';
  let below = last + 1;
  while (below < lines.length && isBlank(lines[below])) {
    below++;
  }
  let above = first - 1;
  while (above >= 0 && isBlank(lines[above])) {
    above--;
  }
  const apart = above < first - 1 || first === 0;
  const rest = lines[below]?.start ?? text.length;
  return {
    start: above === -1 ? 0 : lineStart,
    end: apart ? rest : next,
    text: apart || isBlank(lines[last + 1]) ? '' : text.slice(stop, next),
  };
}
