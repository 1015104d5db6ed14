import * as l10n from '@vscode/l10n';
import type { TokenRemedy } from '../text/errors';

export interface RunStop {
  /**
   * `token`: the API token has expired or was refused. `fault`: several
   * sends in a row got no usable answer. `storage`: sends can’t be recorded.
   */
  readonly kind: 'cancelled' | 'token' | 'fault' | 'storage';
  readonly text: string;
  readonly endpoint?: string | undefined;
}

/** A problem of a wiki’s platform token. The run goes on, but pages whose parent has to be looked up are not sent. */
export interface TokenProblem {
  readonly remedy: TokenRemedy;
  readonly endpoint: string;
}

export function stateStop(): RunStop {
  return {
    kind: 'storage',
    text: l10n.t(
      'The folder of --state can’t be written, so the next run would not know what was sent. Make room there, and publish again.',
    ),
  };
}

export function storageStop(): RunStop {
  return {
    kind: 'storage',
    text: l10n.t(
      'The record of what was sent can’t be saved on this computer. Make room on the disk, and reload the window. A single file can still be published.',
    ),
  };
}
