import type { FileOutcome } from './fileOutcome';

export type FileState = 'waiting' | 'sending' | FileOutcome;

export function stateKind(state: FileState): 'waiting' | 'sending' | FileOutcome['kind'] {
  return typeof state === 'string' ? state : state.kind;
}
