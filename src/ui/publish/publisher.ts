import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, isExpired, type ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { contentUnder } from '../../core/publish/content';
import { changeText } from '../../core/publish/changeText';
import { decide, type Question } from '../../core/publish/decide';
import { stopReport, toldOf, unchangedReport } from '../../core/publish/stopReport';
import { placeOf } from '../../core/publish/pageChanges';
import type { PageRecord } from '../../core/publish/pageRecord';
import type { WikiPage } from '../../core/publish/wikiPage';
import { UserError } from '../../core/text/errors';
import type { Report } from '../../core/text/report';
import { isTaken, type Answered, type Outcome } from '../../core/wiki/outcome';
import { sentences } from '../../core/wiki/failureText';
import { reportOn, type OutcomeAction } from '../../core/wiki/outcomeReport';
import { plain, withoutControls } from '../../core/text/plain';
import type { ExportSettings } from '../../services/export/exportSettings';
import type { FileLocks } from '../../services/publish/fileLocks';
import { takenOf, type Changes } from '../../services/publish/pagesInWiki';
import { replaceToken } from '../connection/connect';
import { testConnection } from '../connection/testConnection';
import { fileNameOf, snapshotOf, type Snapshot } from '../page/document';
import type { Problems } from '../page/problems';
import { notify, type Action } from '../prompt/notify';
import { again, type PublishRequest } from './publishRequest';
import { compareWithLast } from './compare';
import { connect, readSnapshot, recordAt, type Connected } from './decideDocument';
import { canOpen, lookUp, open, type OpenInWikiDependencies } from './openInWiki';
import { sendShown, type ConnectedPage, type ShowSendDependencies } from './sendShown';
import type { ShowRequestDependencies } from './showRequest';
import { whereTo } from './whereTo';

export interface PublishDependencies
  extends ShowRequestDependencies, ShowSendDependencies, OpenInWikiDependencies {
  readonly problems: Pick<Problems, 'reveal'>;
  readonly locks: FileLocks;
  readonly exporting: { readonly settings: Pick<ExportSettings, 'page'> };
}

const patienceMs = 1_500;
/** What was seen in the wiki is believed for so long, while a person answers a question. */
const freshMs = 5_000;

type ChangedInWiki = Extract<Question, { readonly accepted: string }>;

interface Looking {
  readonly record: PageRecord | undefined;
  readonly changes: Promise<Changes>;
  readonly at: number;
}

/** A report and what each of its buttons does: the request that comes of it is published next. */
export interface Offer<A extends Action> {
  readonly report: Report<A>;
  readonly answers: Readonly<Record<A, () => Next | Promise<Next>>>;
}

type Next = PublishRequest | undefined;

/** Publishes documents, each from the button to the sentence that says what happened. */
export class Publisher {
  constructor(private readonly dependencies: PublishDependencies) {}

