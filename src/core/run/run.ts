import * as l10n from '@vscode/l10n';
import { formatTime, type ApiToken } from '../connection/apiToken';
import { notSent, withOpenLinks, type FileOutcome } from './fileOutcome';
import { isTokenRefused, type Outcome } from '../wiki/outcome';
import { quote } from '../text/plain';
import type { Destination } from '../publish/destination';
import type { FileIdentity } from '../publish/pageRecord';
import type { Chosen } from '../publish/precedence';
import { aboveProblem, type FileAbove, type NotFound } from '../publish/tree';

/** One file of a run. The plan has decided which page it becomes. */
export interface RunFile {
  readonly file: FileIdentity;
  /** The path as the person knows it. */
  readonly path: string;
  readonly destination: Destination;
  /** The person's choices, with which an unfinished run is decided anew. */
  readonly chosen: Chosen;
  /** In a tree, the file whose page has to be known before this one is sent. */
  readonly above?: Pick<FileAbove, 'uri' | 'path'> | undefined;
  /** The problems that it is published with anyway. */
  readonly knownProblems?: readonly string[] | undefined;
  readonly linked?: readonly string[] | undefined;
  /** An earlier send of the page had no clear answer. */
  readonly mayHaveArrived: boolean;
}

export interface BlockedFile {
  readonly uri: string;
  readonly path: string;
  readonly title: string;
  readonly reason: string;
}

export type FileState = 'waiting' | 'sending' | FileOutcome;

/** Why a run ended before its last file. */
export interface Stop {
  /** `token`: the token can't be used any more. `fault`: several sends in a row failed. */
  readonly kind: 'cancelled' | 'token' | 'fault' | 'storage';
  readonly text: string;
  readonly endpoint?: string | undefined;
}

export type Counts = Readonly<Record<'waiting' | 'sending' | FileOutcome['kind'], number>>;

/** After so many files in a row without a usable answer, the next is expected to have none either. */
const mostFaults = 5;

/** The state of a run over many files, and what it may still send. */
export class Run {
  readonly #files: RunFile[];
  readonly #states: FileState[];
  readonly #counts = { waiting: 0, sending: 0, published: 0, failed: 0, unknown: 0, 'not sent': 0 };
  readonly #closedTargets = new Map<string, string>();
  readonly #stopping = new AbortController();
  /** The outcomes of the first sends of the files that are sent again. */
  readonly #again = new Map<number, FileOutcome>();
  /** The files still to be sent, in order; those that other files wait for come first. */
  readonly #above: number[] = [];
  readonly #others: number[] = [];
  /** The waiting files, by the file whose page has to be known first. */
  readonly #held: Map<string, number[]>;
  #faults = 0;
  #hasFault = false;
  #hasOtherFailures = false;
  #stop: Stop | undefined;
  #pausedUntil = 0;
  #isPlatformTokenRefused = false;

  /** `states`: the states of an earlier run that is resumed; what was published then is not sent again. */
  constructor(
    files: readonly RunFile[],
    states: readonly FileState[] = files.map(() => 'waiting'),
    readonly blocked: readonly BlockedFile[] = [],
  ) {
    this.#files = [...files];
    this.#states = [...states];
    for (const state of states) {
      this.#counts[stateKind(state)]++;
    }
    const waiting = [...states.keys()].filter((index) => states[index] === 'waiting');
    const aboveOf = (index: number): string => files[index]?.above?.uri ?? '';
    this.#held = Map.groupBy(waiting, aboveOf);
    this.#queue(this.#takeHeld(''));
  }

