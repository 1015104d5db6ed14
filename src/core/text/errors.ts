export type Remedy = TokenRemedy | 'publish' | 'openSettings' | 'openSettingsFile';
export type TokenRemedy = 'setPlatformToken' | 'replacePlatformToken';

/** The message of a `UserError` is shown to the person, so it must be a translated sentence. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly remedy: Remedy | undefined;
  /** The document that the remedy `publish` publishes, or the file that `openSettingsFile` opens instead of the user’s. */
  readonly uri: string | undefined;

  constructor(
    message: string,
    {
      remedy,
      uri,
      ...options
    }: ErrorOptions & { readonly remedy?: Remedy | undefined; readonly uri?: string } = {},
  ) {
    super(message, options);
    this.remedy = remedy;
    this.uri = uri;
  }
}

/** Compares the name, since each bundle has its own copy of the class. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError';
}
