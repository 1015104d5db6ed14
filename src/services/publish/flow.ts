import * as l10n from '@vscode/l10n';
import { unlessExpired } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { placeOf } from '../../core/publish/recordChanges';
import { destinationOf } from '../../core/publish/destination';
import { recordToReplace } from '../../core/records/recordToReplace';
import { UserError } from '../../core/text/errors';
import { plainLine } from '../../core/text/plainLine';
import type { Target } from '../../core/wiki/target';
import {
  wikiChangeResult,
  notPublishedOnSaveResult,
  draftResult,
  problemsResult,
  isSentUnchanged,
  unchangedResult,
  type PublishResult,
  type SendResult,
} from './publishResult';
import type { Host, Person, PromptScope } from './host';
import { TouchedPages } from '../wiki/touchedPages';
import { targetToSend } from '../../core/publish/decide';
import { isToAccept } from '../../core/publish/decision';
import { decideInWiki, touchedBy } from './pageLookup';
import {
  decidedConnection,
  ensureConnection,
  readAndDecide,
  type ConnectedPage,
  type DecidedPage,
  type PublishContext,
} from './decidedPage';
import { nextRequest, policies, type ConfirmedRequest, type PublishRequest } from './request';
import { prepareSend, confirmedOf, sendPrepared, type PreparedSend } from './preparedSend';
import type { Services } from '../services';
import { answersBeyondDecision, askForPlace, followsOthersToWiki, openQuestionText } from './askForPlace';
import type { PageWithText } from './readForPublish';
import { readUnasked } from './unasked';

export interface PlacedPage extends ConnectedPage {
  readonly target: Target;
}

/** How long a publish waits for an earlier one of the same file before it is refused; a save waits without a limit. */
const patienceMs = 1_500;

type Step =
  | { readonly ended: PublishResult | undefined }
  | { readonly request: PublishRequest }
  | { readonly request: ConfirmedRequest; readonly ready: PreparedSend };

/** Publishes single documents, from the request to the report. `Runs` publishes many. */
export class Flow implements PublishContext {
  /** The latest save of each file, by URI. Of several saves that wait for the file’s lock, only this one is sent. */
  readonly #newest = new Map<string, PublishRequest>();

  constructor(
    readonly services: Services,
    readonly host: Host,
  ) {}

  publish(request: PublishRequest, person: Person): Promise<PublishResult | undefined> {
    return request.policy.ask === 'never' ? this.#sendUnasked(request, person) : this.#ask(request, person);
  }

  /** Asks no person and publishes nothing, but may look up IDs in the wiki. */
  read(uri: string, given: Pick<PublishRequest, 'text' | 'answers'> = {}): Promise<DecidedPage> {
    return readAndDecide(this, { uri, policy: policies.publishAgain, ...given });
  }

  /** Returns the connection that publishing the document would use, as far as it is decided without questions. */
  connectionOf(uri: string): Promise<Connection | undefined> {
    return decidedConnection(this, uri);
  }

  /** Asks the person only if connection or place is not known, and publishes nothing. */
  async askForPlace(uri: string, person: Person): Promise<PlacedPage | undefined> {
    const page = await ensureConnection(this, await this.read(uri), person);
    const answered = page && (await askForPlace(this, page, person, 'place'));
    return page && answered && { ...page, target: answered.target };
  }

  /** The caller holds the file’s lock. Undefined if the decision has changed meanwhile, so nothing was sent. */
  send(
    ready: PreparedSend,
    request: PublishRequest,
    person: Pick<Person, 'watch'>,
  ): Promise<SendResult | undefined> {
    return sendPrepared(this, ready, nextRequest(request, confirmedOf(ready)), person);
  }

