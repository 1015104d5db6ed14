import * as l10n from '@vscode/l10n';
import { formatTime, isExpired, type ApiToken } from '../connection/apiToken';
import {
  hasOpenLinks,
  isFullyPublished,
  isServiceFault,
  isPublished,
  notSentOutcome,
  alreadyPublishedOutcome,
  openLinksOutcome,
  stateKind,
  type FileOutcome,
  type FileState,
} from './fileOutcome';
import type { PageWarnings } from '../wiki/pageWarnings';
import { isTokenRefused, type Outcome } from '../wiki/outcome';
import type { State } from '../publish/states';
import { quote } from '../text/plainLine';
import type { PlannedDestination } from '../publish/destination';
import { placeOf } from '../publish/recordChanges';
import { isSamePlace } from '../records/pageRecord';
import { parentProblemText, tokenRemedyFor, type ParentFile, type ParentNotFound } from '../publish/tree';
import { Pace } from './pace';
import type { OutsideSend, RunFile, UnresolvedFile } from './runFile';
import type { RunStop, TokenProblem } from './runStop';
import { seriesIn } from './series';

export type RunCounts = Readonly<Record<'waiting' | 'sending' | FileOutcome['kind'], number>>;

/** The run stops after so many files in a row for which the wiki was not reached, or gave no usable answer. */
const mostFaults = 5;

/**
 * The state machine of a run over many files. `services/plan/sendFiles.ts` calls the method of each event but
 * `sentOutside`, which a front end calls; both call `stop`. A waiting file is queued, or awaits its parent page as long as that
 * parent page has no known ID. A page has open links if it links to pages that had no address when it was
 * sent. What is not sent is unknown if an earlier send may have arrived. Each line of the table has a test.
 *
 * | State      | Event                                            | Next state |
 * | ---------- | ------------------------------------------------ | ---------- |
 * | (new)      | it goes under a page whose ID is not known       | waiting: awaiting its parent |
 * | (new)      | its parent page is known                         | waiting: queued |
 * | awaiting   | parentFound: its parent page has this ID         | queued, under that page |
 * | awaiting   | parentMissing: the ID will not be known          | not sent, and what goes under it |
 * | queued     | startNext: it is the next, pages that others wait for first | sending |
 * | queued     | startNext: the page before it in a series has not ended | queued |
 * | queued     | startNext: another page at its place had a 404   | not sent, and what goes under it |
 * | waiting    | stop                                             | waiting; nothing is started |
 * | waiting    | close: nothing is sending any more               | not sent, with the reason of the stop |
 * | sending    | maySend: nothing stopped the run                 | sending |
 * | sending    | maySend: the token has expired                   | sending; the run stops (token) |
 * | sending    | endUnsent: the run has stopped                   | not sent, with the reason of the stop |
 * | any        | stop (storage): a send can’t be recorded         | the same; the run stops (storage) |
 * | sending    | pace.slow: the answer is 429                     | sending; no file is sent before the pause is over |
 * | sending    | stop                                             | goes on; a pause ends |
 * | sending    | ended: the page was published                    | published; what goes under it waits for its ID |
 * | sending    | ended: it can’t be read, or is blocked           | failed, and what goes under it is not sent |
 * | sending    | ended: it was not published, or nobody knows     | failed, unknown or not sent; what goes under it is not sent |
 * | sending    | ended: the answer is 401, 402 or 403             | failed or unknown; the run stops (token) |
 * | sending    | ended: it is the fifth fault in a row            | unknown, failed or not sent; the run stops (fault) |
 * | published  | queueAgain: it is changed by links to new pages  | waiting: queued or awaiting its parent, and published all the same |
 * | published  | ended: it was published again                    | published, with the first answer |
 * | published  | ended: it was not sent again, or failed          | published, with open links |
 * | ended      | sentOutside: it was sent outside of the run      | as that send ended; what is published stays so, and so does what is unknown if that send failed at another place |
 * | not ended  | sentOutside: it was sent outside of the run      | the same; published if the run then doesn’t send it, or the wiki says that it exists |
 * | unresolved | sentOutside: it was sent outside of the run      | published, if it was published |
 */
