import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import type { DecideInput, Decision } from '../../core/publish/decision';
import { rowOf } from '../../core/plan/needs';
import type { Plan } from '../../core/plan/plan';
import type { PlanRow } from '../../core/plan/row';
import { UserError } from '../../core/text/errors';
import { plainLine, quote } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { readForPlan, type PageWithText, type ReadFileDependencies } from './readForPublish';
import type { Host, Person } from './host';
import { beginReading, planOneDocument } from './reading';
import type { PublishRequest } from './request';
import type { Services } from '../services';

export interface PublishContext {
  readonly services: Services;
  readonly host: Host;
}

export interface DecidedPage {
  readonly request: PublishRequest;
  readonly read: PageWithText;
  /** A plan of this document alone. */
  readonly plan: Plan;
  readonly row: PlanRow;
  readonly input: DecideInput;
  readonly decision: Decision;
}

export interface ConnectedPage extends DecidedPage {
  readonly connection: Connection;
}

/** Throws a `UserError` if the document can’t be read. */
export async function readAndDecide(
  { services, host }: PublishContext,
  request: PublishRequest,
): Promise<DecidedPage> {
  const { uri, text, answers } = request;
  const reading = await beginReading(services, host);
  const { read, plan, row } = await planOneDocument(
    { uri, path: host.nameOf(uri) },
    (endpoint) => reading.readWith(uri, { text, endpoint }),
    reading,
    { answers, pageId: (parent) => services.inWiki.pageId(parent) },
  );
  if (read.problem !== undefined) {
    throw new UserError(row.file.problem ?? read.problem);
  }
  const { input } = row.file;
  if (row.decision === undefined || input === undefined) {
    throw new Error(`Nothing is decided of ${uri}`);
  }
  return { request, read: read.value, plan, row, input: { ...input, answers }, decision: row.decision };
}

/** Asks neither the wiki nor a person. Undefined if the document can’t be read, or no connection is decided. */
export async function decidedConnection(
  { services: { records, settings }, host }: PublishContext,
  uri: string,
): Promise<Connection | undefined> {
  const index = await records.read();
  const documents = host.documents(index);
  const reading: ReadFileDependencies = {
    read: (at) => documents.read(at),
    identify: (at) => documents.identify(at),
    index,
    connections: settings.read().connections,
  };
  return rowOf(await readForPlan(reading, { uri, path: host.nameOf(uri) })).decision?.connection;
}

/**
 * If no connection is decided, asks for one and reads the document again for that wiki. Throws a `UserError` if all
 * connections in the settings are invalid, or the named or chosen one is missing.
 */
export async function ensureConnection(
  publishing: PublishContext,
  page: DecidedPage,
  person: Person,
): Promise<ConnectedPage | undefined> {
  tellProblems(publishing.services);
  const { request, plan, decision } = page;
  const { connection, questions } = decision;
  if (connection !== undefined) {
    return { ...page, connection };
  }
  const [question] = questions;
  const { connections, problems } = publishing.services.settings.read();
  if (question?.kind === 'connection' && question.named !== undefined && connections.length > 0) {
    throw new UserError(
      sentences(
        l10n.t(
          '{0} names the connection {1}, which is not in your settings. Nothing was sent.',
          plainLine(publishing.host.nameOf(request.uri)),
          quote(question.named),
        ),
        // The missing connection may be one that the settings define wrongly, so the error tells their problems too.
        ...problems,
      ),
    );
  }
  const { endpoint } = request.answers?.place ?? {};
  if (endpoint !== undefined) {
    const { host } = new URL(endpoint);
    throw new UserError(
      l10n.t('The connection to {0} is no longer in your settings. Nothing was sent.', host),
    );
  }
  const answered = await person.answerPlan(plan, 'connection');
  const { place } = answered?.plan.rows[0]?.answers ?? {};
  if (place?.endpoint === undefined) {
    return undefined;
  }
  const answers = { ...request.answers, place };
  return ensureConnection(publishing, await readAndDecide(publishing, { ...request, answers }), person);
}

function tellProblems({ settings, log }: Services): void {
  const { connections, problems } = settings.read();
  for (const problem of problems) {
    log.info(problem);
  }
  if (connections.length === 0 && problems.length > 0) {
    throw new UserError(problems.join(' '));
  }
}
