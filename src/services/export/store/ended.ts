import { parseObject } from '../../../core/text/json';

/**
 * `user`: signed out here or in another window. `refused`: the provider no longer takes the newest
 * token (replaced elsewhere, or revoked). `idle`: so it does after 90 days without a refresh.
 */
export type EndReason = 'user' | 'refused' | 'idle';

export interface Ended {
  readonly reason: EndReason;
  readonly at: number;
}

const reasons: readonly EndReason[] = ['user', 'refused', 'idle'];

export function serializeEnded(ended: Ended): string {
  return JSON.stringify(ended);
}

/** That the mark exists is what counts; one that can't be read ends the family as well. */
export function readEnded(text: string): Ended {
  const { reason, at } = parseObject(text) ?? {};
  return { reason: reasons.find((it) => it === reason) ?? 'refused', at: typeof at === 'number' ? at : 0 };
}
