import type { FileOutcome } from './fileOutcome';

/** What a person knows of a file's state. */
export type FileState = 'waiting' | 'sending' | FileOutcome;

export function stateKind(state: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof state === 'string' ? state : state.kind;
}
