/** What the person can do about an error. */
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

/** Compares the name, since each bundle has its own copy of the class. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError';
}
