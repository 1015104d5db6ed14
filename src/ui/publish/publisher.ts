import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, type ApiToken } from '../../core/connection/apiToken';
import type { Report } from '../../core/text/report';
import type { Connection } from '../../core/connection/connection';
import { contentUnder } from '../../core/publish/content';
import { UserError } from '../../core/text/errors';
import type { Outcome } from '../../core/wiki/outcome';
import { reportOn, type Action } from '../../core/wiki/outcomeReport';
import type { Page } from '../../core/page/page';
import { plain } from '../../core/text/plain';
import type { ReadPage } from '../../services/page/pageSettings';
import { act, replaceTokenAnd } from './outcomeActions';
import { pickConnection, replaceToken } from '../connection/connect';
import { snapshotOf, type Snapshot } from '../page/document';
import type { ReportErrors } from '../prompt/reportErrors';
import { notify } from '../prompt/notify';
import type { Problems } from '../page/problems';
import { knownConnection, readSnapshot, resolve } from './resolve';
import { sendPage, type SendPageDependencies } from './sendPage';
import type { ShowRequestDependencies } from './showRequest';
import type { Anyway, Job, Start } from './publishRequest';
import { stopReport, unchangedReport } from './stopReports';
import { whereTo } from './whereTo';

export interface PublishDependencies extends ShowRequestDependencies, SendPageDependencies {
  readonly reportErrors: ReportErrors;
  readonly problems: Pick<Problems, 'reveal'>;
}

/** Publishes documents, each from the button to the sentence that says what happened. */
export class Publisher {
  readonly #sending = new Set<string>();

  constructor(private readonly publishing: PublishDependencies) {}

  async publish(
    resource: vscode.Uri | undefined,
    start: Start = { kind: 'ask' },
    anyway: Anyway = {},
  ): Promise<void> {
    const snapshot = await snapshotOf(resource);
    this.#refuseSecond(snapshot);
    const read = await readSnapshot(this.publishing, snapshot);
    if (this.#isStopped(snapshot, read, anyway, (more) => this.publish(snapshot.uri, start, more))) {
      return;
    }
    const { page } = read;
    const connection =
      start.kind === 'ask'
        ? (knownConnection(this.publishing, snapshot, page) ?? (await pickConnection(this.publishing)))
        : start.job.connection;
    if (connection === undefined) {
      return;
    }
    const retry = (): Promise<void> => this.publish(snapshot.uri, start, anyway);
    const token = await this.#token(connection);
    if (token === undefined || this.#isExpired(token, connection, retry)) {
      return;
    }
    const resolved = resolve(this.publishing, snapshot, read, connection);
    const where = await whereTo(this.publishing, resolved, start);
    if (where === undefined) {
      return;
    }
    const { target, asked } = where;
    if (!asked && resolved.change.kind === 'unchanged' && anyway.unchanged !== true) {
      void this.#offer(unchangedReport(target), () =>
        this.publish(snapshot.uri, start, { ...anyway, unchanged: true }),
      );
      return;
    }
    const job = { connection, target, suggestedTitle: page.title };
    const send = (): Promise<void> => this.publish(snapshot.uri, { kind: 'send', job }, anyway);
    // Minutes may have passed in the prompts
    if (!this.#isExpired(token, connection, send)) {
      await this.#send(snapshot, page, job, token, anyway);
    }
  }

  /** Errors of the Problems view stop a publish, and the person decides. */
  #isStopped(
    { uri }: Snapshot,
    { page, settings }: ReadPage,
    anyway: Anyway,
    goOn: (anyway: Anyway) => Promise<void>,
  ): boolean {
    const report = stopReport(page.problems, settings.severities, anyway.problems === true);
    if (report === undefined) {
      return false;
    }
    void this.#offer(report, async (action) => {
      if (action === 'publishAnyway') {
        await goOn({ ...anyway, problems: true });
      } else {
        await this.publishing.problems.reveal(uri);
      }
    });
    return true;
  }

  #refuseSecond({ uri, fileName }: Snapshot): void {
    if (this.#sending.has(uri.toString())) {
      throw new UserError(l10n.t('{0} is already being published. Wait until that is done.', fileName));
    }
  }

  async #token(connection: Connection): Promise<ApiToken | undefined> {
    const { tokens } = this.publishing;
    return (await tokens.get(connection.endpoint)) ?? replaceToken(tokens, connection);
  }

  /** A token that is known to be expired is never sent: says so, and goes on once it is replaced. */
  #isExpired(token: ApiToken, connection: Connection, goOn: () => Promise<void>): boolean {
    if (token.expiresAt > Date.now()) {
      return false;
    }
    const expiredAt = formatTime(token.expiresAt);
    const text = l10n.t(
      'The API token for {0} expired on {1}. Nothing was sent.',
      connection.name,
      expiredAt,
    );
    void this.#offer({ severity: 'error', text, actions: ['replaceToken'] }, () =>
      replaceTokenAnd(goOn, this.publishing, connection),
    );
    return true;
  }

  async #send(
    snapshot: Snapshot,
    page: Page,
    job: Job,
    token: ApiToken,
    { quiet = false }: Anyway,
  ): Promise<void> {
    this.#refuseSecond(snapshot);
    const uri = snapshot.uri.toString();
    const { connection, target, suggestedTitle } = job;
    const choice = { endpoint: connection.endpoint, target, suggestedTitle };
    this.#sending.add(uri);
    let outcome: Outcome;
    try {
      outcome = await sendPage(this.publishing, uri, choice, contentUnder(page, target.title), token, quiet);
    } finally {
      this.#sending.delete(uri);
    }
    const host = new URL(connection.endpoint).host;
    const report = reportOn(outcome, { target, token, host, now: Date.now() });
    this.publishing.log.info(report.text);
    if (quiet && report.severity === 'information') {
      vscode.window.setStatusBarMessage(plain(report.text), 5_000);
      return;
    }
    // Not awaited: a notification may stay for hours
    void this.#offer(report, (action) =>
      act(action, this.publishing, job, outcome, (next) =>
        // The same text was sent already
        this.publish(snapshot.uri, next, { problems: true }),
      ),
    );
  }

  /** Shows a report, and does what the person picks from it. */
  async #offer(report: Report<Action>, act: (action: Action) => Promise<void>): Promise<void> {
    const action = await notify(report);
    if (action !== undefined) {
      await this.publishing.reportErrors(() => act(action));
    }
  }
}
