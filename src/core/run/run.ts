import * as l10n from '@vscode/l10n';
import { notSent, type FileOutcome } from './fileOutcome';
import type { Outcome } from '../wiki/outcome';
import { quote } from '../text/plain';
import type { Choice } from '../publish/remembered';

/** One file of a run: which page it becomes was settled in the plan. */
export interface RunFile {
  readonly uri: string;
  /** As the person knows it. */
  readonly path: string;
  readonly choice: Choice;
  /** An earlier send of the page had no answer that tells. */
  readonly mayHaveArrived: boolean;
}

export type FileState = 'waiting' | 'sending' | FileOutcome;

/** Why a run ended before its last file. */
export interface Stop {
  /** `token`: no further page can be published with it. `fault`: one page after the other failed. */
  readonly kind: 'cancelled' | 'token' | 'fault' | 'storage';
  readonly text: string;
  readonly endpoint?: string | undefined;
}

export type Counts = Readonly<Record<'waiting' | 'sending' | FileOutcome['kind'], number>>;

/** This many files in a row without a usable answer mean that the next one will have none either. */
const mostFaults = 5;

/** How far a run over many files is, and what it may still send. */
export class Run {
  readonly #standings: FileState[];
  readonly #counts = { waiting: 0, sending: 0, published: 0, failed: 0, unknown: 0, 'not sent': 0 };
  readonly #closedTargets = new Map<string, string>();
  readonly #stopping = new AbortController();
  #next = 0;
  #faults = 0;
  #stop: Stop | undefined;
  #pausedUntil = 0;

  /** `standings` are those of an earlier run that goes on: what was published then is not sent again. */
  constructor(
    readonly files: readonly RunFile[],
    standings: readonly FileState[] = files.map(() => 'waiting'),
  ) {
    this.#standings = [...standings];
    for (const standing of standings) {
      this.#counts[stateKind(standing)]++;
    }
  }

  /** Ends pauses, but no send that is under way. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get stopped(): Stop | undefined {
    return this.#stop;
  }

  get counts(): Counts {
    return this.#counts;
  }

  standing(index: number): FileState {
    return this.#standings[index] ?? 'waiting';
  }

  /** The next file to send; undefined when there is none. */
  take(): number | undefined {
    while (this.#stop === undefined && this.#next < this.files.length) {
      const index = this.#next++;
      const file = this.files[index];
      if (file === undefined || this.standing(index) !== 'waiting') {
        continue;
      }
      const closed = this.#closedTargets.get(targetKey(file.choice));
      if (closed === undefined) {
        this.#set(index, 'sending');
        return index;
      }
      this.#set(index, notSent(closed, file.mayHaveArrived));
    }
    return undefined;
  }

  /** The first file after this one that waits, if the run goes on. */
  waitingAfter(index: number): number | undefined {
    let next = Math.max(index + 1, this.#next);
    while (next < this.files.length && this.standing(next) !== 'waiting') {
      next++;
    }
    return this.#stop === undefined && next < this.files.length ? next : undefined;
  }

  ended(index: number, ending: FileOutcome, outcome?: Outcome): void {
    this.#set(index, ending);
    const file = this.files[index];
    if (file !== undefined && outcome !== undefined) {
      this.#learn(file, ending, outcome);
    }
  }

  /** Until when nothing is sent, since the wiki is asked too often. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  pause(until: number): void {
    this.#pausedUntil = until;
  }

  /** The first reason holds. */
  stop(reason: Stop): void {
    this.#stop ??= reason;
    this.#stopping.abort();
  }

  /** Nothing is under way any more: names what was not sent. */
  close(): void {
    const message = this.#stop?.text ?? '';
    for (const [index, standing] of this.#standings.entries()) {
      if (standing === 'waiting') {
        this.#set(index, notSent(message, this.files[index]?.mayHaveArrived));
      }
    }
  }

  #learn({ choice }: RunFile, ending: FileOutcome, outcome: Outcome): void {
    const meaning = outcome.kind === 'answered' ? outcome.answer.meaning : outcome.kind;
    if (meaning === 'unauthorized' || meaning === 'license inactive' || meaning === 'forbidden') {
      this.stop({ kind: 'token', text: ending.message, endpoint: choice.endpoint });
    }
    if (meaning === 'not found') {
      const { space, parent } = choice.target;
      const text = l10n.t('Space {0} or page {1} was not found, as with another file.', quote(space), parent);
      this.#closedTargets.set(targetKey(choice), text);
    }
    if (isFault(outcome)) {
      this.#faults++;
    } else if (ending.kind !== 'not sent') {
      this.#faults = 0;
    }
    if (this.#faults >= mostFaults) {
      this.stop({ kind: 'fault', text: ending.message });
    }
  }

  #set(index: number, standing: FileState): void {
    this.#counts[stateKind(this.standing(index))]--;
    this.#counts[stateKind(standing)]++;
    this.#standings[index] = standing;
  }
}

/** The rest of a run that broke off: what was published stays so, all else is sent; `overwrite` updates the pages that were met. */
export function restOf(files: readonly RunFile[], standings: readonly FileState[], overwrite = false): Run {
  const published = standings.map((standing) => stateKind(standing) === 'published');
  return new Run(
    files.map((file, index) => ({
      ...(overwrite && metPage(standings[index]) ? overwriting(file) : file),
      mayHaveArrived: file.mayHaveArrived || hasGone(standings[index]),
    })),
    standings.map((standing, index) => (published[index] === true ? standing : 'waiting')),
  );
}

/** A page of the file’s title was there already. */
export function metPage(standing: FileState | undefined): boolean {
  return typeof standing === 'object' && standing.exists;
}

function overwriting(file: RunFile): RunFile {
  return { ...file, choice: { ...file.choice, target: { ...file.choice.target, overwrite: true } } };
}

/** A send of it may have made the page. */
function hasGone(standing: FileState | undefined): boolean {
  return standing === 'sending' || (typeof standing === 'object' && standing.mayHaveArrived);
}

function isFault(outcome: Outcome): boolean {
  return outcome.kind === 'answered'
    ? !outcome.cancelled && (outcome.answer.meaning === 'temporary' || outcome.answer.message === undefined)
    : outcome.reason !== 'cancelled';
}

function stateKind(standing: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof standing === 'string' ? standing : standing.kind;
}

function targetKey({ endpoint, target }: Choice): string {
  return JSON.stringify([endpoint, target.space, target.parent]);
}
