import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import { fileOutcomeOf, notSent, type FileOutcome } from '../../core/run/fileOutcome';
import { stopAtToken, stopAtStorage, type Run, type RunFile } from '../../core/run/run';
import type { Outcome } from '../../core/wiki/outcome';
import { sendPage, type SendPageDependencies } from '../publish/sendPage';
import { Pacing } from './pacing';
import { ParentPages, type ParentPagesDependencies } from './parentPages';
import { ReadAhead, type ReadAheadDependencies } from './readAhead';
import type { RunRecord } from './runRecord';
import { WriteBehind } from './writeBehind';

export interface SendFilesDependencies
  extends SendPageDependencies, ReadAheadDependencies, ParentPagesDependencies {
  readonly token: (endpoint: string) => ApiToken | undefined;
  readonly record: Pick<RunRecord, 'sending' | 'ended'>;
  readonly sent?: (file: RunFile, outcome: Outcome, content: string) => void;
  /** Is called when a file begins or ends. */
  readonly changed: (index: number) => void;
  /** Is called when every file was sent, to send some again. */
  readonly repeat?: () => Promise<void>;
}

/** Sends the files of a run, several at a time. Never rejects, and resolves when nothing is under way. */
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
  /** Resolves when the outcome is recorded. */
  readonly settled?: Promise<void>;
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

  /** Resolves when everything is on the disk. */
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
    const { outcome, isSent, recorded } = await sendPage(
      dependencies,
      {
        file: file.file,
        destination: file.destination,
        content: content.value,
        token,
        mayHaveArrived: file.mayHaveArrived,
      },
      {
        signal: run.stopping,
        cancel: 'drain',
        progress: (progress) => {
          if (progress.kind === 'pausing' && progress.status === 429) {
            this.#pacing.hold(progress.pauseMs);
          }
        },
        turn: async () => {
          await this.#pacing.turn();
          return !run.stopping.aborted && !this.#stopWhenExpired(token, endpoint);
        },
        begin: () => this.#begin(index),
        answered: (exchange) => this.#pacing.answered(exchange),
      },
    );
    if (!isSent) {
      return { fileOutcome: notSent(run.stopped?.text ?? '', file.mayHaveArrived) };
    }
    await this.#behind.add(recorded, dependencies.failed);
    dependencies.sent?.(file, outcome, content.value);
    const titleScope = dependencies.records.last.titleScope(endpoint);
    const context = { target, token, host: new URL(endpoint).host, now: dependencies.now(), titleScope };
    return { fileOutcome: fileOutcomeOf(outcome, context), outcome, settled: recorded };
  }

  /** Reads the next file while this one is sent. If the send can't be recorded, the run ends. */
  async #begin(index: number): Promise<boolean> {
    try {
      await this.dependencies.record.sending(index);
    } catch (error) {
      this.#stopAt(error);
      return false;
    }
    this.#ahead.next();
    return true;
  }

  /** An expired token is never sent, and ends the run. */
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

  /** An unexpected error with one file does not stop the others. */
  #failed({ mayHaveArrived }: RunFile, error: unknown): Sent {
    this.dependencies.failed(error);
    const text = l10n.t('Something unexpected went wrong. The log has the details.');
    return { fileOutcome: { ...notSent(text, mayHaveArrived), kind: 'failed' } };
  }
}
