import assert from 'node:assert/strict';
import { setImmediate as soon } from 'node:timers/promises';
import { FileLocks } from '../../../src/services/wiki/fileLocks.js';

describe('The locks of files', () => {
  it('let one publish of a file in at a time, in the order in which they came', async () => {
    const locks = new FileLocks();
    const events: string[] = [];
    const publish = (name: string) => async () => {
      events.push(`${name} begins`);
      await soon();
      events.push(`${name} ends`);
    };
    await Promise.all(['one', 'two', 'three'].map((name) => locks.withLock('a', publish(name))));
    assert.deepEqual(
      events,
      ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    assert.equal(locks.isLocked('a'), false);
    assert.equal(locks.startedPublishes('a'), 3);
  });

  it('keep no other file waiting', async () => {
    const locks = new FileLocks();
    await locks.withLock('a', () => locks.withLock('b', () => Promise.resolve()));
  });

  it('are free again after a failure', async () => {
    const locks = new FileLocks();
    const failed = locks.withLock('a', () => Promise.reject(new Error('no')));
    const next = locks.withLock('a', () => Promise.resolve('yes'));
    await assert.rejects(failed, /no/);
    assert.equal(await next, 'yes');
    assert.equal(locks.isLocked('a'), false);
  });
});
