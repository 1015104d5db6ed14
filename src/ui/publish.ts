import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, type ApiToken } from '../core/apiToken';
import type { Connection } from '../core/connection';
import { UserError } from '../core/errors';
import { reportOn, type Action, type Outcome, type Report } from '../core/outcome';
import type { Page } from '../core/page';
import { contentUnder } from '../core/content';
import { decideTarget } from '../core/decide';
import type { Target } from '../core/target';
import { chooseTarget, confirmTarget } from './chooseTarget';
import { pickConnection, replaceToken, type Connecting } from './connect';
import { snapshotOf, type Snapshot } from './document';
import type { Funnel } from './funnel';
import { notify } from './notify';
import { readDocument, type Read } from './readDocument';
import { sendPage, type Sending } from './sendPage';
import { openSettings, testConnection } from './testConnection';

export interface Publishing extends Connecting, Sending {
  readonly funnel: Funnel;
}

/** A page's way to one place. */
interface Job {
  readonly connection: Connection;
  readonly target: Target;
  readonly suggestedTitle: string;
}

/** How a publish starts: by asking for all of it, at a step of the prompts, or with everything decided. */
type Start =
  | { readonly kind: 'ask' }
  | { readonly kind: 'change'; readonly from: 'space' | 'title'; readonly job: Job }
  | { readonly kind: 'send'; readonly job: Job };

/** Publishes documents, each from the button to the sentence that says what happened. */
export class Publisher {
  readonly #sending = new Set<string>();

  constructor(private readonly publishing: Publishing) {}

  async publish(resource: vscode.Uri | undefined, start: Start = { kind: 'ask' }): Promise<void> {
    const snapshot = await snapshotOf(resource);
    this.#refuseSecond(snapshot);
    const read = await this.#read(snapshot);
    const { page } = read;
    const connection = start.kind === 'ask' ? await this.#chooseConnection(snapshot) : start.job.connection;
    if (connection === undefined) {
      return;
    }
    const retry = (): Promise<void> => this.publish(snapshot.uri, start);
    const token = await this.#token(connection);
    if (token === undefined || this.#isExpired(token, connection, retry)) {
      return;
    }
    const target = await this.#chooseTarget(snapshot, read, connection, start);
    if (target === undefined) {
      return;
    }
    const job = { connection, target, suggestedTitle: page.title };
    const send = (): Promise<void> => this.publish(snapshot.uri, { kind: 'send', job });
    // Minutes may have passed in the prompts
    if (!this.#isExpired(token, connection, send)) {
      await this.#send(snapshot, page, job, token);
    }
  }

  async #read(snapshot: Snapshot): Promise<Read> {
    const names = this.publishing.settings.read().connections.map(({ name }) => name);
    const read = await readDocument(snapshot, names);
    const final = read.page.problems.find((problem) => problem.final === true);
    if (final !== undefined) {
      throw new UserError(`${final.message} ${l10n.t('Nothing was sent.')}`);
    }
    return read;
  }

  #refuseSecond({ uri, fileName }: Snapshot): void {
    if (this.#sending.has(uri.toString())) {
      throw new UserError(l10n.t('{0} is being published already. Wait until that is done.', fileName));
    }
  }

  async #chooseConnection({ uri }: Snapshot): Promise<Connection | undefined> {
    const { memory, settings, log } = this.publishing;
    const { connections, problems } = settings.read();
    for (const problem of problems) {
      log.info(problem);
    }
    if (connections.length === 0 && problems.length > 0) {
      throw new UserError(problems.join(' '));
    }
    const remembered = memory.file(uri.toString())?.endpoint;
    const known = connections.find(({ endpoint }) => endpoint === remembered);
    return known ?? pickConnection(this.publishing);
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
      this.#replaceToken(connection, goOn),
    );
    return true;
  }

  async #chooseTarget(
    { uri }: Snapshot,
    { page, settings: { defaults } }: Read,
    connection: Connection,
    start: Start,
  ): Promise<Target | undefined> {
    const { memory, settings } = this.publishing;
    const recent = {
      spaces: () => memory.spaces(connection.endpoint),
      parents: (space: string) => memory.parents(connection.endpoint, space),
    };
    switch (start.kind) {
      case 'send':
        return start.job.target;
      case 'change':
        return chooseTarget(start.job.target, recent, start.from);
      case 'ask': {
        const before = memory.file(uri.toString());
        const remembered = before?.endpoint === connection.endpoint ? before : undefined;
        const { frontMatter, title } = page;
        const { target, known } = decideTarget({ frontMatter, remembered, defaults, title });
        if (target === undefined) {
          return chooseTarget(known, recent, 'space');
        }
        const several = settings.read().connections.length > 1;
        return confirmTarget(target, recent, several ? connection.name : undefined);
      }
    }
  }

  async #send(snapshot: Snapshot, page: Page, job: Job, token: ApiToken): Promise<void> {
    this.#refuseSecond(snapshot);
    const uri = snapshot.uri.toString();
    const { connection, target, suggestedTitle } = job;
    const choice = { endpoint: connection.endpoint, target, suggestedTitle };
    this.#sending.add(uri);
    let outcome: Outcome;
    try {
      await this.publishing.memory.rememberEndpoint(connection.endpoint);
      outcome = await sendPage(this.publishing, uri, choice, contentUnder(page, target.title), token);
    } finally {
      this.#sending.delete(uri);
    }
    const host = new URL(connection.endpoint).host;
    const report = reportOn(outcome, { target, token, host, now: Date.now() });
    this.publishing.log.info(report.text);
    // Not awaited: a notification may stay for hours
    void this.#offer(report, (action) => this.#act(action, snapshot.uri, job, outcome));
  }

  async #act(action: Action, uri: vscode.Uri, job: Job, outcome: Outcome): Promise<void> {
    switch (action) {
      case 'copyResponse':
        await vscode.env.clipboard.writeText(
          outcome.kind === 'answered' ? (outcome.answer.message ?? '') : '',
        );
        return;
      case 'overwrite':
        return this.publish(uri, {
          kind: 'send',
          job: { ...job, target: { ...job.target, overwrite: true } },
        });
      case 'changeTitle':
        return this.publish(uri, { kind: 'change', from: 'title', job });
      case 'changeTarget':
        return this.publish(uri, { kind: 'change', from: 'space', job });
      case 'tryAgain':
        return this.publish(uri, { kind: 'send', job });
      case 'replaceToken':
        return this.#replaceToken(job.connection, () => this.publish(uri, { kind: 'send', job }));
      case 'testConnection':
        return testConnection(this.publishing, job.connection);
      case 'openSettings':
        return openSettings();
      case 'showLog':
        this.publishing.log.show();
    }
  }

  async #replaceToken(connection: Connection, goOn: () => Promise<void>): Promise<void> {
    if ((await replaceToken(this.publishing.tokens, connection)) !== undefined) {
      await goOn();
    }
  }

  /** Shows a report, and does what the person picks from it. */
  async #offer(report: Report, act: (action: Action) => Promise<void>): Promise<void> {
    const action = await notify(report);
    if (action !== undefined) {
      await this.publishing.funnel(() => act(action));
    }
  }
}
