import * as l10n from '@vscode/l10n';
import { anchorsIn, type Anchor } from './anchors';
import { Blocks, TooManyTokensError } from './blocks';
import { findComments, type Comments } from './comments';
import { controlCharacterProblems } from './controlCharacters';
import { conflictProblems } from './conflicts';
import { unclosedFenceProblems } from './fences';
import { splitFrontMatter, withCommentEntries } from './frontMatter';
import { titleTooLongText, type FrontMatter } from './wikiFrontMatter';
import { hiddenByOtherTools } from './hiddenByOtherTools';
import { firstHeading, htmlHeading, type Heading } from './heading';
import { Remover } from './leaveOut';
import { otherSyntaxProblems } from './otherSyntax';
import { entriesInComments } from './othersEntries';
import { neededDefinitionProblems, skippedRegions, type LeftOutSpan } from './regions';
import { checkLinks, type LinkContext } from './links';
import { titleOfFile } from './markdownName';
import { limitEachKind, problemMovedBy, createSpanTest, type Problem } from './problem';
import { withoutLoneReturns, type Span } from './lines';
import { SentText, type Piece } from './sentText';
import { findSecrets, secretProblem, secretProblems } from './secrets';
import { maxTitleLength } from '../wiki/target';
import { formatNumber } from '../text/locale';
import { sentences } from '../text/sentences';

export interface Page {
  /**
   * The title from the front matter, the level-one heading or the file’s name, in that order; may exceed
   * `maxTitleLength`.
   */
  readonly title: string;
  readonly heading: string | undefined;
  /** The Markdown to send, with its first heading; `contentForTitle` returns this or `contentWithoutHeading`. */
  readonly content: string;
  /** Undefined if the heading can’t be left out, or if `content` is the same: no worker returns megabytes twice. */
  readonly contentWithoutHeading: string | undefined;
  readonly frontMatter: FrontMatter;
  /** In the order of the text. A first heading may be listed even where it is sent. */
  readonly leftOut: readonly Omission[];
  readonly problems: readonly Problem[];
  /**
   * Links to files whose page has an unknown address: problems only where the wiki can’t be asked for the
   * address. They never stop a publish.
   */
  readonly unresolved: readonly Problem[];
  /** Links that may lead to Markdown files, as written in the document: `../b.md#c` or `[[b]]`. */
  readonly linked: readonly string[];
  /** Undefined unless `PageOptions.anchors` is true and the document was read. */
  readonly anchors?: readonly Anchor[];
}

export interface Omission extends Span {
  readonly what: LeftOutSpan['what'] | 'frontMatter';
}

/** What settings say about a document’s text. */
export interface TextSettings extends Pick<LinkContext, 'publicAddresses'> {
  /** Only a heading that is the same as the title is left out. */
  readonly omitHeading: boolean;
  readonly omitComments: boolean;
}

export interface PageOptions extends TextSettings, LinkContext {
  readonly anchors: boolean;
  /** The names of all connections, to report one in the front matter that does not exist; undefined if they are not known. */
  readonly connections: readonly string[] | undefined;
  readonly isGarbled: boolean;
  /**
   * In milliseconds; JSON Web Tokens that expired earlier are harmless. Rounded to full hours, since a new
   * value makes unchanged texts be read again.
   */
  readonly now: number;
}

const mostBytes = 1024 * 1024;
/** Reading a document takes many times its size in memory. */
const mostCharacters = 5 * mostBytes;
const mostOmissions = 500;

export interface PageWithPieces {
  readonly page: Page;
  /** `content`: `page.content` or `page.contentWithoutHeading`. A document too large to be read has no pieces. */
  readonly pieces: (content: string) => readonly Piece[];
}

export function readPage(text: string, fileName: string, options: PageOptions): Page {
  return readWithPieces(text, fileName, options).page;
}

export function readWithPieces(text: string, fileName: string, options: PageOptions): PageWithPieces {
  if (text.length > mostCharacters) {
    const [size, most] = [kilobytes(text.length), kilobytes(mostCharacters)];
    return unreadPage(
      fileName,
      sentences(
        l10n.t('The document is {0} KB; documents over {1} KB are not read.', size, most),
        splitText(),
      ),
    );
  }
  try {
    return readText(withoutLoneReturns(text), fileName, options);
  } catch (error) {
    if (error instanceof TooManyTokensError) {
      const message = l10n.t('The document has too many paragraphs, list items or other parts to be read.');
      return unreadPage(fileName, sentences(largeText(text), message, splitText()));
    }
    throw error;
  }
}

