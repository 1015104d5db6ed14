import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import { wikiChangeText } from '../../core/publish/changeKinds';
import { contentForTitle } from '../../core/publish/contentForTitle';
import { acceptedIn } from '../../core/publish/answers';
import type { DecideInput, Decision } from '../../core/publish/decision';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { KnownPages } from '../records/pages';
import { stopReport, blockingProblemKeys } from '../../core/publish/stopReport';
import { countWarnings, findWarnings } from '../../core/page/countWarnings';
import type { PageWarnings } from '../../core/wiki/pageWarnings';
import type { Page, PageOptions } from '../../core/page/page';
import { blockingProblems, messageWithLine, type Problem } from '../../core/page/problem';
import { rowOf } from '../../core/plan/needs';
import { goneText } from '../../core/publish/states';
import { type UnpublishedLink, type PlanFile } from '../../core/plan/row';
import { createDecideAgain, isAsPlanned, type RunFile } from '../../core/plan/runFile';
import type { Parsed } from '../../core/text/parsed';
import type { PageWithSettings } from '../workspace/pageSettings';
import { hashOf } from '../records/hashOf';
import { lineHashes } from '../records/lineHashes';
import type { LinkedFile } from '../records/linkedPages';
import type { PageToSend } from '../wiki/sendPage';
import type { SpaceIds } from '../wiki/spaceIds';
import type { TitleScopeLookups } from '../wiki/titleScopeLookups';
import { shownProblems } from '../page/shownProblems';
import { findPagesOfGoneFiles } from '../records/pagesOfGoneFiles';
import type { FoundFile } from '../workspace/files';
import { isGoneFile } from '../workspace/goneFiles';

export interface PageWithText extends PageWithSettings {
  readonly text: string;
  readonly options: PageOptions;
  readonly linked?: readonly LinkedFile[];
  /** The endpoint of the wiki that the links were resolved for. */
  readonly wiki?: string | undefined;
  /** Whether the text has changes of an editor that are not saved. */
  readonly isUnsaved?: boolean;
}

export interface ReadFileDependencies {
  /** `endpoint`: as in `ReadOptions`. */
  readonly read: (uri: string, endpoint?: string) => Promise<Parsed<PageWithText>>;
  readonly identify: (uri: string) => Promise<FileIdentity>;
  readonly index: KnownPages;
  readonly connections: readonly Connection[];
  readonly canLookUp?: (endpoint: string) => boolean;
  readonly spaceIds?: SpaceIds;
  readonly siteOf?: DecideInput['siteOf'];
  readonly isUnattended?: DecideInput['isUnattended'];
  readonly requiresPlannedTexts?: boolean | undefined;
  readonly titleScopeLookups?: TitleScopeLookups;
}

/** The result has no text, since a plan may have thousands of files. Space keys and titles may be looked up in the wiki. */
export async function readForPlan(
  dependencies: ReadFileDependencies,
  { uri, path, problem }: FoundFile<{ toString(): string }>,
): Promise<PlanFile> {
  const { read, identify, index, canLookUp, spaceIds, titleScopeLookups } = dependencies;
  const key = uri.toString();
  const found = problem === undefined ? await read(key) : { problem };
  if (found.problem !== undefined) {
    const file = await identify(key);
    const isGone = problem === undefined && index.ofFile(file).length > 0 && (await isGoneFile(file));
    return { uri: key, path, title: '', problem: isGone ? goneText() : found.problem, isGone };
  }
  const { page, settings, text, linked = [], isUnsaved = false } = found.value;
  const { title, frontMatter } = page;
  const checked = { text, problems: page.problems, severities: settings.severities };
  const blocking = blockingProblems(page.problems, settings.severities);
  const needsOf = (problem: Problem): readonly UnpublishedLink[] => needOf(problem, found.value);
  const needs = blocking.flatMap(needsOf);
  const linkedTo = new Set(linked.map(({ to }) => to));
  const shown = await shownProblems(found.value, (wiki) => canLookUp?.(wiki) === true);
  const dead = (to: string): number =>
    countWarnings({ text, problems: shown.filter((problem) => problem.to === to) }, settings.severities)
      ?.links ?? 0;
  const isFinal = stopReport(checked, blockingProblemKeys(checked)) !== undefined;
  const first = blocking.find((problem) => needsOf(problem).length === 0);
  const input = await inputOf(dependencies, key, found.value);
  const decided = (): Decision | undefined => rowOf({ uri: key, path, title, input }).decision;
  await spaceIds?.lookUp(input, decided);
  await titleScopeLookups?.lookUp(input, decided);
  return {
    uri: key,
    path,
    title,
    draft: frontMatter.draft,
    ...(isUnsaved && { isUnsaved }),
    problem: first && messageWithLine(first, text),
    ...(needs.length > 0 && { unpublishedLinks: needs }),
    ...(linked.length > 0 && {
      linked: linked.map(({ uri: at, address, to }) => ({
        uri: at,
        hasAddress: typeof address === 'string',
        ...(typeof address !== 'string' && { deadLinks: dead(to) }),
      })),
    }),
    ...(dependencies.requiresPlannedTexts === true && { textHash: hashOf(text) }),
    warnings: countWarnings(
      { text, problems: page.problems.filter(({ to = '' }) => !linkedTo.has(to)) },
      settings.severities,
    ),
    ...(blocking.some(({ kind }) => kind === 'frontMatter') && { hasInvalidEntry: true }),
    ...(!isFinal && { acceptableProblems: [...blockingProblemKeys(checked)] }),
    input,
  };
}

