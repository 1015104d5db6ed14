import type { FileOutcome } from './fileOutcome';

/** What a person knows of a file's state. */
export type FileState = 'waiting' | 'sending' | FileOutcome;

/** The states of a file that has not ended. */
export type FileStage = 'held' | 'queued' | 'relinking' | 'reading' | 'ready' | 'sending';

export function shownState(state: FileStage | FileOutcome): FileState {
  switch (state) {
    case 'held':
    case 'queued':
    case 'relinking':
      return 'waiting';
    case 'reading':
    case 'ready':
    case 'sending':
      return 'sending';
    default:
      return state;
  }
}

export function stateKind(state: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof state === 'string' ? state : state.kind;
}