function readText(text: string, fileName: string, options: PageOptions): PageWithPieces {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const {
    frontMatter: written,
    contentAt,
    problems: inFrontMatter,
  } = splitFrontMatter(text.slice(mark), options);
  const before = mark + contentAt;
  const markdown = text.slice(before);
  const blocks = new Blocks(markdown);
  const { comments, open, ...others } = findComments(blocks);
  const { regions, problems: inRegions } = skippedRegions(comments, markdown);
  const top = entriesInComments(markdown, comments);
  const { value: frontMatter, problems: inComments } = withCommentEntries(written, top.entries, options);
  const ofComments = comments.map(
    ({ start, end, inBlock }) => ({ what: 'comment', start, end, inBlock }) as const,
  );
  const elsewhere = hiddenByOtherTools(blocks);
  const stretches = [...regions, ...ofComments, ...elsewhere.leftOut].filter(
    ({ what }) => options.omitComments || what !== 'comment',
  );
  const isSkipped = createSpanTest(regions);
  const first = firstHeading(blocks, isSkipped);
  const heading = first?.isFirstBlock === true ? first : undefined;
  const remover = new Remover(blocks, options.omitComments);
  const { edits, notRemoved } = remover.cut(stretches);
  const isKept = createSpanTest(notRemoved.filter(({ what }) => what !== 'region'));
  const gone = stretches.filter(({ start }) => !isKept(start));
  const isLeftOut = createSpanTest(gone);
  const named = heading?.text ?? htmlHeading(blocks, isSkipped) ?? first?.text;
  const title = frontMatter.title ?? named ?? titleOfFile(fileName);
  const mayOmit = options.omitHeading && heading?.isPlainText === true && heading.text === title;
  const {
    problems: ofLinks,
    unresolved,
    edits: addresses,
    linked,
  } = checkLinks(blocks, options, isLeftOut, () =>
    anchorsIn(blocks, isLeftOut, (offset) => offset !== heading?.start || !mayOmit),
  );
  const whole = new SentText(text, before, edits, addresses);
  const withoutHeading = (): SentText | undefined => {
    if (heading === undefined || !options.omitHeading) {
      return whole;
    }
    const isInHeading = createSpanTest([heading]);
    const isSent = ({ what, start }: LeftOutSpan): boolean => what === 'comment' && isInHeading(start);
    if (
      !heading.isPlainText ||
      (!options.omitComments && [...ofComments, ...elsewhere.leftOut].some(isSent))
    ) {
      return undefined;
    }
    const cuts = remover.cut([...gone, { ...heading, what: 'heading', inBlock: false }]);
    const rest = new SentText(text, before, cuts.edits, addresses);
    // A page that is nothing but its heading keeps it, since a page must not be empty (contract 2.1).
    if (rest.text.trim() === '') {
      return whole;
    }
    return cuts.notRemoved.some(({ what }) => what !== 'region') ? undefined : rest;
  };
  const rest = withoutHeading();
  const found: readonly (readonly Problem[])[] = [
    titleProblems(frontMatter.title === undefined ? title : undefined, first),
    inRegions,
    inComments,
    regions.length === 0 ? [] : neededDefinitionProblems(markdown, regions),
    notRemoved.map(notRemovedProblem),
    heading !== undefined && rest === undefined && heading.text === title ? [keptHeading(heading)] : [],
    unclosedComments(open.filter(({ start }) => !isSkipped(start))),
    buriedProblems(others).filter(({ start }) => !isSkipped(start)),
    ofLinks,
    otherSyntaxProblems(blocks, isLeftOut),
    [
      ...elsewhere.problems.filter(({ kind }) => options.omitComments || kind !== 'notLeftOut'),
      ...conflictProblems(blocks),
      ...unclosedFenceProblems(blocks),
      ...controlCharacterProblems(markdown),
      ...secretProblems(blocks, options.now),
    ].filter(({ start }) => !isLeftOut(start)),
    sizeProblems(whole.text),
  ];
  const inMarkdown = found.flat().map((problem) => problemMovedBy(problem, before));
  const problems = [
    ...inFrontMatter.map((problem) => problemMovedBy(problem, mark)),
    ...titleSecrets(text.slice(0, before + top.end), frontMatter.title, options.now),
    // A NUL has a problem of its own, which says more exactly what is wrong.
    ...(options.isGarbled && !text.includes('\0') ? [garbledProblem()] : []),
    ...inMarkdown,
  ];
  const page: Page = {
    title,
    heading: heading?.text,
    content: whole.text,
    contentWithoutHeading: rest === whole ? undefined : rest?.text,
    frontMatter,
    leftOut: listOmissions(before, mark, [
      ...gone,
      ...(heading === undefined || rest === undefined ? [] : [{ ...heading, what: 'heading' } as const]),
    ]),
    problems: limitEachKind(problems.sort((one, other) => one.start - other.start)),
    unresolved: unresolved.map((problem) => problemMovedBy(problem, before)),
    linked,
    ...(options.anchors && {
      anchors: anchorsIn(
        blocks,
        isLeftOut,
        (offset) => offset !== heading?.start || heading.text !== title || [undefined, whole].includes(rest),
      ),
    }),
  };
  return { page, pieces: (content) => (content === rest?.text ? rest : whole).pieces() };
}

