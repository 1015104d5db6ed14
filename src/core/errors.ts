/** An error whose message is a sentence for the person. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
