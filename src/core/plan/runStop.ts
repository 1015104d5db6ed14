import * as l10n from '@vscode/l10n';
import type { TokenRemedy } from '../text/errors';

export interface RunStop {
  /**
   * `token`: expired or refused. `fault`: several sends in a row got no usable answer. `storage`: sends can’t
   * be recorded.
   */
  readonly kind: 'cancelled' | 'token' | 'fault' | 'storage';
  readonly text: string;
  readonly endpoint?: string | undefined;
}

/** Of a wiki’s platform token: a run goes on without it, but what goes under other pages is not sent. */
export interface TokenProblem {
  readonly remedy: TokenRemedy;
  readonly endpoint: string;
}

export function storageStop(): RunStop {
  return {
    kind: 'storage',
    text: l10n.t(
      'The record of what was sent can’t be saved on this computer. Make room on the disk, and reload the window. A single file can still be published.',
    ),
  };
}
