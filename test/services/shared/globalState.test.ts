import assert from 'node:assert/strict';
import { GlobalState } from '../../../src/services/shared/globalState.js';
import { MemoryState } from '../fakes.js';

describe('What is remembered', () => {
  it('is known at once, and written once at a time, the latest value last', async () => {
    const written: unknown[] = [];
    let under = 0;
    const memento = Object.assign(new MemoryState(), {
      update: async (key: string, value: unknown) => {
        assert.equal(under, 0);
        under += 1;
        written.push([key, value]);
        await new Promise((resolve) => setTimeout(resolve, 1));
        under -= 1;
      },
    });
    const state = new GlobalState(memento);
    const writing = [1, 2, 3].map((value) => state.update('one', value));
    assert.equal(state.get('one'), 3);
    assert.deepEqual(state.keys(), ['one']);
    await Promise.all(writing);
    assert.deepEqual(written, [
      ['one', 1],
      ['one', 3],
    ]);
  });

  it('is written at whatever moment of an earlier write it comes', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const memento = new MemoryState();
      const state = new GlobalState(memento);
      const writing = state.update('one', 1);
      for (let turn = 0; turn < turns; turn += 1) {
        await Promise.resolve();
      }
      await state.update('two', 2);
      await writing;
      assert.deepEqual([memento.get('one'), memento.get('two')], [1, 2], `after ${turns} turns`);
    }
  });

  it('is not there any more while its removal is written', async () => {
    const memento = new MemoryState();
    await memento.update('one', 1);
    const state = new GlobalState(memento);
    const removing = state.update('one', undefined);
    assert.deepEqual([state.get('one'), state.get('one', 2), state.keys()], [undefined, 2, []]);
    await removing;
    assert.deepEqual([memento.get('one'), state.get('one', 2)], [undefined, 2]);
  });

  it('is known in this window, and tried again with the next, where it could not be written', async () => {
    const memento = new MemoryState();
    const update = memento.update.bind(memento);
    const state = new GlobalState(memento);
    memento.update = () => Promise.reject(new Error('full'));
    await assert.rejects(state.update('one', 1), /full/);
    assert.equal(state.get('one'), 1);
    memento.update = update;
    await state.update('two', 2);
    assert.deepEqual([memento.get('one'), memento.get('two')], [1, 2]);
  });
});
