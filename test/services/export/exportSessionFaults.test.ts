import * as assert from 'node:assert/strict';
import { type StepName, stepNames } from '../../../src/services/export/store/sessionDependencies';
import { ask, noAnswer, Room, stopAt } from './room';

describe('a fault in the refresh', () => {
  let room: Room;
  beforeEach(() => (room = new Room()));
  afterEach(() => room.close());

  const waits = new Set<StepName>(stepNames.slice(1, stepNames.indexOf('journalWritten')));
  for (const step of stepNames.filter((name) => name !== 'backedOff')) {
    const others = waits.has(step) ? 'others wait' : 'others have a token';
    it(`frozen at ${step}: ${others}, and nothing is presented twice`, async () => {
      const frozen = stopAt(step);
      const first = ask(await room.signedIn({ step: frozen.step }));
      await frozen.reached;
      assert.equal(await ask(room.window()), waits.has(step) ? 'otherWindow' : 'token');
      frozen.goOn();
      assert.equal(await first, 'token');
      assert.equal(room.rotations, 1);
      await room.recovers();
    });
  }

  it('the reply comes too late: the refresh rests, then the same window or another tries the token once more', async () => {
    const session = await room.signedIn();
    room.onTheWayBack = () => noAnswer;
    assert.equal(await ask(session), 'unavailable noAnswer');
    room.onTheWayBack = undefined;
    assert.equal(await ask(session), 'unavailable noAnswer');
    room.nowMs += 60_000;
    // The provider had rotated and knows no grace: this is the one loss nobody can prevent, and it is told.
    assert.equal(await ask(session), 'signedOut refused');
    assert.equal(room.presented.length, 2);
  });

  it('the reply never comes: the wait has an end', async () => {
    await room.signedIn();
    const session = room.window({
      send: (_request, { signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve(noAnswer))),
    });
    assert.equal(await ask(session), 'unavailable noAnswer');
  });
});
