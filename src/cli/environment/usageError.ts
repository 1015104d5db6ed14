/** A wrong call or configuration, which keeps a command from starting. */
export class UsageError extends Error {}

/** The exit codes of the commands. */
export const exitCodes = {
  /** Success; also for a plan with changes. */
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
