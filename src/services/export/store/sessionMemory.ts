import type { Ended } from './ended';
import type { TokenSet } from './journal';
import type { Keys } from './sessionSecrets';

/** What a window remembers that is not on the disk. It can only be a reason not to present a token. */
export class SessionMemory {
  /** The keys are kept once they were read, even if the keyring fails later. */
  keys: Keys | undefined;
  /** The newest tokens, if the disk did not take them. */
  unwritten: { readonly family: string; readonly tokens: TokenSet } | undefined;
  readonly ended = new Map<string, Ended>();
}
