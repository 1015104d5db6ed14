/** What keeps a command from being begun: it was called, or is set up, wrongly. */
export class UsageError extends Error {}

/** How a command ended, as its caller reads it. */
export const exitCodes = {
  /** All as wanted; a plan with changes too. */
  done: 0,
  /** Problems, failures, or what needs a person. */
  needsPerson: 1,
  /** Wrong usage or configuration, or a crash: nothing was sent. */
  usage: 2,
  /** Stopped by the token or the license. */
  token: 3,
  /** The wiki was not reached, or has a problem. */
  wiki: 4,
  interrupted: 130,
  terminated: 143,
} as const;
