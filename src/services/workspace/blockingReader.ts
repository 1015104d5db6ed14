import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import type { FileReader } from './namedFile';

/**
 * Blocks while the disk is read, as a process may that has nothing else to do: to hand each of six calls a file to another
 * thread takes longer than the calls.
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

/** Rejects with what is thrown. */
async function asPromise<T>(call: () => T): Promise<T> {
  return Promise.resolve(call());
}
