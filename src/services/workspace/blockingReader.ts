import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import type { FileReader } from './namedFile';

/**
 * Reads files for a terminal, which may block: a file takes six calls, each shorter than passing it to a thread of
 * Node.js.
 */
export const blockingReader: FileReader & { readonly realpath: (file: string) => Promise<string> } = {
  realpath: (file) => asPromise(() => realpathSync.native(file)),
  stat: (file) => asPromise(() => statSync(file)),
  open: (file, flags) =>
    asPromise(() => {
      const handle = openSync(file, flags);
      return {
        stat: () => asPromise(() => fstatSync(handle)),
        read: (into) => asPromise(() => ({ bytesRead: readSync(handle, into) })),
        close: () => asPromise(() => closeSync(handle)),
      };
    }),
};

async function asPromise<T>(call: () => T): Promise<T> {
  return Promise.resolve(call());
}
