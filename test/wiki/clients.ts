export interface Client {
  id: string;
  /** A client without a secret is public. */
  secret?: string;
  name: string;
  redirectUris: readonly (string | RegExp)[];
}

export function mayRedirect(client: Client, address: string): boolean {
  if (!URL.canParse(address) || address.includes('#')) {
    return false;
  }
  return client.redirectUris.some((allowed) =>
    typeof allowed === 'string' ? allowed === address : allowed.test(address),
  );
}
