import { parseObject } from '../../../core/text/json';

/**
 * `user`: the person signed out, in any window. `refused`: the provider no longer accepts the newest refresh token (it
 * was replaced elsewhere, or revoked). `idle`: the same after 90 days without a refresh.
 */
export type EndReason = (typeof endReasons)[number];

export interface Ended {
  readonly reason: EndReason;
  readonly at: number;
}

const endReasons = ['user', 'refused', 'idle'] as const;

export function serializeEnded(ended: Ended): string {
  return JSON.stringify(ended);
}

/** Reads the mark that a family ended. A mark that can't be read counts too. */
export function readEnded(text: string): Ended {
  const { reason, at } = parseObject(text) ?? {};
  return { reason: endReasons.find((it) => it === reason) ?? 'refused', at: typeof at === 'number' ? at : 0 };
}
