import type { Send } from '../../../core/network/http';
import type { Client } from '../../../core/export/tokenRequest';
import type { Leases } from './lease';
import type { Clock } from '../system/clock';
import type { Disk } from '../../disk/disk';
import type { SessionSecrets } from './sessionSecrets';

/** Called at each step of a refresh, where tests stop, kill or freeze the process. */
export type ReachStep = (name: StepName) => void | Promise<void>;
export type StepName = (typeof stepNames)[number];

export const stepNames = [
  'read',
  'leased',
  'reserved',
  'beforeSend',
  'sent',
  'answered',
  'judged',
  'journalTemporaryWritten',
  'journalWritten',
  'secretStored',
  'swept',
  'backedOff',
] as const;

export interface Durations {
  /** The access token is refreshed when less than this is left (contract 5.2 (8)). */
  readonly earlyMs: number;
  /** Keeps a wrong clock or `exp` from causing one refresh after the other. */
  readonly minRefreshIntervalMs: number;
  readonly pollMs: number;
  readonly waitForOtherMs: number;
  /** How long VS Code may take to pass a secret from one window to another. */
  readonly waitForSecretMs: number;
  /** The timeout of one call of the secret storage. */
  readonly secretsMs: number;
  readonly sendMs: number;
}

export const defaultDurations: Durations = {
  earlyMs: 5 * 60_000,
  minRefreshIntervalMs: 60_000,
  pollMs: 50,
  waitForOtherMs: 45_000,
  waitForSecretMs: 5_000,
  secretsMs: 5_000,
  sendMs: 30_000,
};

export interface SessionDependencies {
  readonly client: Client;
  readonly folder: string;
  readonly place: () => Promise<string>;
  readonly disk: Disk;
  readonly secrets: SessionSecrets;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly send: Send;
  readonly step: ReachStep;
  readonly durations: Durations;
  /** A secret that is older was loaded with this window; a newer one of another window may not have arrived yet. */
  readonly windowOpenedAt: number;
}
