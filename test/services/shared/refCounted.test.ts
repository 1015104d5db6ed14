import assert from 'node:assert/strict';
import { RefCounted } from '../../../src/services/shared/refCounted.js';

describe('What several need at the same time', () => {
  let made: number;
  let problem: Error | undefined;
  let shared: RefCounted<number>;
  const get = (): Promise<number> => shared.use((value) => Promise.resolve(value));

  beforeEach(() => {
    made = 0;
    problem = undefined;
    shared = new RefCounted(() =>
      problem === undefined ? Promise.resolve(++made) : Promise.reject(problem),
    );
  });

  it('is made once for them, and anew for who comes later', async () => {
    assert.deepEqual(await Promise.all([get(), get(), get()]), [1, 1, 1]);
    assert.equal(await get(), 2);
  });

  it('is made anew for the next after it could not be made', async () => {
    problem = new Error('The keyring is locked.');
    await assert.rejects(Promise.all([get(), get()]), problem);
    problem = undefined;
    assert.equal(await get(), 1);
  });

  it('is made anew once it is forgotten, while others still use the last one', async () => {
    const first = Promise.withResolvers<undefined>();
    const using = shared.use(async (value) => {
      await first.promise;
      return value;
    });
    shared.forget();
    assert.equal(await get(), 2);
    first.resolve(undefined);
    assert.equal(await using, 1);
    assert.equal(await get(), 3);
  });
});
