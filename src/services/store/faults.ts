/**
 * What is wrong with the file: another window is in the way, the file at its path is another one by now, it is no whole
 * database, or the disk does not take or give it. A newer version of the extension has changed its tables.
 */
export type Fault = 'busy' | 'moved' | 'damaged' | 'unusable' | 'newer';

export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    readonly fault: Fault,
    options?: ErrorOptions,
  ) {
    super(`The store is ${fault}.`, options);
  }
}

/** SQLite's primary result codes. */
const faults: Readonly<Record<number, Fault>> = {
  5: 'busy',
  6: 'busy',
  3: 'unusable',
  8: 'unusable',
  10: 'unusable',
  13: 'unusable',
  14: 'unusable',
  15: 'unusable',
  22: 'unusable',
  11: 'damaged',
  26: 'damaged',
};
const readonlyMoved = 1032;

/** Undefined if the error is not one of the file: the work itself is at fault. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof StoreError) {
    return error.fault;
  }
  const code = sqliteCode(error);
  return code === readonlyMoved ? 'moved' : code === undefined ? undefined : faults[code & 0xff];
}

/** SQLite's extended result code. */
export function sqliteCode(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : undefined;
}
