import type { Send } from '../../../core/network/http';
import type { Client } from '../../../core/export/tokenRequest';
import type { Leases } from './lease';
import type { Clock } from '../system/clock';
import type { Disk } from '../../disk/disk';
import type { SessionSecrets } from './sessionSecrets';

/** Is called at each step of a refresh. Tests stop, kill or freeze the process there. */
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
  /** The token is refreshed when less than this is left (contract 5.2 (8)). */
  readonly earlyMs: number;
  /** A family is not refreshed more often than this, whatever the clocks say. */
  readonly minRefreshIntervalMs: number;
  readonly pollMs: number;
  readonly waitForOtherMs: number;
  /** How long a secret stored by another window may take to arrive. */
  readonly secretArrivalMs: number;
  /** How long one call of the secret storage may take. */
  readonly secretsMs: number;
  readonly sendMs: number;
}

export const defaultDurations: Durations = {
  earlyMs: 5 * 60_000,
  minRefreshIntervalMs: 60_000,
  pollMs: 50,
  waitForOtherMs: 45_000,
  secretArrivalMs: 5_000,
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
  /** Never rejects. */
  readonly send: Send;
  readonly step: ReachStep;
  readonly durations: Durations;
  /** The time at which this window opened. A secret that is older has been loaded; a newer one may not have arrived. */
  readonly windowOpenedAt: number;
}
