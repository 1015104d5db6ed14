import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import type { Page } from '../../core/page/page';
import { contentUnder } from '../../core/publish/content';
import { decide, type DecideInput, type Decision } from '../../core/publish/decide';
import type { FileIdentity, PageRecord } from '../../core/publish/pageRecord';
import type { Chosen } from '../../core/publish/precedence';
import { spaceProblem } from '../../core/publish/spaceKey';
import { replacedBy } from '../../core/publish/replacing';
import { aboveProblem, findAboveProblem } from '../../core/publish/tree';
import { UserError } from '../../core/text/errors';
import { plain, quote } from '../../core/text/plain';
import type { Target } from '../../core/wiki/target';
import type { PageThread } from '../../services/page/pageThread';
import type { FolderTargets } from '../../services/publish/folderTargets';
import { hashOf } from '../../services/publish/hashOf';
import type { Sites } from '../../services/connection/sites';
import { isFor } from '../../services/publish/linkedPages';
import type { PagesInWiki } from '../../services/publish/pagesInWiki';
import type { SpaceIds } from '../../services/publish/spaceIds';
import type { TitlesInWiki } from '../../services/publish/titlesInWiki';
import type { PlaceNames } from '../../services/publish/placeNames';
import type { Lookups } from '../../services/wiki/lookups';
import { pickConnection, type ConnectDependencies } from '../connection/connect';
import { snapshotOf, type Snapshot } from '../page/document';
import { readDocument, type ReadDocument } from '../page/readDocument';
import type { Log } from '../prompt/log';
import { aboveIn, defaultsFor, wikiFinder } from './above';
import { chooseTarget } from './chooseTarget';
import { oldTitle } from './confirm';
import { recentAt } from './recent';

export interface ResolveDependencies extends ConnectDependencies {
  readonly lookups: Lookups;
  readonly inWiki: PagesInWiki;
  readonly spaceIds: SpaceIds;
  readonly titles: TitlesInWiki;
  readonly names: PlaceNames;
  readonly sites: Sites;
  readonly folderTargets: FolderTargets;
  readonly pages: PageThread;
  readonly log: Log;
}

/** A document as it would be sent, as far as that is decided. */
export interface Resolved {
  readonly snapshot: Snapshot;
  readonly read: ReadDocument;
  readonly page: Page;
  readonly file: FileIdentity;
  /** The file's pages, the latest first. */
  readonly own: readonly PageRecord[];
  readonly input: DecideInput;
  readonly decision: Decision;
}

/** One whose connection is known. */
export interface Connected extends Resolved {
  readonly connection: Connection;
}

/** One whose place is known. */
export interface Addressed extends Connected {
  readonly target: Target;
}

export async function readSnapshot(
  resolving: ResolveDependencies,
  snapshot: Snapshot,
  chosen?: Chosen,
): Promise<ReadDocument> {
  const names = resolving.settings.read().connections.map(({ name }) => name);
  const reading = { ...resolving, findWiki: wikiFinder(resolving, { chosen }) };
  const read = await readDocument(reading, snapshot, names);
  if (read.problem !== undefined) {
    throw new UserError(read.problem);
  }
  return read.value;
}

/** Read once more where its links are of another wiki than the one that is decided. */
export async function resolve(
  resolving: ResolveDependencies,
  snapshot: Snapshot,
  read: ReadDocument,
  chosen?: Chosen,
): Promise<Resolved> {
  const resolved = await resolveRead(resolving, snapshot, read, chosen);
  const { connection } = resolved.decision;
  if (connection === undefined || isFor(read, connection)) {
    return resolved;
  }
  const there = { ...chosen, endpoint: connection.endpoint };
  return resolveRead(resolving, snapshot, await readSnapshot(resolving, snapshot, there), chosen);
}

