import * as l10n from '@vscode/l10n';
import { isExpired, type ApiToken } from '../../core/connection/apiToken';
import { changeText } from '../../core/publish/changeText';
import { isTakenSince } from '../../core/publish/makers';
import { destinationOf } from '../../core/publish/destination';
import type { PageRecord } from '../../core/publish/pageRecord';
import { replacedBy } from '../../core/publish/replacing';
import { isOtherPage } from '../../core/run/row';
import { UserError } from '../../core/text/errors';
import { plain } from '../../core/text/plain';
import type { Target } from '../../core/wiki/target';
import {
  changedInWiki,
  needsAnswer,
  stoppedAsDraft,
  stoppedByProblems,
  stoppedByToken,
  endedUnchanged,
  type Ended,
  type EndedSend,
} from './ended';
import type { Host, Person } from './host';
import { changeOf, lookAt, type ChangedInWiki } from './looking';
import { withConnection, readPage, type ConnectedPage, type OnePage, type Publishing } from './onePage';
import { repeatedRequest, policies, type ConfirmedRequest, type Request } from './request';
import { readyPage, sendReady, type ReadyToSend } from './sendReady';
import type { Services } from '../services';
import { choicesIn, settle } from './settle';
import { readUnasked } from './unasked';

/** A page whose place is decided. */
export interface AddressedPage extends ConnectedPage {
  readonly target: Target;
}

/** How long a publish waits for another one of the same file, whose outcome is usually recorded in a moment. */
const patienceMs = 1_500;

/** Publishes single documents, from the request to the report. */
export class Flow implements Publishing {
  /** The newest of the waiting requests of each file, which is the only one that is sent. */
  readonly #newest = new Map<string, Request>();

  constructor(
    readonly services: Services,
    readonly host: Host,
  ) {}

  /** Resolves with undefined if the person cancelled, or there was nothing to do. */
  publish(request: Request, person: Person): Promise<Ended | undefined> {
    return request.policy.ask === 'never' ? this.#sendUnasked(request, person) : this.#ask(request, person);
  }

  /** Reads a document and decides what it can without asking. */
  read(uri: string): Promise<OnePage> {
    return readPage(this, { uri, policy: policies.publishAgain });
  }

  /** Reads a document and asks for its place if that is not known; nothing is sent. Undefined if the person cancelled. */
  async address(uri: string, person: Person): Promise<AddressedPage | undefined> {
    const page = await withConnection(this, await this.read(uri), person);
    const settled = page && (await settle(this, page, person, 'place'));
    return page && settled && { ...page, target: settled.target };
  }

  /** Sends a page while the file's lock is held. */
  send(ready: ReadyToSend, request: Request, person: Pick<Person, 'watch'>): Promise<EndedSend> {
    const goOn = repeatedRequest(request, ready.destination, this.services.now());
    return sendReady(this, ready, goOn, person);
  }

  async #ask(request: Request, person: Person): Promise<Ended | undefined> {
    const { services } = this;
    const { uri } = request;
    await this.#refuseSecond(uri);
    const sends = services.locks.count(uri);
    const startedAt = services.now();

    const read = await readPage(this, request);
    const stopped = stoppedAsDraft(read) ?? stoppedByProblems(read);
    if (stopped !== undefined) {
      return stopped;
    }
    const page = await withConnection(this, read, person);
    if (page === undefined) {
      return undefined;
    }
    if (page.read !== read.read) {
      // In the wiki that the person chose, its links and so its problems may differ.
      return this.#ask(page.request, person);
    }
    const { connection, decision, input } = page;
    const { overwrite, ...others } = request.chosen ?? {};
    const { confirmed } = request;
    const isAnother =
      confirmed !== undefined && decision.target !== undefined && isOtherPage(page, confirmed, confirmed.at);
    if (overwrite === true && isAnother) {
      // The person agreed to replace another page.
      return this.#ask({ ...request, chosen: others }, person);
    }
    const looking = lookAt(services, page);
    const known = await services.tokens.get(connection.endpoint);
    const token = known ?? (await person.token(connection));
    if (token === undefined) {
      return undefined;
    }
    if (isExpired(token, services.now())) {
      return stoppedByToken(token, connection, request);
    }

    const settled = await settle(this, page, person, askOf(request));
    if (settled === undefined) {
      return undefined;
    }
    const { endpoint, target, isAsked } = settled;
    const destination = destinationOf(input.document, { endpoint }, target);
    const decided = repeatedRequest(
      { ...request, chosen: choicesIn(page, request.chosen, settled) },
      destination,
      isAsked ? startedAt : (confirmed?.at ?? startedAt),
    );
    const change = await changeOf(services, page, { ...request.chosen, endpoint, ...target }, looking);
    const replaced = replacedBy(input, { endpoint, ...target });
    if (change !== undefined) {
      return this.#changed(change, decided, { replaced, isLooking: request.isOnlyLooking === true });
    }
    if (request.isOnlyLooking === true) {
      return undefined;
    }
    if (!isAsked && decision.change.kind === 'unchanged' && request.evenUnchanged !== true) {
      return endedUnchanged(request, target, replaced?.wiki?.address);
    }

