const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that looks signed; times are Unix seconds. */
export function jwt(claims: unknown): string {
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'c2lnbmF0dXJl'.repeat(3)}`;
}
