import { statusKinds, type StatusKind } from '../../../src/core/plan/pageStatus.js';

const ofPlansAlone: readonly StatusKind[] = [
  ...(['replaces', 'failed', 'not sent', 'ready', 'waiting'] as const),
  ...(['leftOut', 'published', 'gone', 'other'] as const),
];

/** The states that a row of the Wiki view may have: not those of a plan, its run or a terminal. */
export const kindsOfView = statusKinds.filter((kind) => !ofPlansAlone.includes(kind));
