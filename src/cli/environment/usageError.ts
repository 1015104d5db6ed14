/**
 * Says that arguments or configuration are wrong, or why nothing may be sent, for example since the commit is older
 * than the last one. The command prints the message and ends with exit code 2.
 */
export class UsageError extends Error {}

export const exitCodes = {
  /** Also for a plan with changes, which is no failure. */
  done: 0,
  /** Problems in documents, failed sends, questions for a person, an unwritable result, or an unexpected error. */
  needsPerson: 1,
  /** Wrong arguments or configuration, or a publish that was refused before anything was sent. */
  usage: 2,
  /** The API token has expired or expires soon (`--min-days`), or the service refused the token or its license. */
  token: 3,
  /** The wiki was not reached, or answered with a fault of its own. */
  wiki: 4,
  interrupted: 130,
  terminated: 143,
} as const;
