import path from 'node:path';
import type { Result } from './result';

/** The path of a result’s file from a forge’s checkout, with “/” between; from the root where it is not in there. */
export function pathFrom(checkout: string | undefined, { root }: Result, file: string): string {
  if (checkout === undefined || root === undefined) {
    return file;
  }
  const found = path.relative(checkout, path.join(root, file)).replaceAll(path.sep, '/');
  return found.startsWith('../') ? file : found;
}
