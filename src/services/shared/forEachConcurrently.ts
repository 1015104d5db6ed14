/** Once `signal` aborts, starts no further item, but waits for those under way. */
export async function forEachConcurrently<T>(
  all: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (each: T, index: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const iterator = iterate(all);
  let count = 0;
  const workOnNext = async (): Promise<void> => {
    while (signal?.aborted !== true) {
      const next = await iterator.next();
      if (next.done === true) {
        return;
      }
      await work(next.value, count++);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOnNext));
}

async function* iterate<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* all;
}
