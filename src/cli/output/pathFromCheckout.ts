import path from 'node:path';
import type { CommandResult } from './result';

/** `file`: a path from the root, returned as it is if the checkout is unknown or does not contain the file. */
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
