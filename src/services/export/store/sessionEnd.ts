import * as v from 'valibot';
import { parseJson, readAs } from '../../../core/text/json';

/**
 * `user`: the person signed out, in any window. `refused`: the provider no longer accepts the newest refresh token (it
 * was replaced elsewhere, or revoked). `idle`: the same after 90 days without a refresh.
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

/** Reads the mark that a family ended. A mark that can't be read counts too. */
export function readSessionEnd(text: string): SessionEnd {
  return readAs(endedSchema, parseJson(text)) ?? { reason: 'refused', at: 0 };
}
