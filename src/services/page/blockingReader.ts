import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import type { FileReader } from './namedFile';

/**
 * Blocks while the disk is read, as a process may that has nothing else to do: to hand each of six calls a file to another
 * thread takes longer than the calls.
 */
export const blockingReader: FileReader & { readonly realpath: (file: string) => Promise<string> } = {
  realpath: (file) => now(() => realpathSync.native(file)),
  stat: (file) => now(() => statSync(file)),
  open: (file, flags) =>
    now(() => {
      const handle = openSync(file, flags);
      return {
        stat: () => now(() => fstatSync(handle)),
        read: (into) => now(() => ({ bytesRead: readSync(handle, into) })),
        close: () => now(() => closeSync(handle)),
      };
    }),
};

/** Rejects with what is thrown. */
async function now<T>(call: () => T): Promise<T> {
  return Promise.resolve(call());
}
