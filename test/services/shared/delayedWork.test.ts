import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { DelayedWork } from '../../../src/services/shared/delayedWork.js';

describe('Work after a pause', () => {
  let pauses: DelayedWork;
  let done: string[];
  const work = (name: string) => (): void => void done.push(name);

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    pauses = new DelayedWork(300);
    done = [];
  });
  afterEach(() => mock.timers.reset());

  it('waits for who goes on asking, each for itself', () => {
    pauses.debounce('one', work('one'));
    mock.timers.tick(200);
    pauses.debounce('one', work('one, later'));
    pauses.debounce('other', work('other'));
    mock.timers.tick(299);
    assert.deepEqual(done, []);
    mock.timers.tick(1);
    assert.deepEqual(done, ['one, later', 'other']);
  });

  it('is not put off by what comes all the time', () => {
    for (let step = 0; step < 10; step++) {
      pauses.throttle('one', work('one'));
      mock.timers.tick(100);
    }
    assert.deepEqual(done, ['one', 'one', 'one']);
  });

  it('is not done any more once it is ended', () => {
    pauses.throttle('one', work('one'));
    pauses.throttle('other', work('other'));
    pauses.cancel('one');
    pauses.dispose();
    mock.timers.tick(300);
    assert.deepEqual(done, []);
  });
});
