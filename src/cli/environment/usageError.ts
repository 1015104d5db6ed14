/**
 * Wrong arguments or configuration, or a refusal before anything is sent, as of an older commit. The command
 * prints the message and ends with exit code 2.
 */
export class UsageError extends Error {}

export const exitCodes = {
  /** Also for a plan with changes, which is no failure. */
  done: 0,
  /** Problems in documents, failed sends, questions that only a person can answer, or an unexpected error. */
  needsPerson: 1,
  /** Wrong arguments or configuration. */
  usage: 2,
  /** The API token has expired or does soon (`--min-days`), or the service refused the token or its license. */
  token: 3,
  /** The wiki was not reached, or answered with a fault of its own. */
  wiki: 4,
  interrupted: 130,
  terminated: 143,
} as const;
