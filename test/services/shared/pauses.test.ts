import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Pauses } from '../../../src/services/shared/pauses.js';

describe('Work after a pause', () => {
  let pauses: Pauses;
  let done: string[];
  const work = (name: string) => (): void => void done.push(name);

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    pauses = new Pauses(300);
    done = [];
  });
  afterEach(() => mock.timers.reset());

  it('waits for who goes on asking, each for itself', () => {
    pauses.restart('one', work('one'));
    mock.timers.tick(200);
    pauses.restart('one', work('one, later'));
    pauses.restart('other', work('other'));
    mock.timers.tick(299);
    assert.deepEqual(done, []);
    mock.timers.tick(1);
    assert.deepEqual(done, ['one, later', 'other']);
  });

  it('is not put off by what comes all the time', () => {
    for (let step = 0; step < 10; step++) {
      pauses.begin('one', work('one'));
      mock.timers.tick(100);
    }
    assert.deepEqual(done, ['one', 'one', 'one']);
  });

  it('is not done any more once it is ended', () => {
    pauses.begin('one', work('one'));
    pauses.begin('other', work('other'));
    pauses.end('one');
    pauses.dispose();
    mock.timers.tick(300);
    assert.deepEqual(done, []);
  });
});
