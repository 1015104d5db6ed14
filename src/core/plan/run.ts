import * as l10n from '@vscode/l10n';
import { formatTime, isExpired, type ApiToken } from '../connection/apiToken';
import {
  hasOpenLinks,
  isDone,
  isFault,
  isPublished,
  notSent,
  publishedBefore,
  withOpenLinks,
  type FileOutcome,
} from './fileOutcome';
import { isTokenRefused, type Outcome } from '../wiki/outcome';
import { quote } from '../text/plain';
import type { Destination } from '../publish/destination';
import { placeOf } from '../publish/pageChanges';
import { samePlace } from '../records/pageRecord';
import { aboveProblem, type FileAbove, type NotFound } from '../publish/tree';
import { shownState, stateKind, type FileState, type FileStage } from './fileState';
import { Pace } from './pace';
import type { BlockedFile, RunFile, SentAlone } from './runFile';
import type { Stop } from './stop';

export type Counts = Readonly<Record<'waiting' | 'sending' | FileOutcome['kind'], number>>;

/** After so many files in a row without a usable answer, the next is expected to have none either. */
const mostFaults = 5;

/**
 * The state machine of a run over many files. `services/plan/sendFiles.ts` reads, looks up, sends and records; it tells the
 * machine each event by the method of that name; a front end tells of what was sent outside of the run. Each line of the table has a test.
 *
 * | State     | Event                                             | Next state |
 * | --------- | ------------------------------------------------- | ---------- |
 * | (new)     | it goes under a page whose ID is not known        | held |
 * | (new)     | its parent page is known                          | queued |
 * | held      | parentFound: its parent page has this ID          | queued, under that page |
 * | held      | parentMissing: the ID will not be known           | not sent, and what is held under it |
 * | queued    | take: it is the next, parent pages first          | reading |
 * | queued    | take: another page at its place had a 404         | not sent, and what is held under it |
 * | reading   | ended: it can't be read, or a problem blocks it   | failed, and what is held under it is not sent |
 * | reading   | read: its content is known                        | ready |
 * | ready     | maySend: nothing stopped the run                  | ready; the send is recorded |
 * | ready     | maySend: the token has expired                    | ready; the run stops (token) |
 * | any       | stop (storage): a send can’t be recorded          | the same; the run stops (storage) |
 * | ready     | sending: the send is recorded                     | sending |
 * | ready     | unsent: the run has stopped                       | not sent, with the reason of the stop |
 * | sending   | pace.slow: the answer is 429                      | sending; no file is sent before the pause is over |
 * | sending   | ended: the page was published                     | published; what is held under it waits for its ID |
 * | sending   | ended: it was not published, or nobody knows      | failed, unknown or not sent; what is held under it is not sent |
 * | sending   | ended: the answer is 401, 402 or 403              | failed; the run stops (token) |
 * | sending   | ended: it is the fifth fault in a row             | unknown, failed or not sent; the run stops (fault) |
 * | published | relink: it links to pages of the run              | relinking |
 * | relinking | repeat: its links have changed                    | queued; held where its parent page is not known |
 * | relinking | keep: its links have not changed                  | published, with the first answer |
 * | relinking | keep: it can't be sent again without an answer    | published, with open links |
 * | repeated  | ended: it was published again                     | published, with the first answer |
 * | repeated  | ended: it was not sent, or failed                 | published, with open links |
 * | repeated  | ended: nobody knows whether it arrived            | unknown |
 * | ended     | sentAlone: it was sent outside of the run         | as that send ended; what is published stays published |
 * | blocked   | sentAlone: it was sent outside of the run         | published, if it was published |
 * | not ended | sentAlone: it was sent outside of the run         | the same; published, if it is then not sent or exists |
 * | waiting   | stop                                              | waiting; nothing is taken |
 * | under way | stop                                              | goes on; a pause ends |
 * | waiting   | close: nothing is under way any more              | not sent, with the reason; unknown if an earlier send may have arrived; published, with open links, if it is to be repeated |
 *
 * “Waiting” is held, queued or relinking; “under way” is reading, ready or sending; “repeated” is any state after repeat;
 * “ended” is published, failed, unknown or not sent.
 */