export class Run {
  readonly #files: RunFile[];
  #unresolved: readonly UnresolvedFile[];
  readonly #states: FileState[];
  readonly #counts = { waiting: 0, sending: 0, published: 0, failed: 0, unknown: 0, 'not sent': 0 };
  readonly #closedTargets = new Map<string, string>();
  readonly #stopping = new AbortController();
  /** What the person sent outside of the run while the file was waiting or being sent in it, by index in `#files`. */
  readonly #outsideSends = new Map<number, OutsideSend>();
  /** Indexes of queued files for whose pages others wait, and of series; they are sent before `#others`. */
  readonly #first: number[] = [];
  readonly #others: number[] = [];
  /** Indexes of files that await their parent, by the URI of the file whose page is their parent. */
  readonly #awaiting = new Map<string, number[]>();
  /** For each page of a series: the index of the one before it, which it waits for, and how many are left from it on. */
  readonly #inSeries = new Map<number, { readonly before: number | undefined; readonly left: number }>();
  /** One for all files, since a 429 is meant for the whole run. */
  readonly pace = new Pace();
  #faults = 0;
  #hasFault = false;
  #hasOtherFailures = false;
  #stop: RunStop | undefined;
  #isOver = false;
  /** Why a parent page was looked up in vain, if its wiki’s platform token was the reason. */
  #tokenProblem: TokenProblem | undefined;

