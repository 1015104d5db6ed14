import type { SecretStorage } from 'vscode';

/**
 * In a browser, deleting one secret writes back all that this window has, which removes newer ones of other windows:
 * a secret that this window does not have is not deleted.
 */
export async function deleteIfStored(
  secrets: Pick<SecretStorage, 'get' | 'delete'>,
  key: string,
): Promise<void> {
  if ((await secrets.get(key)) !== undefined) {
    await secrets.delete(key);
  }
}
