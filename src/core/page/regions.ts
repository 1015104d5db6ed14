import * as l10n from '@vscode/l10n';
import type { Comment } from './comments';
import { quote } from '../text/plainLine';
import { isNearlyMark, markMeantBy, regionClosing, regionOpening } from './marks';
import { applyEdits, createSpanTest, type Problem } from './problem';
import type { Span } from './lines';

export interface LeftOutSpan extends Span {
  /** A `mark` is for other tools, such as `{#id}`; a `region` is between `wiki:skip` marks. */
  readonly what: 'comment' | 'mark' | 'region' | 'heading';
  readonly inBlock: boolean;
}

/** Regions may be nested, and one that is not closed extends to the end. */
export function skippedRegions(
  comments: readonly Comment[],
  text: string,
): { regions: readonly LeftOutSpan[]; problems: readonly Problem[] } {
  const regions: LeftOutSpan[] = [];
  const problems: Problem[] = [];
  const started: Comment[] = [];
  for (const comment of comments) {
    if (comment.text === regionOpening) {
      started.push(comment);
    } else if (comment.text === regionClosing) {
      const first = started.pop();
      if (first === undefined) {
        const message = l10n.t('This end mark has no matching “<!-- wiki:skip -->”.');
        problems.push({ kind: 'skipRegion', message, start: comment.start, end: comment.end });
      } else if (started.length === 0) {
        const inBlock = first.inBlock && comment.inBlock;
        regions.push({ what: 'region', start: first.start, end: comment.end, inBlock });
      }
    }
  }
  const [unclosed] = started;
  if (unclosed !== undefined) {
    const { start, end } = unclosed;
    regions.push({ what: 'region', start, end: text.length, inBlock: false });
    const newLine = /\n$|^$/.test(text) ? '' : '\n';
    const edit = { start: text.length, end: text.length, text: `${newLine}<!-- ${regionClosing} -->\n` };
    problems.push({
      kind: 'skipRegion',
      message: l10n.t('This region is not closed: “<!-- /wiki:skip -->” is missing.'),
      start,
      end,
      isFatal: true,
      fixes: [{ kind: 'edit', title: l10n.t('Close the Region at the End of the Document'), edit }],
    });
  }
  return { regions, problems: [...problems, ...nearlyMarks(comments, regions)] };
}

function nearlyMarks(comments: readonly Comment[], regions: readonly LeftOutSpan[]): readonly Problem[] {
  const isLeftOut = createSpanTest(regions);
  const message = l10n.t(
    'This is nearly the mark of a region, so nothing is left out here. Write “<!-- wiki:skip -->” where the region begins and “<!-- /wiki:skip -->” where it ends.',
  );
  return comments
    .filter(({ text, start }) => isNearlyMark(text) && !isLeftOut(start))
    .map(({ text, start, end }) => {
      const mark = markMeantBy(text);
      const edit = { start, end, text: `<!-- ${mark ?? ''} -->` };
      const fix = { kind: 'edit', title: l10n.t('Change to {0}', quote(edit.text)), edit } as const;
      return { kind: 'skipRegion', message, start, end, isFatal: true, fixes: mark ? [fix] : [] };
    });
}

const labelPattern = /^[ \t>*+\d.)-]{0,40}\[([^[\]\n]{1,999})\]:/gm;
const normalizedLabel = (text: string): string => text.toLowerCase().toUpperCase().replace(/\s+/g, ' ');

/** A definition inside a region, such as `[a]: b.md`, is a problem if the text outside needs it. */
export function neededDefinitionProblems(text: string, regions: readonly LeftOutSpan[]): readonly Problem[] {
  const outside = normalizedLabel(
    applyEdits(
      text,
      regions.map(({ start, end }) => ({ start, end, text: ' ' })),
    ),
  );
  const used = new Set([...outside.matchAll(/\[([^[\]]+)\]/g)].map(([, name]) => name));
  return regions.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(labelPattern)].flatMap(({ 0: { length }, 1: name = '', index }) => {
      if (!used.has(normalizedLabel(name))) {
        return [];
      }
      const message = l10n.t(
        '“[{0}]” is defined in this region, which is left out, but it is used elsewhere. Move the definition out of the region.',
        name,
      );
      return [
        { kind: 'skipRegion', message, start: start + index, end: start + index + length, isFatal: true },
      ];
    }),
  );
}
