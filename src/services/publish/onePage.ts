import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import type { DecideInput, Decision } from '../../core/publish/decide';
import type { Plan } from '../../core/plan/plan';
import type { PlanRow } from '../../core/plan/row';
import { UserError } from '../../core/text/errors';
import { plain, quote } from '../../core/text/plain';
import { sentences } from '../../core/text/sentences';
import type { ReadText } from './readFile';
import type { Host, Person } from './host';
import { beginReading, planOfOne } from './reading';
import type { PublishRequest } from './request';
import type { Services } from '../services';

export interface PublishContext {
  readonly services: Services;
  readonly host: Host;
}

/** A document that was read, and the decision about its page. */
export interface OnePage {
  readonly request: PublishRequest;
  readonly read: ReadText;
  /** The plan with this document only. */
  readonly plan: Plan;
  readonly row: PlanRow;
  readonly input: DecideInput;
  readonly decision: Decision;
}

/** A page whose connection is decided. */
export interface ConnectedPage extends OnePage {
  readonly connection: Connection;
}

/** Reads the document of a request, and decides with the person's choices. */
export async function readOnePage(
  { services, host }: PublishContext,
  request: PublishRequest,
): Promise<OnePage> {
  const { uri, text, chosen } = request;
  const reading = await beginReading(services, host);
  const { read, plan, row } = await planOfOne(
    { uri, path: host.nameOf(uri) },
    (endpoint) => reading.readWith(uri, { text, endpoint }),
    reading,
    // With a single document, each problem is reported by itself.
    {
      answer: { chosen, publishAnyway: true, evenDraft: true },
      pageId: (above) => services.inWiki.pageId(above),
    },
  );
  if (read.problem !== undefined) {
    throw new UserError(read.problem);
  }
  const { input } = row.file;
  if (row.decision === undefined || input === undefined) {
    throw new Error(`Nothing is decided of ${uri}`);
  }
  return { request, read: read.value, plan, row, input: { ...input, chosen }, decision: row.decision };
}

/** Asks for the connection if it is not known; the document may have to be read again then. Undefined if the person cancelled. */
export async function ensureConnection(
  publishing: PublishContext,
  page: OnePage,
  person: Person,
): Promise<ConnectedPage | undefined> {
  tellProblems(publishing.services);
  const { request, plan, decision } = page;
  const { connection, questions } = decision;
  if (connection !== undefined) {
    return { ...page, connection };
  }
  const [question] = questions;
  if (question?.kind === 'connection' && question.named !== undefined) {
    throw new UserError(
      sentences(
        l10n.t(
          '{0} names the connection {1}, which is not in your settings. Nothing was sent.',
          plain(publishing.host.nameOf(request.uri)),
          quote(question.named),
        ),
        // One of these may be the reason.
        ...publishing.services.settings.read().problems,
      ),
    );
  }
  if (request.chosen?.endpoint !== undefined) {
    const { host } = new URL(request.chosen.endpoint);
    throw new UserError(
      l10n.t('The connection to {0} is no longer in your settings. Nothing was sent.', host),
    );
  }
  const settled = await person.answerPlan(plan, 'connection');
  const endpoint = settled?.plan.rows[0]?.answer.chosen?.endpoint;
  if (endpoint === undefined) {
    return undefined;
  }
  const chosen = { ...request.chosen, endpoint };
  return ensureConnection(publishing, await readOnePage(publishing, { ...request, chosen }), person);
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
