import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Exchange, Send } from '../../core/network/http';
import type { Destination } from '../../core/publish/destination';
import { placeOf } from '../../core/publish/pageChanges';
import { hasMet } from '../../core/publish/titleScope';
import { fileOutcomeOf, notSent, type FileOutcome } from '../../core/run/fileOutcome';
import { stopAtToken, stopAtStorage, type Run, type RunFile } from '../../core/run/run';
import type { Outcome } from '../../core/wiki/outcome';
import { cancelledBeforeSending } from '../network/failures';
import { hashOf } from '../publish/hashOf';
import type { PageRecords } from '../publish/pageRecords';
import { publishPage, type PublishPageDependencies } from '../publish/publishPage';
import { Pacing } from './pacing';
import { ParentPages, type ParentPagesDependencies } from './parentPages';
import { ReadAhead, type ReadAheadDependencies } from './readAhead';
import type { RunRecord } from './runRecord';
import { WriteBehind } from './writeBehind';

export interface SendFilesDependencies
  extends PublishPageDependencies, ReadAheadDependencies, ParentPagesDependencies {
  readonly token: (endpoint: string) => ApiToken | undefined;
  /** Of the pages. */
  readonly records: Pick<PageRecords, 'last' | 'sending' | 'settled'>;
  /** Of the run. */
  readonly record: Pick<RunRecord, 'sending' | 'ended'>;
  /** A send stopped at a page that was there. */
  readonly met?: ((destination: Destination, outcome: Outcome) => Promise<void>) | undefined;
  /** A file was sent. */
  readonly sent?: (file: RunFile, token: ApiToken, outcome: Outcome) => void;
  /** A file began or ended. */
  readonly changed: (index: number) => void;
  /** All was sent once: puts back in the run what has to be sent once more. */
  readonly repeat?: () => Promise<void>;
  /** What went wrong without an end to the run. */
  readonly failed: (error: unknown) => void;
}

/** Sends the files of a run, so many at a time. Never rejects; when it resolves, nothing is under way. */
export async function sendFiles(
  run: Run,
  dependencies: SendFilesDependencies,
  concurrency: number,
): Promise<void> {
  const sender = new FileSender(run, dependencies);
  const sendNext = async (): Promise<void> => {
    for (let index = await sender.next(); index !== undefined; index = await sender.next()) {
      await sender.send(index);
    }
  };
  const sendAll = async (): Promise<void> => {
    await Promise.all(Array.from({ length: concurrency }, sendNext));
    await sender.settled();
  };
  await sendAll();
  if (dependencies.repeat !== undefined && run.stopped === undefined) {
    await dependencies.repeat().catch(dependencies.failed);
    await sendAll();
  }
  run.close();
}

interface Sent {
  readonly fileOutcome: FileOutcome;
  readonly outcome?: Outcome;
  /** It is on record. */
  readonly settled?: Promise<void>;
}

interface Sending {
  readonly index: number;
  readonly file: RunFile;
  readonly token: ApiToken;
  readonly content: string;
}

class FileSender {
  readonly #pacing: Pacing;
  readonly #ahead: ReadAhead;
  readonly #behind = new WriteBehind();
  readonly #parents: ParentPages;

  constructor(
    private readonly run: Run,
    private readonly dependencies: SendFilesDependencies,
  ) {
    this.#pacing = new Pacing(run, dependencies);
    this.#ahead = new ReadAhead(run, dependencies);
    this.#parents = new ParentPages(run, dependencies);
  }

  /** Resolves when all is on disk. */
  settled(): Promise<void> {
    return this.#behind.settled();
  }

  next(): Promise<number | undefined> {
    return this.#parents.next();
  }

  async send(index: number): Promise<void> {
    const { run, dependencies } = this;
    const file = run.files[index];
    if (file === undefined) {
      return;
    }
    dependencies.changed(index);
    const { fileOutcome, outcome, settled } = await dependencies.locks.hold(file.file.uri, () =>
      this.#sendHeld(index, file).catch((error: unknown) => this.#failed(file, error)),
    );
    run.ended(index, fileOutcome, outcome);
    this.#parents.ended(index, settled);
    dependencies.changed(index);
    await this.#behind.add(dependencies.record.ended(index, fileOutcome), (error) => this.#stopAt(error));
  }

