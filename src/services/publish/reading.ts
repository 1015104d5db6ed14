import type { PageRecord } from '../../core/records/pageRecord';
import type { KnownPages } from '../records/pages';
import type { ParentFile } from '../../core/publish/tree';
import type { Plan } from '../../core/plan/plan';
import type { Answers } from '../../core/publish/answers';
import type { PlanRow } from '../../core/plan/row';
import type { Parsed } from '../../core/text/parsed';
import { areLinksFor } from '../records/linkedPages';
import type { PagesInWiki } from '../wiki/pagesInWiki';
import type { FoundFile } from '../workspace/files';
import { planFiles, type PlanFilesOptions } from './planFiles';
import { readForPlan, type ReadFileDependencies, type PageWithText } from './readForPublish';
import type { Host, ReadOptions } from './host';
import type { Services } from '../services';

type ReadingServices = Pick<
  Services,
  'settings' | 'records' | 'inWiki' | 'sites' | 'spaceIds' | 'titleScopeLookups'
>;

export interface ReadingContext extends ReadFileDependencies {
  readonly readWith: (uri: string, how: ReadOptions) => Promise<Parsed<PageWithText>>;
  readonly findParentFile: (uri: string) => Promise<ParentFile | undefined>;
}

export type FileToRead = FoundFile<{ toString(): string }>;

/**
 * `runTitles`: as in `Host.documents`. Without `known`, a copy of the records is used, which does not change while a
 * person looks at the plan.
 */
export async function beginReading(
  services: ReadingServices,
  host: Host,
  runTitles?: ReadonlyMap<string, string>,
  known?: KnownPages,
): Promise<ReadingContext> {
  const { settings, records, sites, spaceIds, titleScopeLookups } = services;
  const index = known ?? (await records.read()).copy();
  const documents = host.documents(index, runTitles);
  const lookable = await endpointsWithLookups(services);
  return {
    read: (uri, endpoint) => documents.read(uri, { endpoint }),
    readWith: (uri, how) => documents.read(uri, how),
    findParentFile: (uri) => documents.findParentFile(uri),
    identify: (uri) => documents.identify(uri),
    index,
    connections: settings.read().connections,
    // Both are bound, since a plan keeps them: a closure here would also keep all that this reading has read.
    canLookUp: lookable.has.bind(lookable),
    siteOf: sites.known.bind(sites),
    spaceIds,
    isUnattended: host.isUnattended,
    requiresPlannedTexts: host.requiresPlannedTexts,
    titleScopeLookups,
  };
}

export async function endpointsWithLookups({
  settings,
  inWiki,
}: Pick<Services, 'settings' | 'inWiki'>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { endpoint } of settings.read().connections) {
    if (await inWiki.canLookUp(endpoint)) {
      found.add(endpoint);
    }
  }
  return found;
}

/** Looks up parent pages and changes in the wiki, too. Undefined if `signal` was aborted. */
export function planPublish(
  files: AsyncIterable<FileToRead> | Iterable<FileToRead>,
  reading: ReadFileDependencies,
  inWiki: PagesInWiki,
  options: Pick<PlanFilesOptions, 'progress' | 'signal'> = {},
): Promise<Plan | undefined> {
  return planFiles(files, (file) => readForPlan(reading, file), {
    ...options,
    changes: (records: readonly PageRecord[]) => inWiki.lookUpChanges(records),
    // Where files alone say where pages go, nobody could choose another parent page: the import’s answer counts.
    missing: reading.isUnattended === true ? undefined : (places) => inWiki.lookUpMissing(places),
    pageId: (uri) => inWiki.pageId(uri),
  });
}

export interface PlanOfOne {
  readonly plan: Plan;
  readonly row: PlanRow;
  readonly read: Parsed<PageWithText>;
}

interface PlanOfOneOptions extends Pick<PlanFilesOptions, 'changes' | 'pageId'> {
  readonly answers?: Answers | undefined;
}

/** Reads the document a second time if its links were resolved for another wiki than the decided one. */
export async function planOneDocument(
  file: FileToRead,
  read: (endpoint?: string) => Promise<Parsed<PageWithText>>,
  reading: ReadFileDependencies,
  { answers = {}, ...options }: PlanOfOneOptions,
): Promise<PlanOfOne> {
  const planWith = async (found: Parsed<PageWithText>): Promise<PlanOfOne> => {
    const readFound = { ...reading, read: () => Promise.resolve(found) };
    const planned = await planFiles([file], (each) => readForPlan(readFound, each), options);
    const plan = planned?.withAnswers([file.uri.toString()], answers);
    const row = plan?.rows[0];
    if (plan === undefined || row === undefined) {
      throw new Error(`No plan for ${file.path}`);
    }
    return { plan, row, read: found };
  };
  const planned = await planWith(await read(answers.place?.endpoint));
  const { connection } = planned.row.decision ?? {};
  const { value } = planned.read;
  return connection === undefined || value === undefined || areLinksFor(value, connection)
    ? planned
    : planWith(await read(connection.endpoint));
}
