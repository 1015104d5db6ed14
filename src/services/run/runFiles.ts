import * as l10n from '@vscode/l10n';
import { formatTime, type ApiToken } from '../../core/connection/apiToken';
import { fileOutcomeOf, notSent, type FileOutcome } from '../../core/run/fileOutcome';
import type { Exchange, Send } from '../../core/network/http';
import { Pace } from '../../core/run/pace';
import type { Parsed } from '../../core/text/parsed';
import type { Remembered } from '../../core/publish/remembered';
import { afterSending, beforeSending, mayHaveArrived } from '../../core/publish/remembered';
import type { Outcome } from '../../core/wiki/outcome';
import type { Run, RunFile } from '../../core/run/run';
import { cancelledBeforeSending } from '../network/failures';
import { publishPage, type PublishPageDependencies } from '../publish/publishPage';

export interface RunFilesDependencies extends PublishPageDependencies {
  readonly token: (endpoint: string) => ApiToken | undefined;
  /** What is to be sent of the file, as it stands now. */
  readonly content: (file: RunFile) => Promise<Parsed<string>>;
  readonly remembered: (uri: string) => Remembered | undefined;
  /** Remembers what came of a send; `published` is the content that the wiki has now. Never rejects. */
  readonly remember: (file: RunFile, after: Remembered, published: string | undefined) => Promise<void>;
  readonly record: {
    sending(index: number): Promise<void>;
    ended(index: number, ending: FileOutcome): Promise<void>;
  };
  /** A file began or ended. */
  readonly changed: (index: number) => void;
}

/** Sends the files of a run, a few at a time. Never rejects; when it resolves, nothing is under way. */
export async function runFiles(run: Run, running: RunFilesDependencies, concurrency: number): Promise<void> {
  const sender = new Sender(run, running);
  const work = async (): Promise<void> => {
    for (let index = run.take(); index !== undefined; index = run.take()) {
      await sender.sendFile(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await sender.written();
  run.close();
}

const mostWriting = 32;
/** What was read ahead longer ago is read again. */
const freshMs = 2_000;

class Sender {
  readonly #pace = new Pace();
  readonly #writing = new Set<Promise<void>>();
  readonly #ahead = new Map<number, { readonly content: Promise<Parsed<string>>; readonly readAt: number }>();
  #readTo = -1;

  constructor(
    private readonly run: Run,
    private readonly running: RunFilesDependencies,
  ) {}

  async sendFile(index: number): Promise<void> {
    const file = this.run.files[index];
    if (file === undefined) {
      return;
    }
    this.running.changed(index);
    const { ending, outcome } = await this.#publish(index, file);
    this.run.ended(index, ending, outcome);
    this.running.changed(index);
    const recording = this.running.record.ended(index, ending);
    await this.#behind(recording.catch((error: unknown) => this.#stopWithoutRecord(error)));
  }

  async #publish(index: number, file: RunFile): Promise<{ ending: FileOutcome; outcome?: Outcome }> {
    const { running, run } = this;
    const { endpoint, target } = file.choice;
    const token = running.token(endpoint);
    if (token === undefined || this.#isExpired(token, endpoint)) {
      return { ending: notSent(run.stopped?.text ?? l10n.t('There is no API token.'), file.mayHaveArrived) };
    }
    const content = await this.#content(index, file);
    if (content.problem !== undefined) {
      return { ending: { ...notSent(content.problem, file.mayHaveArrived), kind: 'failed' } };
    }
    const before = running.remembered(file.uri);
    const arrived = file.mayHaveArrived || mayHaveArrived(file.choice, before);
    const told = { sent: false };
    const send = this.#gated(index, token, endpoint, () => (told.sent = true));
    const outcome = await publishPage(
      { ...running, send },
      { endpoint, token, target, content: content.value, mayHaveArrived: arrived },
      (progress) => {
        if (progress.kind === 'pausing' && progress.status === 429) {
          this.#pace.slow(running.now(), progress.pauseMs);
          run.pause(this.#pace.heldUntil);
        }
      },
      run.stopping,
    );
    if (!told.sent) {
      return { ending: notSent(run.stopped?.text ?? '', arrived) };
    }
    const after = afterSending(beforeSending(file.choice, before), outcome);
    const published = outcome.kind === 'answered' && outcome.answer.meaning === 'published';
    await this.#behind(running.remember(file, after, published ? content.value : undefined));
    const context = { target, token, host: new URL(endpoint).host, now: running.now() };
    return { ending: fileOutcomeOf(outcome, context), outcome };
  }

  /** While a page is under way, the next one is read. */
  #readAhead(index: number): void {
    const next = this.run.waitingAfter(Math.max(index, this.#readTo));
    const file = next === undefined ? undefined : this.run.files[next];
    if (next !== undefined && file !== undefined) {
      this.#readTo = next;
      const content = this.running.content(file);
      content.catch(() => undefined);
      this.#ahead.set(next, { content, readAt: this.running.now() });
    }
  }

  #content(index: number, file: RunFile): Promise<Parsed<string>> {
    const ahead = this.#ahead.get(index);
    // Files are taken in order: those before were taken too, or passed over
    for (const key of [...this.#ahead.keys()].filter((key) => key <= index)) {
      this.#ahead.delete(key);
    }
    const isFresh = ahead !== undefined && this.running.now() - ahead.readAt < freshMs;
    return isFresh ? ahead.content : this.running.content(file);
  }

  /** Disks are not waited for, unless they fall far behind. */
  async #behind(writing: Promise<void>): Promise<void> {
    this.#writing.add(writing);
    void writing.then(() => this.#writing.delete(writing));
    if (this.#writing.size > mostWriting) {
      await Promise.race(this.#writing);
    }
  }

  /** Resolves when all is on disk. */
  async written(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** Waits for its turn, writes down that it sends, and then lets nothing end the exchange. */
  #gated(index: number, token: ApiToken, endpoint: string, sending: () => void): Send {
    return async (request, options): Promise<Exchange> => {
      const { running, run } = this;
      await this.#turn();
      if (run.stopping.aborted || this.#isExpired(token, endpoint)) {
        return cancelledBeforeSending;
      }
      try {
        await running.record.sending(index);
      } catch (error) {
        this.#stopWithoutRecord(error);
        return cancelledBeforeSending;
      }
      sending();
      this.#readAhead(index);
      const exchange = await running.send(request, { deadlineMs: options.deadlineMs });
      if (exchange.kind === 'answered' && exchange.response.status !== 429) {
        this.#pace.ease();
      }
      return exchange;
    };
  }

  /** Another answer of 429 may put it off while it waits. */
  async #turn(): Promise<void> {
    const { running, run } = this;
    do {
      const waitMs = this.#pace.take(running.now()) - running.now();
      if (waitMs > 0) {
        await running.pause(waitMs, run.stopping);
      }
    } while (running.now() < this.#pace.heldUntil && !run.stopping.aborted);
  }

  #isExpired({ expiresAt }: ApiToken, endpoint: string): boolean {
    if (expiresAt > this.running.now()) {
      return false;
    }
    const text = l10n.t('The API token expired on {0}.', formatTime(expiresAt));
    this.run.stop({ kind: 'token', text, endpoint });
    return true;
  }

  #stopWithoutRecord(error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    const text = l10n.t('A record of what was sent can’t be saved on this computer ({0}).', code ?? '?');
    this.run.stop({ kind: 'storage', text });
  }
}
