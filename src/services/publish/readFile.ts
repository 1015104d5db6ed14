import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import { wikiChangeText } from '../../core/publish/wikiChangeText';
import { contentUnder } from '../../core/publish/content';
import type { DecideInput, Decision } from '../../core/publish/decide';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { RecordIndex } from '../../core/records/recordIndex';
import { stopReport, knownProblemsOf } from '../../core/publish/stopReport';
import { deadLinksIn } from '../../core/page/deadLinks';
import type { DeadLinks } from '../../core/wiki/deadLinks';
import type { Page, PageOptions } from '../../core/page/page';
import { blockingProblems, type Problem } from '../../core/page/problem';
import { rowOf } from '../../core/plan/needs';
import { draftText, type UnpublishedLink, type PlanFile } from '../../core/plan/row';
import { decidedAgain, isAsPlanned, type RunFile } from '../../core/plan/runFile';
import type { Parsed } from '../../core/text/parsed';
import type { ReadPage } from '../workspace/pageSettings';
import { hashOf } from '../records/hashOf';
import { lineHashes } from '../records/lineHashes';
import type { LinkedFile } from '../records/linkedPages';
import type { Changes } from '../wiki/pagesInWiki';
import type { PageToSend } from '../wiki/sendPage';
import type { SpaceIds } from '../wiki/spaceIds';
import type { TitlesInWiki } from '../wiki/titlesInWiki';
import { pagesLeftTo } from '../records/leftPages';
import type { FoundFile } from '../workspace/files';

/** A file's text and its page, as they are now. */
export interface ReadText extends ReadPage {
  readonly text: string;
  /** The options that it was read with. */
  readonly options: PageOptions;
  /** The files that it links to. */
  readonly linked?: readonly LinkedFile[];
  readonly wiki?: string | undefined;
}

export interface ReadFileDependencies {
  /** `endpoint`: the wiki that the links are resolved for, if it is known. */
  readonly read: (uri: string, endpoint?: string) => Promise<Parsed<ReadText>>;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  /** The records as they were when the plan was started. */
  readonly index: RecordIndex;
  readonly connections: readonly Connection[];
  /** Whether pages of a connection can be looked up in the wiki. */
  readonly canLookUp?: (endpoint: string) => boolean;
  readonly spaceIds?: SpaceIds;
  readonly siteOf?: DecideInput['siteOf'];
  readonly placesInFilesAlone?: DecideInput['placesInFilesAlone'];
  /** A text is sent as the plan had it, or not at all. */
  readonly textsAsPlanned?: boolean | undefined;
  readonly titles?: TitlesInWiki;
}

/** Reads what a plan needs to know of a file, without keeping its text. */
export async function readForPlan(
  dependencies: ReadFileDependencies,
  { uri, path, problem }: FoundFile<{ toString(): string }>,
): Promise<PlanFile> {
  const { read, canLookUp, spaceIds, titles } = dependencies;
  const key = uri.toString();
  const found = problem === undefined ? await read(key) : { problem };
  if (found.problem !== undefined) {
    return { uri: key, path, title: '', problem: found.problem };
  }
  const { page, settings, text, linked = [] } = found.value;
  const linkedTo = new Set(linked.map(({ to }) => to));
  const { title, frontMatter } = page;
  const checked = { text, problems: page.problems, severities: settings.severities };
  const blocking = blockingProblems(page.problems, settings.severities);
  const needsOf = (problem: Problem): readonly UnpublishedLink[] => needOf(problem, found.value);
  const needs = blocking.flatMap(needsOf);
  const isFinal = stopReport(checked, knownProblemsOf(checked)) !== undefined;
  const input = await inputOf(dependencies, key, found.value);
  const decided = (): Decision | undefined => rowOf({ uri: key, path, title, input }).decision;
  await spaceIds?.lookUp(input, decided);
  await titles?.lookUp(input, decided);
  return {
    uri: key,
    path,
    title,
    draft: frontMatter.draft,
    problem: blocking.find((problem) => needsOf(problem).length === 0)?.message,
    ...(needs.length > 0 && { needs }),
    ...(linked.length > 0 && {
      linked: linked.map((each) => ({ uri: each.uri, hasAddress: typeof each.address === 'string' })),
    }),
    ...(dependencies.textsAsPlanned === true && { textHash: hashOf(text) }),
    canLookUp,
    deadLinks: deadLinksIn(
      page.problems.filter(({ to = '' }) => !linkedTo.has(to)),
      settings.severities,
    ),
    ...(!isFinal && { passable: [...knownProblemsOf(checked)] }),
    input,
  };
}