export class Run {
  readonly #files: RunFile[];
  #blocked: readonly BlockedFile[];
  readonly #states: (FileStage | FileOutcome)[];
  readonly #counts = { waiting: 0, sending: 0, published: 0, failed: 0, unknown: 0, 'not sent': 0 };
  readonly #closedTargets = new Map<string, string>();
  readonly #stopping = new AbortController();
  /** The outcomes of the first sends of the files that are sent again. */
  readonly #again = new Map<number, FileOutcome>();
  /** What came of files that were sent outside of the run before it ended with them. */
  readonly #alone = new Map<number, SentAlone>();
  /** The queued files: those that others are held for go first. */
  readonly #parents: number[] = [];
  readonly #others: number[] = [];
  /** The held files, by the file whose page has to be known first. */
  readonly #held = new Map<string, number[]>();
  /** Says when sends begin, over all files. */
  readonly pace = new Pace();
  #faults = 0;
  #hasFault = false;
  #hasOtherFailures = false;
  #stop: Stop | undefined;
  #isPlatformTokenRefused = false;

  /** `published`: the files of a run that is resumed whose pages are as they would be sent. */
  constructor(
    files: readonly RunFile[],
    blocked: readonly BlockedFile[] = [],
    published: readonly RunFile[] = [],
  ) {
    this.#blocked = blocked;
    this.#files = [...files, ...published];
    this.#states = [...files.map(() => 'queued' as const), ...published.map(publishedBefore)];
    Object.assign(this.#counts, { waiting: files.length, published: published.length });
    const isUnder = (index: number): boolean => files[index]?.above !== undefined;
    // Which files are parents is known once all others are held.
    for (const index of [...files.keys()].sort(
      (one, other) => Number(isUnder(other)) - Number(isUnder(one)),
    )) {
      this.#wait(index, files[index]?.above);
    }
  }

  get files(): readonly RunFile[] {
    return this.#files;
  }

  get blocked(): readonly BlockedFile[] {
    return this.#blocked;
  }

  /** Aborts pauses, but no send that is under way. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get stopped(): Stop | undefined {
    return this.#stop;
  }

  get counts(): Counts {
    return this.#counts;
  }

  /** All pages are published, and none has to be sent again. */
  get complete(): boolean {
    return this.#states.every(isDone);
  }

  /** The number of published pages with images or links that do not work in the wiki. */
  get withDeadLinks(): number {
    return this.#states.filter((state) => typeof state === 'object' && state.deadLinks !== undefined).length;
  }

  /** The number of published pages whose links to new pages have no address yet. */
  get openLinks(): number {
    return this.#states.filter(hasOpenLinks).length;
  }

  state(index: number): FileState {
    return shownState(this.#states[index] ?? 'queued');
  }

  /** The titles of the pages that the run publishes, by file. */
  get going(): ReadonlyMap<string, string> {
    const going = this.files.filter(
      (_file, index) => this.state(index) === 'waiting' || isPublished(this.state(index)),
    );
    return new Map(going.map(({ file, destination }) => [file.uri, destination.target.title]));
  }

  /** How many files are sent once more, how many of these are left, and how many have all their links by now. */
  get again(): { readonly all: number; readonly left: number; readonly done: number } {
    const states = Array.from(this.#again.keys(), (index) => this.#states[index]);
    const left = states.filter((state) => typeof state === 'string');
    return { all: states.length, left: left.length, done: states.filter(isDone).length };
  }

  /** Some files were not sent because their parent page could not be looked up with the platform token. */
  get isPlatformTokenRefused(): boolean {
    return this.#isPlatformTokenRefused;
  }

  /** Nothing was published, only because the wiki was not reached or had a problem. */
  get onlyFaults(): boolean {
    return this.#counts.published === 0 && this.#hasFault && !this.#hasOtherFailures;
  }

  /** The files whose pages other files are held for. */
  get awaited(): Pick<ReadonlyMap<string, unknown>, 'has' | 'keys' | 'size'> {
    return this.#held;
  }

  /** Returns the next file that is not passed over, if the run goes on. Parent pages come first. */
  next(isPassed: (index: number) => boolean = () => false): number | undefined {
    if (this.#stop !== undefined) {
      return undefined;
    }
    const isNext = (index: number): boolean => !isPassed(index);
    return this.#parents.find(isNext) ?? this.#others.find(isNext);
  }

  take(): number | undefined {
    while (this.#stop === undefined) {
      const index = this.#parents.shift() ?? this.#others.shift();
      const file = this.#files[index ?? -1];
      if (index === undefined || file === undefined) {
        return undefined;
      }
      const closed = this.#closedTargets.get(targetKey(file.destination));
      if (closed === undefined) {
        this.#set(index, 'reading');
        return index;
      }
      this.ended(index, notSent(closed, file.mayHaveArrived));
    }
    return undefined;
  }

  parentFound(uri: string, page: string): void {
    for (const index of this.#takeHeld(uri)) {
      const file = this.#files[index];
      if (file !== undefined) {
        const { destination } = file;
        const target = { ...destination.target, parent: page };
        this.#files[index] = { ...file, destination: { ...destination, target } };
        this.#wait(index);
      }
    }
  }

  parentMissing(uri: string, problem: 'no page' | NotFound): void {
    for (const index of this.#takeHeld(uri)) {
      this.#isPlatformTokenRefused ||= problem === 'refused';
      const { above, mayHaveArrived = false } = this.#files[index] ?? {};
      this.ended(index, notSent(aboveProblem(above?.path ?? '', problem), mayHaveArrived));
    }
  }

  read(index: number): void {
    this.#set(index, 'ready');
  }

  /** Whether a page may be sent with this token. An expired token is never sent, and ends the run. */
  maySend(token: Omit<ApiToken, 'secret'>, endpoint: string, now: number): boolean {
    if (isExpired(token, now)) {
      const text = l10n.t('The API token expired on {0}.', formatTime(token.expiresAt));
      this.stop({ kind: 'token', text, endpoint });
    }
    return this.#stop === undefined;
  }

  sending(index: number): void {
    this.#set(index, 'sending');
  }

  /** Ends a file whose page was not sent. */
  unsent(index: number): FileOutcome {
    const text = this.#stop?.text ?? l10n.t('There is no API token.');
    return this.ended(index, notSent(text, this.#files[index]?.mayHaveArrived));
  }

  /** Returns the outcome of all sends of the file. */
  ended(index: number, fileOutcome: FileOutcome, outcome?: Outcome): FileOutcome {
    const combined = this.#afterOthers(index, fileOutcome);
    this.#set(index, combined);
    const file = this.#files[index];
    if (file !== undefined && outcome !== undefined) {
      this.#note(file, fileOutcome, outcome);
    }
    if (file !== undefined && !isPublished(combined) && this.#stop === undefined) {
      this.parentMissing(file.file.uri, 'no page');
    }
    return combined;
  }

  relink(index: number): void {
    const state = this.#states[index];
    if (typeof state === 'object') {
      this.#again.set(index, state);
      this.#set(index, 'relinking');
    }
  }

  /** `file`: the file as it is decided now. */
  repeat(index: number, file: RunFile): void {
    const { above, textHash } = this.#files[index] ?? {};
    this.#files[index] = { ...file, above: file.above ?? above, textHash };
    this.#wait(index, file.above);
  }

  /** `openLinks`: why its links stay open. */
  keep(index: number, openLinks?: string): FileOutcome {
    const first = this.#again.get(index) ?? withOpenLinks();
    const kept = openLinks === undefined ? first : withOpenLinks(openLinks);
    this.#again.delete(index);
    this.#set(index, kept);
    return kept;
  }

  /** Whether the state of the file is another one by it. */
  sentAlone({ uri, destination, outcome }: SentAlone): boolean {
    const index = this.#files.findIndex(({ file }) => file.uri === uri);
    const [file, state] = [this.#files[index], this.#states[index]];
    const blocked = this.#blocked.find((each) => each.uri === uri);
    if (blocked !== undefined && isPublished(outcome)) {
      this.#blocked = this.#blocked.filter((each) => each !== blocked);
      const { path } = blocked;
      this.#files.push({ file: { uri }, path, destination, chosen: {}, mayHaveArrived: false });
      this.#states.push(outcome);
      this.#counts.published++;
      return true;
    }
    if (file === undefined || isDone(state)) {
      return false;
    }
    if (typeof state === 'string') {
      this.#alone.set(index, { uri, destination, outcome });
      return false;
    }
    const isElsewhere = !samePlace(placeOf(destination), placeOf(file.destination));
    const isKept = isPublished(state) || (isElsewhere && state?.kind === 'unknown');
    if (isKept && !isPublished(outcome)) {
      return false;
    }
    this.#files[index] = { ...file, destination };
    this.#set(index, outcome);
    return true;
  }

  /** Stops the run. The first reason is kept. */
  stop(reason: Stop): void {
    this.#stop ??= reason;
    this.#stopping.abort();
  }

  /** Ends the run once no send is under way, and marks what was not sent. */
  close(): void {
    const text = this.#stop?.text ?? '';
    for (const [index, file] of this.#files.entries()) {
      if (this.state(index) === 'waiting') {
        this.ended(index, notSent(text, file.mayHaveArrived));
      }
    }
  }

  /** Queues a file, or holds it if the page of the file above has to be known first. */
  #wait(index: number, above?: FileAbove): void {
    this.#set(index, above === undefined ? 'queued' : 'held');
    if (above === undefined) {
      const isParent = this.#held.has(this.#files[index]?.file.uri ?? '');
      (isParent ? this.#parents : this.#others).push(index);
      return;
    }
    const held = this.#held.get(above.uri) ?? [];
    held.push(index);
    this.#held.set(above.uri, held);
  }

  #takeHeld(uri: string): readonly number[] {
    const held = this.#held.get(uri) ?? [];
    this.#held.delete(uri);
    return held;
  }

  /** Once published, a page stays published, whatever its second send does, or one that was not needed. */
  #afterOthers(index: number, fileOutcome: FileOutcome): FileOutcome {
    const [file, first, alone] = [this.#files[index], this.#again.get(index), this.#alone.get(index)];
    const isNeedless = fileOutcome.kind === 'not sent' || fileOutcome.exists;
    if (file !== undefined && alone !== undefined && isPublished(alone.outcome) && isNeedless) {
      this.#files[index] = { ...file, destination: alone.destination };
      return alone.outcome;
    }
    switch (first && fileOutcome.kind) {
      case 'published':
        // The first answer says whether the page is new.
        return { ...(first ?? fileOutcome), deadLinks: fileOutcome.deadLinks };
      case 'failed':
      case 'not sent':
        return withOpenLinks(fileOutcome.message);
      default:
        return fileOutcome;
    }
  }

  #note({ destination }: RunFile, { kind, message }: FileOutcome, outcome: Outcome): void {
    if (isTokenRefused(outcome) === true) {
      this.stop({ kind: 'token', text: message, endpoint: destination.endpoint });
    }
    if (outcome.kind === 'answered' && outcome.answer.meaning === 'not found') {
      const { space, parent } = destination.target;
      const text = l10n.t(
        'Space {0} or page {1} was not found when another file was sent.',
        quote(space),
        parent,
      );
      this.#closedTargets.set(targetKey(destination), text);
    }
    if (isFault(outcome)) {
      this.#faults++;
      this.#hasFault = true;
    } else if (kind !== 'not sent') {
      this.#faults = 0;
      this.#hasOtherFailures ||= kind !== 'published';
    }
    if (this.#faults >= mostFaults) {
      this.stop({ kind: 'fault', text: message });
    }
  }

  #set(index: number, state: FileStage | FileOutcome): void {
    this.#counts[stateKind(this.state(index))]--;
    this.#counts[stateKind(shownState(state))]++;
    this.#states[index] = state;
  }
}

export function targetKey({ endpoint, target }: Destination): string {
  return JSON.stringify([endpoint, target.space, target.parent]);
}
