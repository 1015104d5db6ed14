import * as l10n from '@vscode/l10n';

/** Why a run ended before its last file. */
export interface RunStop {
  /** `token`: the token can't be used any more. `fault`: several sends in a row failed. */
  readonly kind: 'cancelled' | 'token' | 'fault' | 'storage';
  readonly text: string;
  readonly endpoint?: string | undefined;
}

/** A run ends where sends can’t be recorded. */
export function storageStop(): RunStop {
  return {
    kind: 'storage',
    text: l10n.t(
      'The record of what was sent can’t be saved on this computer. Make room on the disk, and reload the window. A single file can still be published.',
    ),
  };
}
