import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import { afterSend } from '../../core/publish/answers';
import { placeOf } from '../../core/publish/recordChanges';
import type { Place } from '../../core/records/pageRecord';
import { parentNotFoundReason } from '../../core/publish/tree';
import { fileOutcomeOf, notSentOutcome, type FileOutcome } from '../../core/plan/fileOutcome';
import type { Plan } from '../../core/plan/plan';
import { filesLinking, planAgain } from '../../core/plan/planAgain';
import type { Run } from '../../core/plan/run';
import { isPlacedFile, type PlacedRunFile, type RunFile } from '../../core/plan/runFile';
import { storageStop, type RunStop } from '../../core/plan/runStop';
import type { Parsed } from '../../core/text/parsed';
import { isAccepted } from '../../core/wiki/outcome';
import type { PlatformTokenStatus } from '../../core/wiki/platformToken';
import { isNumericId } from '../../core/wiki/target';
import { stateMeaning } from '../../core/view/pageTexts';
import { outcomeContext } from '../wiki/outcomeContext';
import type { PlaceNames } from '../wiki/placeNames';
import type { FileLocks } from '../wiki/fileLocks';
import { acceptedSendOf, type PagesInWiki, type AcceptedSend } from '../wiki/pagesInWiki';
import { guarded, sendPage, type PageEvent, type SendPageDependencies } from '../wiki/sendPage';
import type { ContentToSend } from '../publish/readForPublish';

export interface SendFilesDependencies extends SendPageDependencies {
  readonly token: (endpoint: string) => ApiToken | undefined;
  readonly content: (file: RunFile) => Promise<Parsed<ContentToSend>>;
  readonly locks: FileLocks;
  /** Whether the last change of a page’s record is on disk. The run stops if a send is not recorded there. */
  readonly isPersistent?: (place: Place) => boolean;
  readonly unrecordedStop?: RunStop;
  readonly inWiki: Pick<PagesInWiki, 'lookUpPublished' | 'pageId'>;
  readonly names?: Pick<PlaceNames, 'of'>;
  readonly tryPlatformToken: (endpoint: string) => Promise<PlatformTokenStatus | undefined>;
  readonly endpointsWithLookups: () => Promise<ReadonlySet<string>>;
  /** Plans the second send of files that were sent already. Undefined if the run was stopped. */
  readonly planSecondSend: (files: readonly RunFile[]) => Promise<Plan | undefined>;
  readonly happened: (event: PageEvent) => void;
  /** Called when the send of a file begins or ends, with the file’s index in the run. */
  readonly changed: (index: number) => void;
}

/**
 * Sends all files, then once more those with links to other pages of the run, whose addresses are known only
 * then. Never rejects. `lookedUp` resolves when the published pages were looked up.
 */
export async function sendFiles(
  run: Run,
  dependencies: SendFilesDependencies,
  concurrency: number,
): Promise<{ readonly lookedUp: Promise<void> }> {
  const sender = new FileSender(run, dependencies, concurrency);
  await sender.sendAll();
  if (run.stopReason === undefined) {
    await sender.queueChanged().catch(dependencies.failed);
    await sender.sendAll();
  } else {
    await sender.leaveLinksOpen(run.stopReason.text).catch(dependencies.failed);
  }
  run.close();
  return { lookedUp: sender.lookUp() };
}

/** A text that was read before its file's turn. */
interface Ahead {
  readonly content: Promise<Parsed<ContentToSend>>;
  readonly readAt: number;
  /**
   * `FileLocks.startedPublishes` at reading. At the file’s turn, it is one more: a higher count means
   * that the file was published meanwhile.
   */
  readonly startedPublishes: number;
}

/** How long a text that was read ahead is used; later, the file is read again, since it may have been edited. */
const freshMs = 2_000;
/** While more outcomes than this are still to be recorded, the next send waits for the disk. */
const mostWriting = 32;
/** The pauses before each lookup of a parent page, since a wiki may not find a new page at once. */
const waitsMs = [0, 300, 1_000];

/** Reads, looks up, sends and records; `Run` decides which state each event gives a file. */
class FileSender {
  readonly #ahead = new Map<number, Ahead>();
  readonly #writing = new Set<Promise<void>>();
  /** The pages that the wiki confirmed and that are still to be looked up, by the URI of their file. */
  #accepted = new Map<string, AcceptedSend>();
  #lookups = 0;
  #changed = Promise.withResolvers<undefined>();

