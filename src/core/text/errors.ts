/** What leads out of an error. */
export type Remedy = 'setPlatformToken' | 'replacePlatformToken';

/** An error whose message is a sentence for the person. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly remedy: Remedy | undefined;

  constructor(
    message: string,
    { remedy, ...options }: ErrorOptions & { readonly remedy?: Remedy | undefined } = {},
  ) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** Each bundle has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError';
}