  get files(): readonly RunFile[] {
    return this.#files;
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

  /** The number of published pages whose links to new pages have no address yet. */
  get openLinks(): number {
    return this.#states.filter(hasOpenLinks).length;
  }

  state(index: number): FileState {
    return this.#states[index] ?? 'waiting';
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
    const indices = [...this.#again.keys()];
    const left = indices.filter((index) => typeof this.state(index) === 'string');
    const done = indices.filter((index) => isDone(this.state(index)));
    return { all: indices.length, left: left.length, done: done.length };
  }

  /** Lets a published file wait, since it may have to be sent again. */
  waitAgain(index: number): void {
    const state = this.state(index);
    if (typeof state === 'object') {
      this.#again.set(index, state);
      this.#set(index, 'waiting');
    }
  }

  /** Keeps the first outcome of a file, which is not sent again. */
  keepOutcome(index: number): FileOutcome {
    const outcome = this.#again.get(index) ?? withOpenLinks();
    this.#again.delete(index);
    this.#set(index, outcome);
    return outcome;
  }

  /** Queues a waiting file again, as `file` describes it now. */
  repeat(index: number, file: RunFile): void {
    this.#files[index] = file;
    this.#queue([index]);
  }

  /** Returns the next file to send, or undefined. */
  take(): number | undefined {
    while (this.#stop === undefined) {
      const index = this.#above.shift() ?? this.#others.shift();
      const file = this.files[index ?? -1];
      if (index === undefined || file === undefined) {
        return undefined;
      }
      if (this.state(index) !== 'waiting') {
        continue;
      }
      const closed = this.#closedTargets.get(targetKey(file.destination));
      if (closed === undefined) {
        this.#set(index, 'sending');
        return index;
      }
      this.#set(index, notSent(closed, file.mayHaveArrived));
      this.blockFilesUnder(file.file.uri, 'no page');
    }
    return undefined;
  }

  /** Returns the next file that is not passed over, if the run goes on. */
  nextBut(isPassed: (index: number) => boolean): number | undefined {
    const isNext = (index: number): boolean => this.state(index) === 'waiting' && !isPassed(index);
    return this.#stop === undefined ? (this.#above.find(isNext) ?? this.#others.find(isNext)) : undefined;
  }

  /** The files whose pages other files wait for. */
  get awaited(): readonly string[] {
    return [...this.#held.keys()];
  }

  isAwaited(uri: string): boolean {
    return this.#held.has(uri);
  }

  /** Lets the files under a page be sent, since its ID is known now. */
  releaseFilesUnder(uri: string, page: string): void {
    const freed = this.#takeHeld(uri);
    for (const index of freed) {
      const file = this.#files[index];
      if (file !== undefined) {
        const { destination } = file;
        const target = { ...destination.target, parent: page };
        this.#files[index] = { ...file, destination: { ...destination, target } };
      }
    }
    this.#queue(freed);
  }

  /** Marks all files under a page as not sent, at all levels, since its ID will not be known. */
  blockFilesUnder(uri: string, problem: 'no page' | NotFound): void {
    for (const index of this.#takeHeld(uri)) {
      this.#isPlatformTokenRefused ||= problem === 'refused';
      const { file, above, mayHaveArrived = false } = this.#files[index] ?? {};
      this.#set(index, notSent(aboveProblem(above?.path ?? '', problem), mayHaveArrived));
      this.blockFilesUnder(file?.uri ?? '', 'no page');
    }
  }

  ended(index: number, fileOutcome: FileOutcome, outcome?: Outcome): void {
    this.#set(index, this.#after(index, fileOutcome));
    const file = this.files[index];
    if (file !== undefined && outcome !== undefined) {
      this.noteOutcome(file, fileOutcome, outcome);
    }
    if (file !== undefined && fileOutcome.kind !== 'published' && this.#stop === undefined) {
      this.blockFilesUnder(file.file.uri, 'no page');
    }
  }

  /** Some files were not sent because their parent page could not be looked up with the platform token. */
  get isPlatformTokenRefused(): boolean {
    return this.#isPlatformTokenRefused;
  }

  /** Nothing was published, only because the wiki was not reached or had a problem. */
  get onlyFaults(): boolean {
    return this.#counts.published === 0 && this.#hasFault && !this.#hasOtherFailures;
  }

  /** The time before which nothing is sent, since the wiki answered 429. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  pause(until: number): void {
    this.#pausedUntil = until;
  }

  /** Stops the run. The first reason is kept. */
  stop(reason: Stop): void {
    this.#stop ??= reason;
    this.#stopping.abort();
  }

  /** Ends the run once no send is under way, and marks what was not sent. */
  close(): void {
    const message = this.#stop?.text ?? '';
    for (const [index, state] of this.#states.entries()) {
      if (state === 'waiting') {
        this.ended(index, notSent(message, this.files[index]?.mayHaveArrived));
      }
    }
  }

  /** Combines the outcomes of a file's sends: once published, it stays published, whatever its second send does. */
  #after(index: number, fileOutcome: FileOutcome): FileOutcome {
    const before = this.#again.get(index);
    switch (before && fileOutcome.kind) {
      case 'published':
        // The first answer says whether the page is new.
        return before ?? fileOutcome;
      case 'failed':
      case 'not sent':
        return withOpenLinks(fileOutcome.message);
      default:
        return fileOutcome;
    }
  }

  #takeHeld(uri: string): readonly number[] {
    const held = this.#held.get(uri) ?? [];
    this.#held.delete(uri);
    return held;
  }

  #queue(indexes: readonly number[]): void {
    for (const index of indexes) {
      (this.isAwaited(this.#files[index]?.file.uri ?? '') ? this.#above : this.#others).push(index);
    }
  }

  noteOutcome({ destination }: RunFile, { kind, message }: FileOutcome, outcome: Outcome): void {
    const meaning = outcome.kind === 'answered' ? outcome.answer.meaning : outcome.kind;
    if (isTokenRefused(outcome) === true) {
      this.stop({ kind: 'token', text: message, endpoint: destination.endpoint });
    }
    if (meaning === 'not found') {
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

  #set(index: number, state: FileState): void {
    this.#counts[stateKind(this.state(index))]--;
    this.#counts[stateKind(state)]++;
    this.#states[index] = state;
  }
}

export function isPublished(state: FileState | undefined): boolean {
  return typeof state === 'object' && state.kind === 'published';
}

/** The page is published, and does not have to be sent again. */
export function isDone(state: FileState | undefined): boolean {
  return isPublished(state) && !hasOpenLinks(state);
}

export function hasOpenLinks(state: FileState | undefined): boolean {
  return typeof state === 'object' && state.hasOpenLinks === true;
}

/** An expired token is never sent. */
export function stopAtToken({ expiresAt }: ApiToken, endpoint: string, now: number): Stop | undefined {
  return expiresAt > now
    ? undefined
    : { kind: 'token', text: l10n.t('The API token expired on {0}.', formatTime(expiresAt)), endpoint };
}

/** Nothing is sent if it can't be recorded. */
export function stopAtStorage(error: unknown): Stop {
  const { code = '?' } = error as NodeJS.ErrnoException;
  return {
    kind: 'storage',
    text: l10n.t('The record of what was sent can’t be saved on this computer ({0}).', code),
  };
}

function isFault(outcome: Outcome): boolean {
  return outcome.kind === 'answered'
    ? !outcome.cancelled && (outcome.answer.meaning === 'temporary' || outcome.answer.message === undefined)
    : outcome.reason !== 'cancelled';
}

function stateKind(state: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof state === 'string' ? state : state.kind;
}

export function targetKey({ endpoint, target }: Destination): string {
  return JSON.stringify([endpoint, target.space, target.parent]);
}
