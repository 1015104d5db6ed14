import type { Ended } from './ended';
import type { TokenSet } from './journal';
import type { Keys } from './sessionSecrets';

/** What one window remembers beyond the disk: never the reason to present a token, only not to. */
export class SessionMemory {
  /** Once read, the keys stay for as long as this window lives, whatever becomes of the keyring. */
  keys: Keys | undefined;
  /** The newest tokens, when the disk refused it. */
  unwritten: { readonly family: string; readonly tokens: TokenSet } | undefined;
  readonly ended = new Map<string, Ended>();
}
