// A bundle of its own: the parsers are loaded with the first page.
import * as l10n from '@vscode/l10n';
import { Blocks } from './blocks';
import { findComments } from './comments';
import { unclosedFences } from './fences';
import { splitFrontMatter } from './frontMatter';
import type { FrontMatter } from './wikiFrontMatter';
import { firstHeading, type Heading } from './heading';
import { cuts, skippedRegions, type LeftOut } from './leaveOut';
import { checkLinks, type PublicPlace } from './links';
import { applyEdits, moved, insideAny, type Edit, type Problem } from './problem';
import type { Span } from './lines';
import { findSecrets } from './secretText';
import { formatNumber } from '../text/locale';
import { longestTitle } from '../wiki/target';

export { writeTarget } from './writeFrontMatter';

/** A Markdown document as it goes to the wiki. */
export interface Page {
  /** From the front matter, the first level-one heading or the file's name, in that order. May be longer than a title can be. */
  readonly title: string;
  /** The text of the first level-one heading. */
  readonly heading: string | undefined;
  /** What is sent, without that heading and with it: see contentUnder. */
  readonly withoutHeading: string;
  readonly whole: string;
  readonly frontMatter: FrontMatter;
  /** In the order of the text. */
  readonly problems: readonly Problem[];
}

export interface PageOptions {
  /** The first heading stays out when it says the same as the title. */
  readonly omitHeading: boolean;
  readonly omitComments: boolean;
  readonly publicPlace?: PublicPlace | undefined;
  /** The names of the connections that there are. */
  readonly connections?: readonly string[] | undefined;
}

const mostBytes = 1024 * 1024;
const mostProblems = 500;

/** Reads a document. What is sent is decided by the text and the options alone. */
export function readPage(text: string, fileName: string, options: PageOptions): Page {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const {
    frontMatter,
    contentAt,
    problems: inFrontMatter,
  } = splitFrontMatter(text.slice(mark), options.connections);
  const markdown = text.slice(mark + contentAt);
  const blocks = new Blocks(markdown);
  const { comments, open } = findComments(blocks);
  const { regions, problems: inRegions } = skippedRegions(comments, markdown);
  const stretches = options.omitComments ? [...regions, ...comments] : regions;
  const isLeftOut = insideAny(stretches);
  const heading = firstHeading(blocks, isLeftOut);
  const links = checkLinks(blocks, options.publicPlace);
  const edits = links.edits.filter(({ start }) => !isLeftOut(start));
  const whole = applyEdits(markdown, [...cuts(blocks, stretches), ...edits]);
  const title = frontMatter.title ?? heading?.text ?? nameOf(fileName);
  const found: readonly (readonly Problem[])[] = [
    titleProblems(frontMatter.title === undefined ? title : undefined, heading),
    inRegions,
    unclosedComments(open.filter(({ start }) => !insideAny(regions)(start))),
    [...unclosedFences(blocks), ...links.problems, ...findSecrets(markdown)].filter(
      ({ start }) => !isLeftOut(start),
    ),
    sizeProblems(whole),
  ];
  const inMarkdown = found.flat().map((problem) => moved(problem, mark + contentAt));
  const problems = [...inFrontMatter.map((problem) => moved(problem, mark)), ...inMarkdown];
  return {
    title,
    heading: heading?.text,
    whole,
    withoutHeading: options.omitHeading
      ? withoutHeading(blocks, heading, { stretches, edits, whole })
      : whole,
    frontMatter,
    problems: problems.sort((one, other) => one.start - other.start).slice(0, mostProblems),
  };
}

function nameOf(fileName: string): string {
  return fileName
    .replace(/\.(md|markdown|mdown|mkd)$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A page that has nothing but its heading keeps it, since a page must not be empty (contract 2.1). */
function withoutHeading(
  blocks: Blocks,
  heading: Heading | undefined,
  { stretches, edits, whole }: { stretches: readonly LeftOut[]; edits: readonly Edit[]; whole: string },
): string {
  if (heading === undefined) {
    return whole;
  }
  const inHeading = insideAny([heading]);
  const text = applyEdits(blocks.text, [
    ...cuts(blocks, [...stretches, { ...heading, inBlock: false }]),
    ...edits.filter(({ start }) => !inHeading(start)),
  ]);
  return text.trim() === '' ? whole : text;
}

function titleProblems(title: string | undefined, heading: Heading | undefined): readonly Problem[] {
  const { start, end } = heading ?? { start: 0, end: 0 };
  if (title === '') {
    return [{ kind: 'title', message: l10n.t('The page has no title: add a heading.'), start, end }];
  }
  if (title === undefined || title.length <= longestTitle) {
    return [];
  }
  const message = l10n.t(
    'The title has {0} characters; at most {1} are allowed.',
    title.length,
    longestTitle,
  );
  return [{ kind: 'title', message, start, end }];
}

function unclosedComments(open: readonly Span[]): readonly Problem[] {
  const message = l10n.t(
    'This comment does not end in its paragraph: “-->” is missing. Others may be able to read it.',
  );
  return open.map(({ start, end }) => ({ kind: 'unclosedComment', message, start, end }));
}

function sizeProblems(content: string): readonly Problem[] {
  const at = { start: 0, end: 0 };
  if (content.trim() === '') {
    const message = l10n.t('There is nothing to publish: the document is empty.');
    return [{ kind: 'emptyBody', message, ...at, final: true }];
  }
  const bytes = Buffer.byteLength(content);
  if (bytes <= mostBytes) {
    return [];
  }
  const message = l10n.t(
    'The page is {0} MB; the wiki may refuse more than 1 MB.',
    formatNumber(bytes / mostBytes, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
  return [{ kind: 'size', message, ...at }];
}