async function inputOf(
  { identify, index, connections, canLookUp, spaceIds, siteOf, isUnattended }: ReadFileDependencies,
  uri: string,
  { page, settings, text }: PageWithText,
): Promise<DecideInput> {
  const file = await identify(uri);
  const { title, frontMatter } = page;
  const own = index.ofFile(file);
  const isMerged = own.some(({ wiki }) => wiki?.merged !== undefined);
  return {
    document: {
      frontMatter,
      title,
      hashUnder: hashUnder(page),
      ...(isMerged && { lines: lineHashes(text) }),
    },
    file,
    ownRecords: own,
    ...(own.length === 0 && (await findPagesOfGoneFiles(file, title, index))),
    hasPublished: index.hasFolderPublished,
    isPublishExpected: index.isPublishExpected,
    recordAt: index.recordAt,
    recordsOfTitleInSpace: index.recordsOfTitleInSpace,
    titleScope: index.titleScope,
    attempt: index.attempt(file),
    defaults: settings.defaults,
    connections,
    canLookUp,
    spaceOf: spaceIds?.of,
    siteOf,
    isUnattended,
  };
}

/** If the problem is a link to a file without a page, returns that file: publishing it too solves the problem. */
function needOf(
  problem: Problem,
  { text, settings: { severities }, linked = [] }: PageWithText,
): readonly UnpublishedLink[] {
  const [key = ''] = blockingProblemKeys({ text, problems: [problem], severities });
  return linked
    .filter(({ to }) => problem.kind === 'relativeLink' && to === problem.to)
    .map(({ uri }) => ({ uri, message: problem.message, key }));
}

export interface ContentToSend extends Pick<PageToSend, 'content' | 'isStillDecided'> {
  readonly warnings?: PageWarnings | undefined;
}

/** Reads a file at its turn in a run, or shortly before it. A `problem` says why it can’t be sent as it was planned. */
export async function readForSend(
  dependencies: ReadFileDependencies,
  planned: RunFile,
  {
    found: lookedUp,
    isOfRun,
    now,
  }: {
    readonly found?: Pick<DecideInput, 'changedInWiki' | 'foundAt'>;
    readonly isOfRun: (uri: string) => boolean;
    readonly now: number;
  },
): Promise<Parsed<ContentToSend>> {
  const { file, destination, answers, unpublishedLinkKeys = [] } = planned;
  const found = await dependencies.read(file.uri, destination.endpoint);
  if (found.problem !== undefined) {
    return found;
  }
  const { page, settings, text } = found.value;
  const { severities } = settings;
  const known = new Set([...(acceptedIn(answers) ?? []), ...unpublishedLinkKeys]);
  const isStopped = stopReport({ text, problems: page.problems, severities }, known) !== undefined;
  if (page.frontMatter.draft !== undefined) {
    return { problem: page.frontMatter.draft };
  }
  const [problem] = isStopped ? blockingProblems(page.problems, severities) : [];
  if (problem !== undefined) {
    return { problem: messageWithLine(problem, text) };
  }
  if (planned.textHash !== undefined && planned.textHash !== hashOf(text)) {
    return { problem: l10n.t('Its text is another one than the plan has. Plan again.') };
  }
  const { ofFile, recordAt } = dependencies.index;
  const input = await inputOf(dependencies, file.uri, found.value);
  const decided = createDecideAgain({ ...input, ...lookedUp }, planned, isOfRun);
  const changed = decided({ ownRecords: ofFile(file), recordAt })?.questions.find(
    (each) => each.kind === 'changedInWiki',
  );
  if (changed !== undefined) {
    return { problem: wikiChangeText(destination.target.title, changed.change, now) };
  }
  const content = contentForTitle(page, destination.target.title);
  return {
    value: {
      content,
      warnings: findWarnings({ text, problems: page.problems }, severities),
      isStillDecided: () => isAsPlanned(decided({ ownRecords: ofFile(file), recordAt }), planned),
    },
  };
}

/** The function is not in `inputOf`: a closure there would keep the file’s text in memory as long as the plan. */
function hashUnder({ heading, content, contentWithoutHeading }: Page): (title: string) => string {
  const whole = hashOf(content);
  const withoutHeading = contentWithoutHeading === undefined ? whole : hashOf(contentWithoutHeading);
  return (title) => (title === heading ? withoutHeading : whole);
}
