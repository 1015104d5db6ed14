import assert from 'node:assert/strict';
import { BatchedState } from '../../../src/services/run/batchedState.js';
import { MemoryState } from '../fakes.js';

const fails = (error: unknown): never => assert.fail(String(error));

describe('A state whose writes are gathered', () => {
  it('writes at once while nobody holds it', async () => {
    const below = new MemoryState();
    const state = new BatchedState(below, fails);
    await state.update('a', 1);
    assert.equal(below.get('a'), 1);
    assert.equal(state.get('a'), 1);
  });

  it('writes later while it is held, and reads what will be written', async () => {
    const below = new MemoryState();
    await below.update('old', 1);
    await below.update('gone', 1);
    const state = new BatchedState(below, fails);
    await state.holding(60_000, async () => {
      await state.update('new', 2);
      await state.update('gone', undefined);
      assert.deepEqual(below.keys(), ['old', 'gone']);
      assert.deepEqual(state.keys(), ['old', 'new']);
      assert.deepEqual(
        [state.get('old'), state.get('new'), state.get('gone'), state.get('gone', 3)],
        [1, 2, undefined, 3],
      );
    });
    assert.deepEqual(below.keys(), ['old', 'new']);
  });

  it('writes every so often, so that little is lost', async () => {
    const below = new MemoryState();
    const state = new BatchedState(below, fails);
    await state.holding(5, async () => {
      await state.update('a', 1);
      while (below.get('a') !== 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
  });

  it('writes when the work fails', async () => {
    const below = new MemoryState();
    const state = new BatchedState(below, fails);
    const work = state.holding(60_000, async () => {
      await state.update('a', 1);
      throw new Error('no');
    });
    await assert.rejects(work, /no/);
    assert.equal(below.get('a'), 1);
  });

  it('ends the work with what came of it, when the last write fails', async () => {
    const below = Object.assign(new MemoryState(), { update: () => Promise.reject(new Error('full')) });
    const failures: unknown[] = [];
    const state = new BatchedState(below, (error) => failures.push(error));
    const work = state.holding(5, async () => {
      await state.update('a', 1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await state.update('b', 1);
      return 'done';
    });
    assert.equal(await work, 'done');
    assert.equal(failures.length, 2);
  });
});