    // The person may have taken minutes: what was decided may be another thing by now.
    await this.#refuseSecond(uri);
    const isOther = services.locks.count(uri) !== sends || endpoint !== connection.endpoint;
    const mayHaveChanged = isAsked || known === undefined;
    if (isOther || (mayHaveChanged && (await this.#hasChanged(page, decided, known)))) {
      return this.#ask(decided, person);
    }
    if (isExpired(token, services.now())) {
      return stoppedByToken(token, connection, decided);
    }
    return this.#hold(uri, () =>
      sendReady(this, readyPage(page, { connection, destination, token }), decided, person),
    );
  }

  /** Whether the document, its page’s files, its connection or its token is another one by now. */
  async #hasChanged(
    { read, connection }: ConnectedPage,
    request: ConfirmedRequest,
    token: ApiToken | undefined,
  ): Promise<boolean> {
    const { tokens } = this.services;
    const now = await readPage(this, request).catch(() => undefined);
    return (
      now?.read.text !== read.text ||
      now.decision.connection?.endpoint !== connection.endpoint ||
      isTakenSince(request.confirmed.at, now.input, request.confirmed) ||
      (token !== undefined &&
        (await tokens.get(connection.endpoint))?.secret.reveal() !== token.secret.reveal())
    );
  }

  /** Reports a change in the wiki. `next`: the request with what the person decided. */
  async #changed(
    change: ChangedInWiki,
    next: ConfirmedRequest,
    { replaced, isLooking }: { readonly replaced: PageRecord | undefined; readonly isLooking: boolean },
  ): Promise<Ended> {
    const exporting = await this.host.exporting();
    const now = this.services.now();
    const address = replaced?.wiki?.address;
    return changedInWiki(change, next.confirmed, next, { now, exporting, address, isLooking });
  }

  /** Sends what needs no question, and reports everything else without asking. */
  async #sendUnasked(request: Request, person: Person): Promise<Ended | undefined> {
    const { uri } = request;
    this.#newest.set(uri, request);
    return this.#hold(uri, async () => {
      if (this.#newest.get(uri) !== request) {
        return undefined;
      }
      const ready = await this.#prepareUnasked(request);
      return ready === undefined || 'report' in ready
        ? ready
        : this.send(ready, { uri, policy: policies.publish }, person);
    });
  }

  async #prepareUnasked(request: Request): Promise<ReadyToSend | Ended | undefined> {
    const { services, host } = this;
    const { uri, text } = request;
    const name = host.nameOf(uri);
    const { row, read, ready, obstacle, expired } = await readUnasked(this, { uri, path: name }, { text });
    if (read.problem !== undefined) {
      // A file that nobody publishes may be anything.
      if (text?.includes('publishOnSave') !== true) {
        return undefined;
      }
      throw new UserError(read.problem);
    }
    const { file, decision } = row;
    const isDraft = read.value.page.frontMatter.draft !== undefined;
    const isWanted = read.value.page.frontMatter.publishOnSave === true && !isDraft;
    if (!isWanted || decision?.change.kind === 'unchanged') {
      return undefined;
    }
    if (ready === undefined || file.input === undefined) {
      return needsAnswer(request, name, obstacle, expired);
    }
    const changed = await changeOf(services, { input: file.input }, undefined);
    return changed === undefined
      ? ready
      : needsAnswer(
          request,
          name,
          changeText(ready.destination.target.title, changed.change, services.now()),
        );
  }

  /** Resolves when the outcome is known, and holds the lock until it is recorded. */
  #hold<T extends Ended | undefined>(uri: string, send: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.services.locks
      .hold(uri, async () => {
        const ended = await send();
        resolve(ended);
        await ended?.sent?.recorded;
      })
      .catch(reject);
    return promise;
  }

  async #refuseSecond(uri: string): Promise<void> {
    const { locks, pause } = this.services;
    if (locks.isHeld(uri)) {
      await Promise.race([locks.hold(uri, () => Promise.resolve()), pause(patienceMs)]);
    }
    if (locks.isHeld(uri)) {
      const name = plain(this.host.nameOf(uri));
      throw new UserError(l10n.t('{0} is already being published. Wait until that is done.', name));
    }
  }
}

function askOf({ policy: { ask } }: Request): Exclude<typeof ask, 'never'> {
  return ask === 'never' ? 'questions' : ask;
}
