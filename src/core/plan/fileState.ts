import type { FileOutcome } from './fileOutcome';

/** The state of a file in a run: waiting, sending, or its outcome. */
export type FileState = 'waiting' | 'sending' | FileOutcome;

export function stateKind(state: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof state === 'string' ? state : state.kind;
}
