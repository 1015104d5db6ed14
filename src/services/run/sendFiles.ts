import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Exchange, Send } from '../../core/network/http';
import type { Remembered } from '../../core/publish/remembered';
import { afterSending, beforeSending, mayHaveArrived } from '../../core/publish/remembered';
import { fileOutcomeOf, notSent, type FileOutcome } from '../../core/run/fileOutcome';
import { stopAtToken, stopAtStorage, type Run, type RunFile } from '../../core/run/run';
import type { Outcome } from '../../core/wiki/outcome';
import { cancelledBeforeSending } from '../network/failures';
import { publishPage, type PublishPageDependencies } from '../publish/publishPage';
import { Pacing } from './pacing';
import { ReadAhead, type ReadAheadDependencies } from './readAhead';
import type { RunRecord } from './runRecord';
import { WriteBehind } from './writeBehind';

export interface SendFilesDependencies extends PublishPageDependencies, ReadAheadDependencies {
  readonly token: (endpoint: string) => ApiToken | undefined;
  readonly remembered: (uri: string) => Remembered | undefined;
  /** Remembers what came of a send; `published` is the content that the wiki has now. */
  readonly remember: (file: RunFile, after: Remembered, published: string | undefined) => Promise<void>;
  readonly record: Pick<RunRecord, 'sending' | 'ended'>;
  /** A file began or ended. */
  readonly changed: (index: number) => void;
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
    for (let index = run.take(); index !== undefined; index = run.take()) {
      await sender.send(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  await sender.settled();
  run.close();
}

interface Sent {
  readonly fileOutcome: FileOutcome;
  readonly outcome?: Outcome;
}

class FileSender {
  readonly #pacing: Pacing;
  readonly #ahead: ReadAhead;
  readonly #behind = new WriteBehind();

  constructor(
    private readonly run: Run,
    private readonly dependencies: SendFilesDependencies,
  ) {
    this.#pacing = new Pacing(run, dependencies);
    this.#ahead = new ReadAhead(run, dependencies);
  }

  /** Resolves when all is on disk. */
  settled(): Promise<void> {
    return this.#behind.settled();
  }

  async send(index: number): Promise<void> {
    const { run, dependencies } = this;
    const file = run.files[index];
    if (file === undefined) {
      return;
    }
    dependencies.changed(index);
    const { fileOutcome, outcome } = await dependencies.locks.hold(file.uri, () =>
      this.#sendHeld(index, file),
    );
    run.ended(index, fileOutcome, outcome);
    dependencies.changed(index);
    await this.#behind.add(dependencies.record.ended(index, fileOutcome), (error) => this.#stopAt(error));
  }

  async #sendHeld(index: number, file: RunFile): Promise<Sent> {
    const { dependencies, run } = this;
    const { endpoint, target } = file.choice;
    const token = dependencies.token(endpoint);
    if (token === undefined || this.#stopWhenExpired(token, endpoint)) {
      const text = run.stopped?.text ?? l10n.t('There is no API token.');
      return { fileOutcome: notSent(text, file.mayHaveArrived) };
    }
    const content = await this.#ahead.content(index, file);
    if (content.problem !== undefined) {
      return { fileOutcome: { ...notSent(content.problem, file.mayHaveArrived), kind: 'failed' } };
    }
    const before = dependencies.remembered(file.uri);
    const arrived = file.mayHaveArrived || mayHaveArrived(file.choice, before);
    const told = { sent: false };
    const send = this.#whenAllowed(index, token, endpoint, () => (told.sent = true));
    const outcome = await publishPage(
      { ...dependencies, send },
      { endpoint, token, target, content: content.value, mayHaveArrived: arrived },
      (progress) => {
        if (progress.kind === 'pausing' && progress.status === 429) {
          this.#pacing.hold(progress.pauseMs);
        }
      },
      run.stopping,
    );
    if (!told.sent) {
      return { fileOutcome: notSent(run.stopped?.text ?? '', arrived) };
    }
    const after = afterSending(beforeSending(file.choice, before), outcome);
    const published = outcome.kind === 'answered' && outcome.answer.meaning === 'published';
    const remembering = dependencies.remember(file, after, published ? content.value : undefined);
    await this.#behind.add(remembering, dependencies.failed);
    const context = { target, token, host: new URL(endpoint).host, now: dependencies.now() };
    return { fileOutcome: fileOutcomeOf(outcome, context), outcome };
  }

  /** Waits for its turn, writes down that it sends, and then lets nothing end the exchange. */
  #whenAllowed(index: number, token: ApiToken, endpoint: string, sending: () => void): Send {
    return async (request, options): Promise<Exchange> => {
      const { dependencies, run } = this;
      await this.#pacing.turn();
      if (run.stopping.aborted || this.#stopWhenExpired(token, endpoint)) {
        return cancelledBeforeSending;
      }
      try {
        await dependencies.record.sending(index);
      } catch (error) {
        this.#stopAt(error);
        return cancelledBeforeSending;
      }
      sending();
      this.#ahead.next(index);
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
}
