import path from 'node:path';
import type { CommandResult } from './result';

/** Returns the path of a file from the forge's checkout, or from the root if it is not in there. */
export function pathFromCheckout(
  checkout: string | undefined,
  { root }: CommandResult,
  file: string,
): string {
  if (checkout === undefined || root === undefined) {
    return file;
  }
  const found = path.relative(checkout, path.join(root, file)).replaceAll(path.sep, '/');
  return found.startsWith('../') ? file : found;
}