  constructor(
    private readonly run: Run,
    private readonly dependencies: SendFilesDependencies,
    private readonly concurrency: number,
  ) {
    run.stopping.addEventListener('abort', () => this.#tell());
  }

  /** Resolves when nothing is left to send, or the run has stopped, and all outcomes are recorded. */
  async sendAll(): Promise<void> {
    const { run } = this;
    const left = run.files.filter((_file, index) => run.state(index) === 'waiting');
    const own = new Set(left.map(({ file }) => file.uri));
    for (const uri of [...run.awaitedParents.keys()].filter((each) => !own.has(each))) {
      void this.#findParent(uri);
    }
    const sendNext = async (): Promise<void> => {
      for (let index = await this.#next(); index !== undefined; index = await this.#next()) {
        await this.#send(index);
      }
    };
    await Promise.all(Array.from({ length: this.concurrency }, sendNext));
    await Promise.all(this.#writing);
  }

  /**
   * Returns the index of the next file to send. Waits while all that are left await a page that is being sent
   * or looked up.
   */
  async #next(): Promise<number | undefined> {
    const { run } = this;
    for (;;) {
      const index = run.startNext();
      const isOver = run.stopReason !== undefined || run.counts.waiting === 0;
      if (index !== undefined || isOver || (this.#lookups === 0 && run.counts.sending === 0)) {
        return index;
      }
      await this.#changed.promise;
    }
  }

  async #send(index: number): Promise<void> {
    const { run, dependencies } = this;
    const file = run.files[index];
    if (file === undefined || !isPlacedFile(file)) {
      return;
    }
    dependencies.changed(index);
    const { fileOutcome, recorded } = await dependencies.locks.withLock(file.file.uri, () =>
      this.#sendLocked(index, file).catch((error: unknown) => this.#endUnexpected(index, error)),
    );
    if (run.awaitedParents.has(file.file.uri) && fileOutcome.kind === 'published') {
      void this.#findParent(file.file.uri, recorded);
    }
    this.#tell();
    dependencies.changed(index);
  }

  async #sendLocked(index: number, file: PlacedRunFile): Promise<Ending> {
    const { dependencies, run } = this;
    const { endpoint } = file.destination;
    const token = dependencies.token(endpoint);
    const maySend = (): boolean => token !== undefined && run.maySend(token, endpoint, dependencies.now());
    if (token === undefined || !maySend()) {
      return { fileOutcome: run.endUnsent(index) };
    }
    const { value, problem } = await this.#contentOf(index, file);
    if (problem !== undefined) {
      return { fileOutcome: this.#fail(index, problem) };
    }
    const { content, isStillDecided, warnings } = value;
    const { outcome, isSent, isStale, recorded } = await sendPage(
      dependencies,
      { ...file, content, isStillDecided, token },
      {
        signal: run.stopping,
        cancel: 'drain',
        progress: (progress) => {
          if (progress.kind === 'pausing' && progress.status === 429) {
            run.pace.slow(dependencies.now(), progress.pauseMs);
          }
        },
        turn: async () => {
          await this.#turn();
          return maySend();
        },
        begin: () => this.#begin(file),
        answered: (exchange) => {
          if (exchange.kind === 'answered' && exchange.response.status !== 429) {
            run.pace.ease();
          }
        },
      },
    );
    if (!isSent) {
      const other = l10n.t('Its title, place or page is another one than was shown. Publish it again.');
      return { fileOutcome: isStale ? this.#fail(index, other) : run.endUnsent(index) };
    }
    const context = outcomeContext(dependencies, { ...file, token }, warnings);
    const fileOutcome = run.ended(index, fileOutcomeOf(outcome, context), outcome);
    if (isAccepted(outcome)) {
      this.#accepted.set(file.file.uri, acceptedSendOf(file.destination, outcome));
      const event = { kind: 'published', uri: file.file.uri, content } as const;
      guarded(dependencies.happened, dependencies.failed)(event);
    }
    await this.#write(recorded);
    return { fileOutcome, recorded };
  }

  /** Waits as long as the run’s `pace` says. An answer of 429 to another file may prolong this meanwhile. */
  async #turn(): Promise<void> {
    const { now, pause } = this.dependencies;
    const { pace, stopping } = this.run;
    do {
      const waitMs = pace.reserve(now()) - now();
      if (waitMs > 0) {
        await pause(waitMs, stopping);
      }
    } while (now() < pace.pausedUntil && !stopping.aborted);
  }

  /**
   * Stops the run and returns false if the send was not recorded on disk: after a
   * restart, nobody would know of the page.
   */
  #begin({ destination }: PlacedRunFile): boolean {
    if (this.dependencies.isPersistent?.(placeOf(destination)) === false) {
      this.run.stop(this.dependencies.unrecordedStop ?? storageStop());
      return false;
    }
    // Reads the next file once the request is under way, so that reading does not delay it.
    setImmediate(() => this.#readAhead());
    return true;
  }

  #readAhead(): void {
    const { locks, now, content: read } = this.dependencies;
    const next = this.run.next((index) => this.#ahead.has(index));
    const file = next === undefined ? undefined : this.run.files[next];
    if (next !== undefined && file !== undefined) {
      const content = read(file);
      content.catch(() => undefined);
      this.#ahead.set(next, {
        content,
        readAt: now(),
        startedPublishes: locks.startedPublishes(file.file.uri),
      });
    }
  }

  #contentOf(index: number, file: RunFile): Promise<Parsed<ContentToSend>> {
    const { locks, now, content: read } = this.dependencies;
    const ahead = this.#ahead.get(index);
    for (const key of [...this.#ahead.keys()].filter((key) => this.run.state(key) !== 'waiting')) {
      this.#ahead.delete(key);
    }
    const isFresh =
      ahead !== undefined &&
      now() - ahead.readAt < freshMs &&
      locks.startedPublishes(file.file.uri) === ahead.startedPublishes + 1;
    return isFresh ? ahead.content : read(file);
  }

  /**
   * Looks up a page that other files’ pages go under, several times, since a wiki may find a new page late.
   * `recorded`: resolves when the outcome of its send is recorded, which the lookup needs.
   */
  async #findParent(uri: string, recorded?: Promise<void>): Promise<void> {
    const { run, dependencies } = this;
    this.#lookups++;
    await recorded;
    let page: string | undefined;
    for (const waitMs of waitsMs) {
      await (waitMs === 0 ? undefined : dependencies.pause(waitMs, run.stopping));
      page = run.stopReason === undefined ? await this.#pageId(uri).catch(() => undefined) : undefined;
      if (page !== undefined || run.stopReason !== undefined) {
        break;
      }
    }
    if (page !== undefined) {
      run.parentFound(uri, page);
    } else if (run.stopReason === undefined) {
      const below = run.files.find(({ awaitedParent }) => awaitedParent?.uri === uri);
      // What the wiki said of the token before may be out of date: with a revoked one, it may answer an empty list.
      const tokenStatus =
        below &&
        (await dependencies.tryPlatformToken(below.destination.endpoint).catch(() => 'untried' as const));
      run.parentMissing(uri, parentNotFoundReason(tokenStatus));
    }
    this.#lookups--;
    this.#tell();
  }

  async #pageId(uri: string): Promise<string | undefined> {
    const { inWiki } = this.dependencies;
    const accepted = this.#accepted.get(uri);
    const [page] = accepted === undefined ? [] : await inWiki.lookUpPublished([accepted]);
    const id = page?.id ?? (await inWiki.pageId(uri));
    return id !== undefined && isNumericId(id) ? id : undefined;
  }

  async lookUp(): Promise<void> {
    const accepted = this.#accepted;
    this.#accepted = new Map();
    const pages = await this.dependencies.inWiki.lookUpPublished([...accepted.values()]);
    const uris = [...accepted.keys()].filter((_uri, index) => pages[index]?.address !== undefined);
    if (uris.length > 0) {
      this.dependencies.happened({ kind: 'found', uris });
    }
  }

  /** Queues published files once more if they link to other pages of this run: only now are those addresses known. */
  async queueChanged(): Promise<void> {
    const { run, dependencies } = this;
    const linking = filesLinking(run, await dependencies.endpointsWithLookups());
    if (linking.size === 0) {
      return;
    }
    await this.lookUp();
    const files = [...linking.values()];
    const read = await dependencies.planSecondSend(files);
    const unasked = files.map(({ file, answers }) => ({ file, answers: afterSend(answers) }));
    const plan = read && planAgain(read.files, unasked);
    const changed = new Map(plan?.runFiles(plan.initiallyChecked).map((file) => [file.file.uri, file]));
    const rows = new Map(plan?.rows.map((row) => [row.file.uri, row]));
    for (const [index, { file, destination }] of linking) {
      const next = changed.get(file.uri);
      const { status } = rows.get(file.uri) ?? {};
      if (next !== undefined) {
        run.queueAgain(index, next);
      } else if (status?.kind !== 'unchanged') {
        const why = status && stateMeaning(status, destination.target.title, dependencies.now());
        run.ended(index, notSentOutcome(why ?? run.stopReason?.text ?? ''));
      }
    }
  }

  /** Marks published pages that still link to files, since the run was stopped before their second send. */
  async leaveLinksOpen(why: string): Promise<void> {
    const withLookups = await this.dependencies.endpointsWithLookups();
    for (const index of filesLinking(this.run, withLookups, ({ hasAddress }) => !hasAddress).keys()) {
      this.run.ended(index, notSentOutcome(why));
    }
  }

  async #write(recorded: Promise<void>): Promise<void> {
    const writing = recorded.catch(this.dependencies.failed).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    if (this.#writing.size > mostWriting) {
      await Promise.race(this.#writing);
    }
  }

  #endUnexpected(index: number, error: unknown): Ending {
    this.dependencies.failed(error);
    const text = l10n.t('Something unexpected went wrong. The log has the details.');
    return { fileOutcome: this.#fail(index, text) };
  }

  #fail(index: number, problem: string): FileOutcome {
    return this.run.ended(index, { kind: 'failed', message: problem });
  }

  #tell(): void {
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers();
  }
}

interface Ending {
  readonly fileOutcome: FileOutcome;
  readonly recorded?: Promise<void>;
}