  /**
   * `published`: files of a resumed run that are not sent, since their pages are up to date. `concurrency`: how many
   * are sent at a time, which decides whether a series is sent in its order.
   */
  constructor(
    files: readonly RunFile[],
    unresolved: readonly UnresolvedFile[] = [],
    published: readonly RunFile[] = [],
    concurrency = Infinity,
  ) {
    this.#unresolved = unresolved;
    for (const series of seriesIn(files, concurrency)) {
      series.forEach((index, at) =>
        this.#inSeries.set(index, { before: series[at - 1], left: series.length - at }),
      );
    }
    this.#files = [...files, ...published];
    this.#states = [...files.map(() => 'waiting' as const), ...published.map(alreadyPublishedOutcome)];
    Object.assign(this.#counts, { waiting: files.length, published: published.length });
    const isUnder = (index: number): number => Number(files[index]?.awaitedParent !== undefined);
    // Files with an `awaitedParent` come first: from them, `#wait` knows which of the others are parents.
    for (const index of [...files.keys()].sort(
      (one, other) => isUnder(other) - isUnder(one) || this.#rank(other) - this.#rank(one),
    )) {
      this.#wait(index, files[index]?.awaitedParent);
    }
  }

  get files(): readonly RunFile[] {
    return this.#files;
  }

  get unresolved(): readonly UnresolvedFile[] {
    return this.#unresolved;
  }

  /** Aborts pauses, but no request under way. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get stopReason(): RunStop | undefined {
    return this.#stop;
  }

  get counts(): RunCounts {
    return this.#counts;
  }

  /** A file that is sent again for its links does not count until that second send has ended. */
  get endedCount(): number {
    return this.#files.length - this.#counts.waiting - this.#counts.sending;
  }

  /** Every file of the run is published with all its links. */
  get isComplete(): boolean {
    return this.#states.every(isFullyPublished);
  }

  /** Nothing stopped the run, no outcome is unknown, and each failed file goes to a space and parent page that got a 404. */
  get failedByPlaceAlone(): boolean {
    const isByPlace = ({ destination }: RunFile, index: number): boolean =>
      stateKind(this.state(index)) !== 'failed' || this.#closedTargets.has(parentPlaceKey(destination));
    return this.#stop === undefined && this.#counts.unknown === 0 && this.#files.every(isByPlace);
  }

  get pagesWithWarnings(): readonly { readonly title: string; readonly warnings: PageWarnings }[] {
    return this.#files.flatMap(({ destination: { target } }, index) => {
      const warnings = this.warnings(index);
      return warnings === undefined ? [] : [{ title: target.title, warnings }];
    });
  }

  /** Until the run is over, a page that links to others may be sent again: its warnings are not told before. */
  warnings(index: number): PageWarnings | undefined {
    const state = this.#states[index];
    const { first, linked } = this.#files[index] ?? {};
    const mayFollow = !this.#isOver && first === undefined && linked !== undefined;
    return typeof state === 'object' && !mayFollow ? state.warnings : undefined;
  }

  get openLinkPageCount(): number {
    return this.#states.filter(hasOpenLinks).length;
  }

  state(index: number): FileState {
    return this.#states[index] ?? 'waiting';
  }

  status(index: number): State {
    const state = this.state(index);
    return typeof state === 'string'
      ? { kind: state }
      : { kind: state.kind, reason: state.message, warnings: this.warnings(index) };
  }

  /** All files of the plan that were to be sent, those first that were in the run. */
  get rows(): readonly (Pick<UnresolvedFile, 'uri' | 'path' | 'status'> & Pick<RunFile, 'parentUri'>)[] {
    const own = this.#files.map(({ file: { uri }, path, parentUri }, index) => ({
      uri,
      path,
      parentUri,
      status: this.status(index),
    }));
    return [...own, ...this.#unresolved];
  }

  get titlesByFile(): ReadonlyMap<string, string> {
    return new Map(this.#files.map(({ file, destination }) => [file.uri, destination.target.title]));
  }

  /** The second sends of pages that link to new ones. `done`: published with all their links. */
  get secondPass(): { readonly all: number; readonly left: number; readonly done: number } {
    const states = this.#states.filter((_state, index) => this.#files[index]?.first !== undefined);
    const left = states.filter((state) => typeof state === 'string');
    return { all: states.length, left: left.length, done: states.filter(isFullyPublished).length };
  }

  /** Which wiki’s platform token kept files from being sent, and whether a new one has to be set or the old one replaced. */
  get tokenProblem(): TokenProblem | undefined {
    const lacking = this.#unresolved
      .map(({ status }) => status)
      .find(({ kind }) => kind === 'noPlatformToken');
    return (
      this.#tokenProblem ??
      (lacking?.kind === 'noPlatformToken'
        ? { remedy: 'setPlatformToken', endpoint: lacking.tokenFor }
        : undefined)
    );
  }

  /** Nothing was published; sends failed, and each of them was an `isServiceFault`, so trying later may help. */
  get onlyFaults(): boolean {
    return this.#counts.published === 0 && this.#hasFault && !this.#hasOtherFailures;
  }

  /** The keys are URIs of the files whose pages others wait for, to go under them. */
  get awaitedParents(): Pick<ReadonlyMap<string, unknown>, 'has' | 'keys' | 'size'> {
    return this.#awaiting;
  }

  /** Returns the index of the next file that `isPassed` does not skip; undefined also once the run is stopped. */
  next(isPassed: (index: number) => boolean = () => false): number | undefined {
    if (this.#stop !== undefined) {
      return undefined;
    }
    const isNext = (index: number): boolean => !isPassed(index) && this.#mayBegin(index);
    return this.#first.find(isNext) ?? this.#others.find(isNext);
  }

  startNext(): number | undefined {
    while (this.#stop === undefined) {
      const index = this.#take(this.#first) ?? this.#take(this.#others);
      const file = this.#files[index ?? -1];
      if (index === undefined || file === undefined) {
        return undefined;
      }
      const closed = this.#closedTargets.get(parentPlaceKey(file.destination));
      if (closed === undefined) {
        this.#set(index, 'sending');
        return index;
      }
      this.endUnsent(index, closed);
    }
    return undefined;
  }

  #take(queue: number[]): number | undefined {
    const at = queue.findIndex((index) => this.#mayBegin(index));
    return at === -1 ? undefined : queue.splice(at, 1)[0];
  }

  /** Parent pages come first, then the series of which most is left, since it ends last. */
  #rank(index: number): number {
    const isParent = this.#awaiting.has(this.#files[index]?.file.uri ?? '');
    return isParent ? Infinity : (this.#inSeries.get(index)?.left ?? 0);
  }

  #mayBegin(index: number): boolean {
    const { before } = this.#inSeries.get(index) ?? {};
    const isFirstSend = this.#files[index]?.first === undefined;
    return before === undefined || !isFirstSend || typeof this.state(before) === 'object';
  }

  parentFound(uri: string, page: string): void {
    for (const index of this.#takeAwaiting(uri)) {
      const file = this.#files[index];
      if (file !== undefined) {
        const { destination } = file;
        const target = { ...destination.target, parent: page };
        this.#files[index] = { ...file, destination: { ...destination, target } };
        this.#wait(index);
      }
    }
  }

  parentMissing(uri: string, problem: 'no page' | ParentNotFound): void {
    for (const index of this.#takeAwaiting(uri)) {
      const { awaitedParent, destination } = this.#files[index] ?? {};
      const remedy = tokenRemedyFor(problem);
      this.#tokenProblem ??= destination && remedy && { remedy, endpoint: destination.endpoint };
      this.endUnsent(index, parentProblemText(awaitedParent?.path ?? '', problem));
    }
  }

  maySend(token: Omit<ApiToken, 'secret'>, endpoint: string, now: number): boolean {
    if (isExpired(token, now)) {
      const text = l10n.t('The API token expired on {0}.', formatTime(token.expiresAt));
      this.stop({ kind: 'token', text, endpoint });
    }
    return this.#stop === undefined;
  }

  endUnsent(index: number, text = this.#stop?.text ?? l10n.t('There is no API token.')): FileOutcome {
    return this.ended(index, notSentOutcome(text, this.#files[index]?.mayHaveArrived));
  }

  /** Returns the outcome over all sends of the file: a published page whose second send fails stays published. */
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

  queueAgain(index: number, file: RunFile): void {
    const { awaitedParent, textHash } = this.#files[index] ?? {};
    const first = this.#states[index];
    this.#files[index] = { ...file, awaitedParent: file.awaitedParent ?? awaitedParent, textHash, first };
    this.#wait(index, file.awaitedParent);
  }

  /** Returns whether the state of the file in this run changed. */
  sentOutside({ uri, destination, outcome }: OutsideSend): boolean {
    const index = this.#files.findIndex(({ file }) => file.uri === uri);
    const [file, state] = [this.#files[index], this.#states[index]];
    const unresolved = this.#unresolved.find((each) => each.uri === uri);
    if (unresolved !== undefined && isPublished(outcome)) {
      this.#unresolved = this.#unresolved.filter((each) => each !== unresolved);
      const { path } = unresolved;
      this.#files.push({ file: { uri }, path, destination, answers: {}, mayHaveArrived: false });
      this.#states.push(outcome);
      this.#counts.published++;
      return true;
    }
    if (file === undefined || isFullyPublished(state)) {
      return false;
    }
    if (typeof state === 'string') {
      this.#outsideSends.set(index, { uri, destination, outcome });
      return false;
    }
    const isElsewhere = !isSamePlace(placeOf(destination), placeOf(file.destination));
    const isKept = isPublished(state) || (isElsewhere && state?.kind === 'unknown');
    if (isKept && !isPublished(outcome)) {
      return false;
    }
    this.#files[index] = { ...file, destination };
    this.#set(index, outcome);
    return true;
  }

  /** Without effect on a run that is over. */
  stop(reason: RunStop): void {
    if (!this.#isOver) {
      this.#stop ??= reason;
      this.#stopping.abort();
    }
  }

  /** Called when no send is under way any more: ends all waiting files by `endUnsent`, with the reason of the stop. */
  close(): void {
    const text = this.#stop?.text ?? '';
    const waiting = [...this.#states.keys()].filter((index) => this.state(index) === 'waiting');
    waiting.forEach((index) => this.endUnsent(index, text));
    this.#isOver = true;
  }

  #wait(index: number, parent?: ParentFile): void {
    this.#set(index, 'waiting');
    if (parent === undefined) {
      const rank = this.#rank(index);
      const queue = rank > 0 ? this.#first : this.#others;
      queue.splice(queue.findLastIndex((other) => this.#rank(other) >= rank) + 1, 0, index);
      return;
    }
    const awaiting = this.#awaiting.get(parent.uri) ?? [];
    awaiting.push(index);
    this.#awaiting.set(parent.uri, awaiting);
  }

  #takeAwaiting(uri: string): readonly number[] {
    const awaiting = this.#awaiting.get(uri) ?? [];
    this.#awaiting.delete(uri);
    return awaiting;
  }

  /**
   * A page published by the first send stays so unless this send
   * is unknown; by a send outside, if this one was needless.
   */
  #afterOthers(index: number, fileOutcome: FileOutcome): FileOutcome {
    const [file, alone] = [this.#files[index], this.#outsideSends.get(index)];
    const isNeedless = fileOutcome.kind === 'not sent' || fileOutcome.alreadyExists;
    if (file !== undefined && alone !== undefined && isPublished(alone.outcome) && isNeedless) {
      this.#files[index] = { ...file, destination: alone.destination };
      return alone.outcome;
    }
    const first = file?.first ?? this.#states[index];
    if (!isPublished(first) || fileOutcome.kind === 'unknown') {
      return fileOutcome;
    }
    // Keeps the message of the first send, which says whether the page was created.
    return isPublished(fileOutcome)
      ? { ...first, warnings: fileOutcome.warnings }
      : openLinksOutcome(fileOutcome.message);
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
        typeof parent === 'string' ? parent : '',
      );
      this.#closedTargets.set(parentPlaceKey(destination), text);
    }
    if (isServiceFault(outcome)) {
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

  #set(index: number, state: FileState): void {
    this.#counts[stateKind(this.state(index))]--;
    this.#counts[stateKind(state)]++;
    this.#states[index] = state;
  }
}

export function parentPlaceKey({ endpoint, target }: PlannedDestination): string {
  return JSON.stringify([endpoint, target.space, target.parent]);
}
