/** An error whose message is a sentence for the person. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Each bundle has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError';
}