  /**
   * Each round reads and decides the document anew, with all answers so far. A round without a question sends, or
   * ends with a report.
   */
  async #ask(request: PublishRequest, person: Person): Promise<PublishResult | undefined> {
    // For all rounds, so that the wiki is not asked twice
    const pages = new TouchedPages(this.services);
    let next = request;
    for (;;) {
      await this.#refuseSecond(request.uri);
      const step = await this.#takeStep(next, person, pages);
      if ('ended' in step) {
        return step.ended;
      }
      if ('ready' in step) {
        const { ready, request: goOn } = step;
        const ended = await this.#hold(goOn.uri, () => sendPrepared(this, ready, goOn, person));
        if (ended !== undefined) {
          return ended;
        }
      }
      next = step.request;
    }
  }

  async #takeStep(request: PublishRequest, person: Person, pages: TouchedPages): Promise<Step> {
    const { services } = this;
    const read = await this.#watchRead(request, person);
    if (read === undefined) {
      return { ended: undefined };
    }
    const stopped = draftResult(read) ?? problemsResult(read);
    if (stopped !== undefined) {
      return { ended: stopped };
    }
    const page = await ensureConnection(this, read, person);
    if (page === undefined) {
      return { ended: undefined };
    }
    if (page.read !== read.read) {
      // `ensureConnection` read the document again for the chosen wiki, where other links may be problems.
      return { request: page.request };
    }
    const { connection, decision, input } = page;
    void pages.look(touchedBy(page));
    const known = unlessExpired(await services.tokens.get(connection.endpoint), services.now());
    const token = known ?? (await person.token(connection));
    if (token === undefined) {
      return { ended: undefined };
    }

    const answered = await askForPlace(this, page, person, askOf(request), pages);
    if (answered === undefined) {
      return { ended: undefined };
    }
    const { endpoint, target, isAsked } = answered;
    const destination = destinationOf(input.document, { endpoint }, target);
    const answers = answersBeyondDecision(page, request.answers, answered.answers);
    const goOn = nextRequest({ ...request, answers }, { endpoint, ...target });
    const place = placeOf({ endpoint, target });
    const inWiki = await decideInWiki(pages, page.row.file, { ...answers, place });
    const change = inWiki?.questions.find(isToAccept);
    const agreedChange = inWiki?.answered.find((each) => each.kind === 'changedInWiki')?.change;
    const replaced = recordToReplace(input, { endpoint, ...target });
    // Read after `decideInWiki`, whose lookup may have been the first to find the address.
    const address = replaced && services.records.index.get(replaced.id)?.wiki?.address;
    if (change !== undefined && inWiki?.aboutPage !== undefined) {
      const there = change.change.kind === 'there' ? change.change.address : address;
      return {
        ended: await this.#changed({ change: change.change, page: inWiki.aboutPage }, goOn, {
          address: there,
          isLooking: request.isOnlyLooking === true,
        }),
      };
    }
    if (request.isOnlyLooking === true) {
      return { ended: undefined };
    }
    if (!isAsked && decision.effect.kind === 'unchanged' && !isSentUnchanged(page)) {
      return { ended: unchangedResult(request, { target, aboutPage: decision.aboutPage }, address) };
    }
    // Answering may have taken minutes, so the document is read and decided again.
    const isAskedAnything = isAsked || known === undefined;
    return isAskedAnything
      ? { request: goOn }
      : {
          ready: prepareSend(services, page, { connection, destination, token, agreedChange }),
          request: goOn,
        };
  }

  /** Shows progress, since reading a large document may take seconds. */
  async #watchRead(request: PublishRequest, person: Person): Promise<DecidedPage | undefined> {
    const title = l10n.t('Reading {0}', plainLine(this.host.nameOf(request.uri)));
    return person.watch(title, async (cancel) => {
      const read = await readAndDecide(this, request);
      return cancel.aborted ? undefined : read;
    });
  }

  async #changed(
    change: Parameters<typeof wikiChangeResult>[0],
    goOn: ConfirmedRequest,
    how: { readonly address: string | undefined; readonly isLooking: boolean },
  ): Promise<PublishResult> {
    const exporting = await this.host.exportState();
    return wikiChangeResult(change, goOn.confirmed, goOn, { ...how, now: this.services.now(), exporting });
  }

  /**
   * Publishes a saved file that has `publishOnSave`, or says what keeps it back. Undefined for other files, for drafts,
   * and for a save that a newer one has replaced.
   */
  async #sendUnasked(request: PublishRequest, person: Person): Promise<PublishResult | undefined> {
    const { uri } = request;
    this.#newest.set(uri, request);
    return this.#hold(uri, async () => {
      if (this.#newest.get(uri) !== request) {
        return undefined;
      }
      this.#newest.delete(uri);
      for (;;) {
        const ready = await this.#prepareUnasked(request);
        if (ready === undefined || 'report' in ready) {
          return ready;
        }
        const ended = await this.send(ready, { uri, policy: policies.publish }, person);
        if (ended !== undefined) {
          return ended;
        }
      }
    });
  }

  async #prepareUnasked(request: PublishRequest): Promise<PreparedSend | PublishResult | undefined> {
    const { services, host } = this;
    const { uri, text } = request;
    const name = host.nameOf(uri);
    const isWanted = ({ page: { frontMatter } }: PageWithText): boolean =>
      frontMatter.publishOnSave === true && frontMatter.draft === undefined;
    const { row, read, ready, obstacle, expired } = await readUnasked(
      this,
      { uri, path: name },
      { text, isWanted },
    );
    if (read.problem !== undefined) {
      // Every saved file comes here, so one that can’t be read is reported only if its text mentions `publishOnSave`.
      if (text?.includes('publishOnSave') !== true) {
        return undefined;
      }
      throw new UserError(read.problem);
    }
    const { file, decision } = row;
    if (!isWanted(read.value)) {
      return undefined;
    }
    const target = targetToSend(decision);
    if (decision?.effect.kind === 'unchanged' && target !== undefined) {
      const { aboutPage } = decision;
      return unchangedResult({ uri, policy: policies.publish }, { target, aboutPage }, undefined);
    }
    const { input } = file;
    if (ready === undefined || !decision || !input || followsOthersToWiki(decision, input)) {
      return notPublishedOnSaveResult(
        request,
        name,
        obstacle ?? openQuestionText(row, services.now()),
        expired,
      );
    }
    if (ready.destination.publishOnSave !== true) {
      // An agent may have written the entry, and saved the file.
      const why = l10n.t('Publish it yourself once: from then on, saving it publishes it.');
      return notPublishedOnSaveResult(request, name, why);
    }
    return ready;
  }

  /** Resolves when the outcome is known, but holds the file’s lock until it is recorded too. */
  #hold<T extends PublishResult | undefined>(uri: string, send: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.services.locks
      .withLock(uri, async () => {
        const ended = await send();
        resolve(ended);
        await ended?.sent?.recorded;
      })
      .catch(reject);
    return promise;
  }

  async #refuseSecond(uri: string): Promise<void> {
    const { locks, pause } = this.services;
    if (locks.isLocked(uri)) {
      await Promise.race([locks.withLock(uri, () => Promise.resolve()), pause(patienceMs)]);
    }
    if (locks.isLocked(uri)) {
      const name = plainLine(this.host.nameOf(uri));
      throw new UserError(l10n.t('{0} is already being published. Wait until that is done.', name));
    }
  }
}

/** From the second round on, only what is open is asked. */
function askOf({ policy: { ask }, from, confirmed }: PublishRequest): PromptScope {
  return from ?? (ask === 'never' || confirmed !== undefined ? 'questions' : ask);
}