async function resolveRead(
  { records, identify, settings, folderTargets, inWiki, spaceIds, titles }: ResolveDependencies,
  snapshot: Snapshot,
  read: ReadDocument,
  chosen?: Chosen,
): Promise<Resolved> {
  const { page } = read;
  const file = await identify(snapshot.uri);
  const index = await records.read();
  const own = await records.ofFile(file, [hashOf(page.whole), hashOf(page.withoutHeading)], index);
  const { frontMatter, title, formerTitle } = page;
  const { connections } = settings.read();
  const findAbove = aboveIn({ index, identify, folderTargets, connections, spaceOf: spaceIds.of });
  const defaults = await defaultsFor(folderTargets, findAbove, snapshot.uri, read.settings);
  const { above } = defaults;
  const input: DecideInput = {
    document: { frontMatter, title, formerTitle, hashUnder: (shown) => hashOf(contentUnder(page, shown)) },
    file,
    own,
    at: index.at,
    titled: index.titled,
    titleScope: index.titleScope,
    attempt: index.attempt(file),
    defaults,
    connections,
    chosen,
    spaceOf: spaceIds.of,
  };
  await spaceIds.learn(input);
  await titles.learn(input);
  const decision = decide(input);
  const isOpen = above?.page !== undefined && decision.questions.some(({ kind }) => kind === 'above');
  const id = isOpen ? await inWiki.pageId(above.uri) : undefined;
  if (above?.page === undefined || id === undefined) {
    return { snapshot, read, page, file, own, input, decision };
  }
  const found = {
    ...input,
    defaults: { ...input.defaults, above: { ...above, page: { ...above.page, id } } },
  };
  return { snapshot, read, page, file, own, input: found, decision: decide(found) };
}

/** Nothing goes anywhere else while the id of its space, or in a tree of the page above, is not known. */
export async function refuseUnknownPlace(
  { inWiki }: Pick<ResolveDependencies, 'inWiki'>,
  { connection, decision: { above, questions } }: Connected,
): Promise<void> {
  const space = questions.find((each) => each.kind === 'space');
  if (space !== undefined) {
    throw new UserError(spaceProblem(space.key, space.found));
  }
  if (above !== undefined && questions.some(({ kind }) => kind === 'above')) {
    const canLookUp = await inWiki.canLookUp(connection.endpoint);
    const problem = findAboveProblem(above.page !== undefined, canLookUp);
    throw new UserError(aboveProblem(above.path, problem ?? 'not found'));
  }
}

/** The page that would be replaced, as far as it was published from here. */
export function recordAt({ connection, target }: Decision, input: DecideInput): PageRecord | undefined {
  return connection === undefined || target?.overwrite !== true
    ? undefined
    : replacedBy(input, { endpoint: connection.endpoint, ...target });
}

/** Asks for the connection where nobody knows it. Undefined when the person left. */
export async function connect(
  resolving: ResolveDependencies,
  snapshot: Snapshot,
  read: ReadDocument,
  chosen?: Chosen,
): Promise<Connected | undefined> {
  tellProblems(resolving);
  const resolved = await resolve(resolving, snapshot, read, chosen);
  const { connection, questions } = resolved.decision;
  if (connection !== undefined) {
    return { ...resolved, connection };
  }
  const [question] = questions;
  if (question?.kind === 'connection' && question.named !== undefined) {
    throw new UserError(
      l10n.t(
        '{0} names the connection {1}, which is not in your settings. Nothing was sent.',
        plain(snapshot.fileName),
        quote(question.named),
      ),
    );
  }
  if (chosen?.endpoint !== undefined) {
    const { host } = new URL(chosen.endpoint);
    throw new UserError(
      l10n.t('The connection to {0} is no longer in your settings. Nothing was sent.', host),
    );
  }
  const picked = await pickConnection(resolving);
  return picked && connect(resolving, snapshot, read, { ...chosen, endpoint: picked.endpoint });
}

function tellProblems({ settings, log }: ResolveDependencies): void {
  const { connections, problems } = settings.read();
  for (const problem of problems) {
    log.info(problem);
  }
  if (connections.length === 0 && problems.length > 0) {
    throw new UserError(problems.join(' '));
  }
}

/** Resolves a document without sending it; asks for what nobody knows. Undefined when the person left. */
export async function resolveAsking(
  resolving: ResolveDependencies,
  resource: vscode.Uri | undefined,
): Promise<Addressed | undefined> {
  const snapshot = await snapshotOf(resource);
  const resolved = await connect(resolving, snapshot, await readSnapshot(resolving, snapshot));
  if (resolved === undefined) {
    return undefined;
  }
  const { connection, decision } = resolved;
  await refuseUnknownPlace(resolving, resolved);
  const { target, known, change } = decision;
  const recent = recentAt(connection.endpoint, resolving);
  const chosen =
    target ??
    (await chooseTarget(known, recent, stepFor(decision), {
      lastTitle: oldTitle(change),
      titleScope: decision.titleScope,
    }));
  return chosen && { ...resolved, target: chosen };
}

/** The first step with something to ask. */
export function stepFor({ questions: [question] }: Decision): 'space' | 'parent' | 'title' {
  return question?.kind === 'target' ? (question.missing[0] ?? 'space') : 'space';
}