  /** A button comes here again, so that the document is read as it is then, and checked. */
  async publish(asked: PublishRequest): Promise<void> {
    const { dependencies } = this;
    const { locks, problems } = dependencies;
    const snapshot = await snapshotOf(asked.resource);
    const request = { ...asked, resource: snapshot.uri };
    const uri = snapshot.uri.toString();
    await this.#refuseSecond(snapshot);
    const sends = locks.count(uri);

    const read = await readSnapshot(dependencies, snapshot, request.chosen);
    const { page, settings } = read;
    const checked = { text: snapshot.text, problems: page.problems, severities: settings.severities };
    const stop = stopReport(checked, request.told);
    if (stop !== undefined) {
      const told = new Set([...(request.told ?? []), ...toldOf(checked)]);
      this.offer({
        report: stop,
        answers: {
          publishAnyway: () => ({ ...request, told }),
          reopenWithEncoding: async () => {
            await vscode.window.showTextDocument(snapshot.uri);
            await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
            return undefined;
          },
          showProblems: () => problems.reveal(snapshot.uri).then(() => undefined),
        },
      });
      return;
    }

    const connected = await connect(dependencies, snapshot, read, request.chosen);
    if (connected === undefined) {
      return;
    }
    const { connection, decision, file } = connected;
    if (connected.read !== read) {
      // Its links are others in the wiki that the person chose, and so may be its problems
      return this.publish({ ...request, chosen: { ...request.chosen, endpoint: connection.endpoint } });
    }
    const looking = this.#lookAt(connected);
    const token = await this.#token(connection);
    if (token === undefined) {
      return;
    }
    if (isExpired(token, Date.now())) {
      this.offer(this.#expired(token, connection, request));
      return;
    }

    const where = await whereTo(dependencies, connected, request);
    if (where === undefined) {
      return;
    }
    const { destination } = where;
    const decided = again(request, destination);
    const changed = await this.#changed(connected, decided, looking);
    if (changed !== undefined) {
      this.offer(this.#changedInWiki(changed, connected, decided));
      return;
    }
    const isUnchanged = !where.asked && decision.change.kind === 'unchanged';
    if (isUnchanged && request.evenUnchanged !== true) {
      this.offer({
        report: unchangedReport(destination.target),
        answers: { publishAnyway: () => ({ ...request, evenUnchanged: true }) },
      });
      return;
    }

    // Minutes may have passed in the prompts: a save may have sent a newer text, and the token may have expired
    await this.#refuseSecond(snapshot);
    if (locks.count(uri) !== sends || destination.endpoint !== connection.endpoint) {
      return this.publish(decided);
    }
    if (isExpired(token, Date.now())) {
      this.offer(this.#expired(token, connection, decided));
      return;
    }
    await locks.hold(uri, async () => {
      const content = contentUnder(page, destination.target.title);
      const ready = { file, connection, destination, content, token };
      const { offer, settled } = await this.send(ready, decided, vscode.ProgressLocation.Notification);
      this.offer(offer);
      await settled;
    });
  }

  /** Sends what is ready, while the file's lock is held. `request`: what its buttons go on with. */
  async send(
    ready: ConnectedPage,
    request: PublishRequest,
    progress: vscode.ProgressLocation,
  ): Promise<{
    readonly offer: Offer<OutcomeAction>;
    readonly outcome: Outcome;
    readonly settled: Promise<void>;
  }> {
    const { dependencies } = this;
    const { connection, destination, token } = ready;
    const { target } = destination;
    const { outcome, recorded: settled } = await sendShown(dependencies, ready, progress);
    const { resource } = request;
    if (isTaken(outcome) && resource !== undefined) {
      // An open comparison shows that nothing is left to publish
      for (const side of ['last', 'now']) {
        dependencies.virtual.update(side, resource, fileNameOf(resource), ready.content);
      }
    }
    const { host } = new URL(connection.endpoint);
    // Beside all that goes on
    const looking = isTaken(outcome) ? this.#found(ready, settled, outcome) : undefined;
    const isOpenable = isTaken(outcome) && (await canOpen(dependencies, destination).catch(() => false));
    const titleScope = dependencies.records.last.titleScope(connection.endpoint);
    const context = { target, token, host, now: Date.now(), canOpen: isOpenable, titleScope };
    const report = reportOn(outcome, context);
    dependencies.log.info(report.text);
    const answers: Offer<OutcomeAction>['answers'] = {
      overwrite: () => ({ ...request, chosen: { ...request.chosen, overwrite: true } }),
      changeTitle: () => ({ ...request, ask: 'from title' }),
      changeTarget: () => ({ ...request, ask: 'from space' }),
      tryAgain: () => request,
      replaceToken: async () => ((await this.#newToken(connection)) ? request : undefined),
      testConnection: () => testConnection(dependencies, connection).then(() => undefined),
      openInWiki: async () => {
        await open(dependencies, placeOf(destination), (await looking)?.address);
        return undefined;
      },
      copyResponse: async () => {
        const message = outcome.kind === 'answered' ? outcome.answer.message : undefined;
        await vscode.env.clipboard.writeText(withoutControls(message ?? ''));
        return undefined;
      },
      showLog: () => {
        dependencies.log.show();
        return undefined;
      },
    };
    return { offer: { report, answers }, outcome, settled };
  }

  /** Shows a report, and does what the person picks from it. Not waited for: a notification may stay for hours. */
  offer<A extends Action>({ report, answers }: Offer<A>): void {
    void this.dependencies.reportErrors(async () => {
      const action = await notify(report);
      const next = action && (await answers[action]());
      if (next !== undefined) {
        await this.publish(next);
      }
    });
  }

  async #found(
    { file, destination }: ConnectedPage,
    settled: Promise<void>,
    outcome: Answered,
  ): Promise<WikiPage | undefined> {
    try {
      await settled;
      const taken = { uri: file.uri, ...takenOf(destination, outcome) };
      const [page] = await lookUp(this.dependencies, [taken]);
      return page;
    } catch {
      return undefined;
    }
  }

  /** The wiki is looked at while the person is asked. */
  #lookAt({ decision, input }: Connected, at = Date.now()): Looking {
    const record = recordAt(decision, input);
    const changes = this.dependencies.inWiki.changes(record === undefined ? [] : [record]);
    changes.catch(() => undefined);
    return { record, changes, at };
  }

  /** What somebody did to the page that this would replace; looked at again where the person took their time. */
  async #changed(
    connected: Connected,
    { chosen }: PublishRequest,
    looking: Looking,
  ): Promise<ChangedInWiki | undefined> {
    const input = { ...connected.input, chosen };
    const decision = decide(input);
    const isSame = recordAt(decision, input)?.id === looking.record?.id;
    const looked =
      isSame && Date.now() - looking.at < freshMs ? looking : this.#lookAt({ ...connected, decision, input });
    const { questions } = decide({ ...input, changedInWiki: await looked.changes });
    return questions.find((each) => each.kind === 'changedInWiki');
  }

  #changedInWiki(
    { change, accepted }: ChangedInWiki,
    connected: Connected,
    request: PublishRequest,
  ): Offer<'compare' | 'publishAnyway' | 'cancel'> {
    const title = request.chosen?.title ?? '';
    const text = sentences(changeText(title, change, Date.now()), l10n.t('Nothing was sent.'));
    const offer: Offer<'compare' | 'publishAnyway' | 'cancel'> = {
      report: { severity: 'warning', text, actions: ['compare', 'publishAnyway', 'cancel'] },
      answers: {
        compare: async () => {
          await this.#compare(connected, title);
          // The buttons went with the press
          this.offer(offer);
          return undefined;
        },
        publishAnyway: () => ({ ...request, chosen: { ...request.chosen, accepted } }),
        cancel: () => undefined,
      },
    };
    return offer;
  }

  /** With the page as it is now, where that can be had. */
  async #compare(connected: Connected, title: string): Promise<void> {
    const { exporting } = this.dependencies;
    await (exporting.settings.page()?.value === undefined
      ? compareWithLast(this.dependencies, connected, { title })
      : vscode.commands.executeCommand('publishToWiki.compareWithWiki', connected.snapshot.uri));
  }

