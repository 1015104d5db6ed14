import type { Connection } from '../../core/connection/connection';
import { contentUnder } from '../../core/publish/content';
import { decideConnection, decideTarget, type TargetDecision } from '../../core/publish/decideTarget';
import { UserError } from '../../core/text/errors';
import type { Change } from '../../core/publish/lastPublished';
import type { Page } from '../../core/page/page';
import type { Target } from '../../core/wiki/target';
import type { Lookups } from '../../services/wiki/lookups';
import type { PageThread } from '../../services/page/pageThread';
import type { ReadPage } from '../../services/page/pageSettings';
import type { Published } from '../../services/publish/published';
import { chooseTarget } from './chooseTarget';
import { lastTitle } from './confirm';
import { pickConnection, type ConnectDependencies } from '../connection/connect';
import { snapshotOf, type Snapshot } from '../page/document';
import type { Log } from '../prompt/log';
import { readDocument } from '../page/readDocument';
import { recentAt } from './recent';
import type * as vscode from 'vscode';

export interface ResolveDependencies extends ConnectDependencies {
  readonly published: Published;
  readonly lookups: Lookups;
  readonly pages: PageThread;
  readonly log: Log;
}

/** A document as it would be sent through a connection. */
export interface Resolved {
  readonly snapshot: Snapshot;
  readonly page: Page;
  readonly connection: Connection;
  readonly decision: TargetDecision;
  readonly change: Change;
}

export async function readSnapshot(resolving: ResolveDependencies, snapshot: Snapshot): Promise<ReadPage> {
  const names = resolving.settings.read().connections.map(({ name }) => name);
  const read = await readDocument(resolving.pages, snapshot, names);
  if (read.problem !== undefined) {
    throw new UserError(read.problem);
  }
  return read.value;
}

/** The connection that the front matter or the memory names, or the only one. */
export function knownConnection(
  { memory, settings, log }: ResolveDependencies,
  { uri }: Snapshot,
  { frontMatter }: Page,
): Connection | undefined {
  const { connections, problems } = settings.read();
  for (const problem of problems) {
    log.info(problem);
  }
  if (connections.length === 0 && problems.length > 0) {
    throw new UserError(problems.join(' '));
  }
  return decideConnection(frontMatter, memory.file(uri.toString()), connections);
}

export function resolve(
  { memory, published }: ResolveDependencies,
  snapshot: Snapshot,
  { page, settings: { defaults } }: ReadPage,
  connection: Connection,
): Resolved {
  const uri = snapshot.uri.toString();
  const { endpoint } = connection;
  const { frontMatter, title } = page;
  const before = memory.file(uri);
  const remembered = before?.endpoint === endpoint ? before : undefined;
  const decision = decideTarget({ frontMatter, remembered, defaults, title });
  const { target } = decision;
  const change: Change =
    target === undefined
      ? { kind: 'new' }
      : published.change(uri, { endpoint, target, content: contentUnder(page, target.title) });
  return { snapshot, page, connection, decision, change };
}

/** Resolves a document without sending it; asks for what nobody knows. Undefined when the person left. */
export async function resolveAsking(
  resolving: ResolveDependencies,
  resource: vscode.Uri | undefined,
): Promise<(Resolved & { readonly target: Target }) | undefined> {
  const snapshot = await snapshotOf(resource);
  const read = await readSnapshot(resolving, snapshot);
  const connection = knownConnection(resolving, snapshot, read.page) ?? (await pickConnection(resolving));
  if (connection === undefined) {
    return undefined;
  }
  const resolved = resolve(resolving, snapshot, read, connection);
  const { target, known, missing } = resolved.decision;
  const from = missing[0] === 'title' ? 'title' : 'space';
  const recent = recentAt(connection.endpoint, resolving.memory, resolving.lookups);
  const chosen = target ?? (await chooseTarget(known, recent, from, lastTitle(resolved.change)));
  return chosen && { ...resolved, target: chosen };
}
