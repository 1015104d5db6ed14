/**
 * What is wrong with the store’s file. `busy`: another window locks it. `moved`: it was renamed or deleted
 * while open. `damaged`: it is no intact database. `unusable`: the disk can’t be read or written. `newer`: a
 * newer version of the extension changed its tables.
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

/**
 * SQLite’s result codes PERM, BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN,
 * PROTOCOL, NOLFS and NOTADB, in this order.
 */
const faults: Readonly<Record<number, Fault>> = {
  3: 'unusable',
  5: 'busy',
  6: 'busy',
  8: 'unusable',
  10: 'unusable',
  11: 'damaged',
  13: 'unusable',
  14: 'unusable',
  15: 'unusable',
  22: 'unusable',
  26: 'damaged',
};
const readOnlyMoved = 1032;
const sqlError = 1;
/** Of Node, for a number above 2^53. */
const tooLarge = 'ERR_OUT_OF_RANGE';

/** Returns undefined for an error of the work itself, such as wrong SQL. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof StoreError) {
    return error.fault;
  }
  const code = codeOf(error);
  return code === readOnlyMoved ? 'moved' : code === undefined ? undefined : faults[code & 0xff];
}

/** Whether the file has not the shape that the SQL expects: it lacks a table or a column, or a number is too large. */
export function isShapeError(error: unknown): boolean {
  return codeOf(error) === sqlError || (error instanceof Error && 'code' in error && error.code === tooLarge);
}

function codeOf(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : undefined;
}
