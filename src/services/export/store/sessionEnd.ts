import * as v from 'valibot';
import { parseJson, readAs } from '../../../core/text/json';

/**
 * `refused`: the provider no longer accepts the newest refresh token, which was replaced elsewhere or
 * revoked. `idle`: the same after 90 days without a refresh.
 */
export type EndReason = (typeof endReasons)[number];

export interface SessionEnd {
  readonly reason: EndReason;
  readonly at: number;
}

const endReasons = ['user', 'refused', 'idle'] as const;
const endedSchema = v.object({
  reason: v.fallback(v.picklist(endReasons), 'refused'),
  at: v.fallback(v.number(), 0),
});

export function serializeEnded(ended: SessionEnd): string {
  return JSON.stringify(ended);
}

/** A file that can't be parsed counts as an end too, since its existence is the mark. */
export function readSessionEnd(text: string): SessionEnd {
  return readAs(endedSchema, parseJson(text)) ?? { reason: 'refused', at: 0 };
}