/** Returns what is decided with, without the text. */
async function inputOf(
  { identify, index, connections, spaceIds, siteOf, placesInFilesAlone }: ReadFileDependencies,
  uri: string,
  { page, settings, text }: ReadText,
): Promise<DecideInput> {
  const file = await identify(uri);
  const { heading, title, frontMatter } = page;
  const own = index.ofFile(file);
  const isMerged = own.some(({ wiki }) => wiki?.merged !== undefined);
  return {
    document: {
      frontMatter,
      title,
      hashUnder: hashUnder(heading, hashesOf(page)),
      ...(isMerged && { lines: lineHashes(text) }),
    },
    file,
    own,
    leftTo: own.length > 0 ? [] : await pagesLeftTo(file, title, index),
    hasPublished: (endpoint) => index.hasPublished(endpoint, file),
    at: index.at,
    titled: index.titled,
    titleScope: index.titleScope,
    attempt: index.attempt(file),
    defaults: settings.defaults,
    connections,
    spaceOf: spaceIds?.of,
    siteOf,
    placesInFilesAlone,
  };
}

/** Returns the file whose publish would solve the problem. */
function needOf(
  problem: Problem,
  { text, settings: { severities }, linked = [] }: ReadText,
): readonly UnpublishedLink[] {
  const [key = ''] = knownProblemsOf({ text, problems: [problem], severities });
  return linked
    .filter(({ to }) => problem.kind === 'relativeLink' && to === problem.to)
    .map(({ uri }) => ({ uri, message: problem.message, key }));
}

/** What is sent of a file. */
export interface ContentToSend extends Pick<PageToSend, 'content' | 'isStillDecided'> {
  readonly deadLinks?: DeadLinks | undefined;
}

/** Reads the current content to send, and what is needed to decide again where it goes. */
export async function readForSend(
  dependencies: ReadFileDependencies,
  planned: RunFile,
  {
    changedInWiki,
    isOfRun,
    now,
  }: {
    readonly changedInWiki?: Changes | undefined;
    readonly isOfRun: (uri: string) => boolean;
    readonly now: number;
  },
): Promise<Parsed<ContentToSend>> {
  const { file, destination, knownProblems = [], needs = [] } = planned;
  const found = await dependencies.read(file.uri, destination.endpoint);
  if (found.problem !== undefined) {
    return found;
  }
  const { page, settings, text } = found.value;
  const { severities } = settings;
  const known = new Set([...knownProblems, ...needs]);
  const isStopped = stopReport({ text, problems: page.problems, severities }, known) !== undefined;
  if (page.frontMatter.draft !== undefined) {
    return { problem: draftText(page.frontMatter.draft) };
  }
  const problem = isStopped ? blockingProblems(page.problems, severities)[0]?.message : undefined;
  if (problem !== undefined) {
    return { problem };
  }
  if (planned.textHash !== undefined && planned.textHash !== hashOf(text)) {
    return { problem: l10n.t('Its text is another one than the plan has. Plan again.') };
  }
  const { ofFile, at } = dependencies.index;
  const input = await inputOf(dependencies, file.uri, found.value);
  const decided = decidedAgain({ ...input, changedInWiki }, planned, isOfRun);
  const changed = decided({ own: ofFile(file), at })?.questions.find((each) => 'accepted' in each);
  if (changed !== undefined) {
    return { problem: wikiChangeText(destination.target.title, changed.change, now) };
  }
  const content = contentUnder(page, destination.target.title);
  return {
    value: {
      content,
      deadLinks: deadLinksIn(page.problems, severities),
      isStillDecided: () => isAsPlanned(decided({ own: ofFile(file), at }), planned),
    },
  };
}

interface Hashes {
  readonly withoutHeading: string;
  readonly whole: string;
}

/** A closure of readForPlan would keep the file's text in memory for as long as the plan is kept. */
function hashUnder(heading: string | undefined, hashes: Hashes): (title: string) => string {
  return (title) => (title === heading ? hashes.withoutHeading : hashes.whole);
}

/** Returns the hashes of both contents instead of the page, to save memory. */
function hashesOf({ withoutHeading, whole }: Page): Hashes {
  const hash = hashOf(whole);
  return { whole: hash, withoutHeading: withoutHeading === undefined ? hash : hashOf(withoutHeading) };
}
