import { stateKinds, type StateKind } from '../../../src/core/publish/states.js';

const ofPlansAlone: readonly StateKind[] = [
  ...(['replaces', 'failed', 'not sent', 'ready', 'waiting'] as const),
  ...(['leftOut', 'published', 'other'] as const),
];

/** The states that a row of the Wiki view may have: not those of a plan, its run or a terminal. */
export const kindsOfView = stateKinds.filter((kind) => !ofPlansAlone.includes(kind));
