import type { StepName } from '../../src/services/export/store/sessionDependencies';

export interface Beginning {
  readonly kind: 'begin';
  readonly name: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly storageFolder: string;
  readonly secrets: readonly (readonly [string, string])[];
}

export type ToWorker =
  | Beginning
  /** `aheadMs`: how far this window's clock is ahead of the provider's. */
  | { readonly kind: 'ask'; readonly id: number; readonly aheadMs: number }
  | { readonly kind: 'secret'; readonly key: string; readonly value: string | undefined }
  | {
      readonly kind: 'stopAt';
      readonly step: StepName;
      readonly afterMs: number;
    };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: string }
  | { readonly kind: 'stored'; readonly key: string; readonly value: string | undefined };