  async #sendHeld(index: number, file: RunFile): Promise<Sent> {
    const { dependencies, run } = this;
    const { endpoint, target } = file.destination;
    const token = dependencies.token(endpoint);
    if (token === undefined || this.#stopWhenExpired(token, endpoint)) {
      const text = run.stopped?.text ?? l10n.t('There is no API token.');
      return { fileOutcome: notSent(text, file.mayHaveArrived) };
    }
    const content = await this.#ahead.content(index, file);
    if (content.problem !== undefined) {
      return { fileOutcome: { ...notSent(content.problem, file.mayHaveArrived), kind: 'failed' } };
    }
    const sending = { index, file, token, content: content.value };
    const record = dependencies.records.last.at(placeOf(file.destination));
    const told = { sent: false };
    const outcome = await publishPage(
      { ...dependencies, send: this.#whenAllowed(sending, told) },
      {
        endpoint,
        token,
        target,
        content: content.value,
        mayHaveArrived: file.mayHaveArrived,
        pageExists: record?.published !== undefined,
      },
      (progress) => {
        if (progress.kind === 'pausing' && progress.status === 429) {
          this.#pacing.hold(progress.pauseMs);
        }
      },
      run.stopping,
    );
    if (!told.sent) {
      return { fileOutcome: notSent(run.stopped?.text ?? '', file.mayHaveArrived) };
    }
    const settled = dependencies.records.settled(file.file, file.destination, content.value, outcome);
    await this.#behind.add(settled, dependencies.failed);
    if (hasMet(outcome)) {
      await settled.catch(() => undefined);
      await dependencies.met?.(file.destination, outcome);
    }
    dependencies.sent?.(file, token, outcome);
    const titleScope = dependencies.records.last.titleScope(endpoint);
    const context = { target, token, host: new URL(endpoint).host, now: dependencies.now(), titleScope };
    return { fileOutcome: fileOutcomeOf(outcome, context), outcome, settled };
  }

  /** Waits for its turn, writes down that it sends, and then lets nothing end the exchange. */
  #whenAllowed({ index, file, token, content }: Sending, told: { sent: boolean }): Send {
    return async (request, options): Promise<Exchange> => {
      const { dependencies, run } = this;
      await this.#pacing.turn();
      if (run.stopping.aborted || this.#stopWhenExpired(token, file.destination.endpoint)) {
        return cancelledBeforeSending;
      }
      if (!told.sent) {
        try {
          await Promise.all([
            dependencies.record.sending(index),
            dependencies.records.sending(file.file, file.destination, hashOf(content)),
          ]);
        } catch (error) {
          this.#stopAt(error);
          return cancelledBeforeSending;
        }
        told.sent = true;
      }
      this.#ahead.next();
      const exchange = await dependencies.send(request, { deadlineMs: options.deadlineMs });
      this.#pacing.answered(exchange);
      return exchange;
    };
  }

  /** A token that is known to be expired is never sent: it ends the run. */
  #stopWhenExpired(token: ApiToken, endpoint: string): boolean {
    const stop = stopAtToken(token, endpoint, this.dependencies.now());
    if (stop !== undefined) {
      this.run.stop(stop);
    }
    return stop !== undefined;
  }

  #stopAt(error: unknown): void {
    this.dependencies.failed(error);
    this.run.stop(stopAtStorage(error));
  }

  /** What should not happen to one file does not end the others. */
  #failed({ mayHaveArrived }: RunFile, error: unknown): Sent {
    this.dependencies.failed(error);
    const text = l10n.t('Something unexpected went wrong. The log has the details.');
    return { fileOutcome: { ...notSent(text, mayHaveArrived), kind: 'failed' } };
  }
}