  /** What came of a send is written down in a moment; a send takes longer. */
  async #refuseSecond({ uri, fileName }: Snapshot): Promise<void> {
    const { locks } = this.dependencies;
    const key = uri.toString();
    if (locks.isHeld(key)) {
      await Promise.race([locks.hold(key, () => Promise.resolve()), delay(patienceMs)]);
    }
    if (locks.isHeld(key)) {
      throw new UserError(
        l10n.t('{0} is already being published. Wait until that is done.', plain(fileName)),
      );
    }
  }

  async #token(connection: Connection): Promise<ApiToken | undefined> {
    return (await this.dependencies.tokens.get(connection.endpoint)) ?? (await this.#newToken(connection));
  }

  #newToken(connection: Connection): Promise<ApiToken | undefined> {
    return replaceToken(this.dependencies.tokens, connection);
  }

  /** A token that is known to be expired is never sent. */
  #expired(token: ApiToken, connection: Connection, request: PublishRequest): Offer<'replaceToken'> {
    const text = l10n.t(
      'The API token for {0} expired on {1}. Nothing was sent.',
      connection.name,
      formatTime(token.expiresAt),
    );
    return {
      report: { severity: 'error', text, actions: ['replaceToken'] },
      answers: { replaceToken: async () => ((await this.#newToken(connection)) ? request : undefined) },
    };
  }
}
