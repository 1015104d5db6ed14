import type { SecretStorage } from 'vscode';

/**
 * Deletes nothing if this window does not have the secret. In a browser, a deletion writes back all secrets that this
 * window has, by which newer ones of other windows are lost.
 */
export async function deleteIfStored(
  secrets: Pick<SecretStorage, 'get' | 'delete'>,
  key: string,
): Promise<void> {
  if ((await secrets.get(key)) !== undefined) {
    await secrets.delete(key);
  }
}
