import path from 'node:path';
import type { Disk } from '../services/export/system/disk';

/** Returns a disk that is empty at first, and whose files are lost when the process ends. */
export function memoryDisk(): Disk {
  const texts = new Map<string, string>();
  const missing = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('There is no such file.'), { code: 'ENOENT' }));
  const done = (): Promise<void> => Promise.resolve();
  const disk: Pick<Disk, 'mkdir' | 'unlink' | 'rename' | 'stat'> & Readonly<Record<string, unknown>> = {
    mkdir: () => Promise.resolve(undefined),
    open: (file: string) =>
      Promise.resolve({
        writeFile: (text: string) => {
          texts.set(file, text);
          return done();
        },
        sync: done,
        close: done,
      }),
    readFile: (file: string) => {
      const text = texts.get(file);
      return text === undefined ? missing() : Promise.resolve(text);
    },
    readdir: (folder: string) =>
      Promise.resolve(
        [...texts.keys()].filter((file) => path.dirname(file) === folder).map((file) => path.basename(file)),
      ),
    rename: (from, to) => {
      const text = texts.get(String(from));
      if (text === undefined) {
        return missing();
      }
      texts.set(String(to), text).delete(String(from));
      return done();
    },
    stat: missing,
    unlink: (file) => (texts.delete(String(file)) ? done() : missing()),
  };
  return disk as unknown as Disk;
}
