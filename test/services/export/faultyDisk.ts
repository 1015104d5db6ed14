import { type Disk, realDisk } from '../../../src/services/disk/disk';

export interface DiskFault {
  readonly code: string;
  readonly on: keyof Disk | 'write' | 'change';
  readonly file: RegExp;
}

const changes = new Set<string>(['open', 'unlink', 'rename', 'link', 'mkdir']);

/** A disk on which `fault` fails for as long as it is set. */
export function faultyDisk(state: { fault: DiskFault | undefined }): Disk {
  const check = (operation: DiskFault['on'], file: unknown): void => {
    const { fault } = state;
    const hit = fault?.on === 'change' ? changes.has(operation) : fault?.on === operation;
    if (fault && hit && fault.file.test(String(file))) {
      throw Object.assign(new Error(`${fault.code}: ${String(file)}`), { code: fault.code });
    }
  };
  return new Proxy(realDisk, {
    get:
      (disk, name: keyof Disk) =>
      async (file: never, ...rest: never[]) => {
        check(name, name === 'link' || name === 'rename' ? rest[0] : file);
        const result: unknown = await (disk[name] as (...all: never[]) => Promise<unknown>)(file, ...rest);
        if (name !== 'open') {
          return result;
        }
        return new Proxy(result as object, {
          get: (handle, part) => {
            const value: unknown = Reflect.get(handle, part);
            if (typeof value !== 'function') {
              return value;
            }
            return async (...all: unknown[]): Promise<unknown> => {
              if (String(part).startsWith('write')) {
                check('write', file);
              }
              return (value as (...it: unknown[]) => Promise<unknown>).apply(handle, all);
            };
          },
        });
      },
  });
}

/** A disk that takes seven bytes at a time. */
export const shortWrites = takingAtMost(7);

/** One that says so of each write, and fails none. */
export const takesNothing = takingAtMost(0);

function takingAtMost(most: number): Disk {
  return {
    ...realDisk,
    open: async (...opening) => {
      const handle = await realDisk.open(...opening);
      const write = handle.write.bind(handle) as (...all: unknown[]) => Promise<unknown>;
      return Object.assign(handle, {
        write: (bytes: Uint8Array, offset: number, length: number, position: number) =>
          write(bytes, offset, Math.min(length, most), position),
      });
    },
  };
}