function listOmissions(before: number, mark: number, inMarkdown: readonly Omission[]): readonly Omission[] {
  const isInRegion = createSpanTest(inMarkdown.filter(({ what }) => what === 'region'));
  const front = before === mark ? [] : [{ what: 'frontMatter', start: mark, end: before } as const];
  const others = inMarkdown
    .filter(({ what, start }) => what === 'region' || !isInRegion(start))
    .sort((one, other) => one.start - other.start)
    .slice(0, mostOmissions)
    .map(({ what, start, end }) => ({ what, start: start + before, end: end + before }));
  return [...front, ...others];
}

function unreadPage(fileName: string, message: string): PageWithPieces {
  const title = titleOfFile(fileName);
  const page: Page = {
    title,
    heading: undefined,
    contentWithoutHeading: undefined,
    content: '',
    frontMatter: {},
    leftOut: [],
    problems: [{ kind: 'size', message, start: 0, end: 0, isFatal: true }],
    unresolved: [],
    linked: [],
  };
  return { page, pieces: () => [] };
}

function garbledProblem(): Problem {
  const message = l10n.t('Some characters can’t be read in the encoding that VS Code uses for this file.');
  const fix = { kind: 'encoding', title: l10n.t('Reopen with Encoding…') } as const;
  return { kind: 'encoding', message, start: 0, end: 0, isFatal: true, fixes: [fix] };
}

function kilobytes(bytes: number): string {
  return formatNumber(Math.ceil(bytes / 1024));
}

/** Of the front matter, only the title is sent. */
function titleSecrets(text: string, title: string | undefined, now: number): readonly Problem[] {
  return title === undefined
    ? []
    : findSecrets(text, now)
        .filter(({ start, end }) => title.includes(text.slice(start, end)))
        .map((found) => secretProblem(found));
}

function notRemovedProblem({ what, start, end }: LeftOutSpan): Problem {
  if (what !== 'region') {
    const message = l10n.t(
      'This comment is sent: leaving it out would change what stands around it. Move or remove it if nobody else should read it.',
    );
    return { kind: 'notLeftOut', message, start, end };
  }
  const message = l10n.t(
    'This region can’t be left out without changing what stands around it, so the page can’t be published. Put both marks on lines of their own.',
  );
  return { kind: 'skipRegion', message, start, end, isFatal: true };
}

function keptHeading({ start, end, isPlainText }: Heading): Problem {
  const message = isPlainText
    ? l10n.t(
        'This heading is sent, although it is the same as the title: leaving it out would change the rest of the page.',
      )
    : l10n.t(
        'This heading is sent, although it is the same as the title: it has an image, a link or something else that a title can’t have. Move that below the heading if the page should not show its title twice.',
      );
  return { kind: 'repeatedTitle', message, start, end };
}

function titleProblems(title: string | undefined, heading: Heading | undefined): readonly Problem[] {
  const { start, end } = heading ?? { start: 0, end: 0 };
  if (title === '') {
    return [{ kind: 'title', message: l10n.t('The page has no title: add a heading.'), start, end }];
  }
  if (title === undefined || title.length <= maxTitleLength) {
    return [];
  }
  return [{ kind: 'title', message: titleTooLongText(title), start, end }];
}

function unclosedComments(open: readonly Span[]): readonly Problem[] {
  const message = l10n.t(
    'This comment does not end in its paragraph: “-->” is missing. Others may be able to read it.',
  );
  return open.map(({ start, end }) => ({ kind: 'unclosedComment', message, start, end }));
}

function buriedProblems({
  ineffectiveRegionMarks,
  doubtful,
  codeForSomeParsers,
}: Pick<Comments, 'ineffectiveRegionMarks' | 'doubtful' | 'codeForSomeParsers'>): readonly Problem[] {
  const message = l10n.t(
    'This “<!--” is part of other HTML, of another comment, of a link or of what some wikis read as code, so nothing is left out here. Move it out of that; where a “<” before it begins no HTML, write “&lt;”.',
  );
  return [
    ...ineffectiveRegionMarks.map(
      ({ start, end }) => ({ kind: 'skipRegion', message, start, end, isFatal: true }) as const,
    ),
    ...doubtful.map(({ start, end }) => ({ kind: 'unclosedComment', message, start, end }) as const),
    ...codeForSomeParsers.map(({ start, end }) => ({ kind: 'notLeftOut', message, start, end }) as const),
  ];
}

function sizeProblems(content: string): readonly Problem[] {
  const at = { start: 0, end: 0 };
  if (content.trim() === '') {
    const message = l10n.t('The document is empty.');
    return [{ kind: 'emptyBody', message, ...at, isFatal: true }];
  }
  const large = largeText(content);
  return large === '' ? [] : [{ kind: 'size', message: sentences(large, splitText()), ...at }];
}

function largeText(content: string): string {
  const bytes = Buffer.byteLength(content);
  return bytes <= mostBytes
    ? ''
    : l10n.t(
        'The page is {0} KB; the wiki may refuse more than {1} KB.',
        kilobytes(bytes),
        kilobytes(mostBytes),
      );
}

function splitText(): string {
  return l10n.t('Split it into several files.');
}
