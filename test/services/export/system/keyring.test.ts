import assert from 'node:assert/strict';
import { KeyringProbe } from '../../../../src/services/export/system/keyring.js';
import { MemorySecrets, MemoryState } from '../../fakes.js';

const minute = 60_000;

describe('A keyring', () => {
  let state: MemoryState;
  let secrets: MemorySecrets;
  let now: number;

  beforeEach(() => {
    state = new MemoryState();
    secrets = new MemorySecrets();
    now = Date.UTC(2026, 0, 1);
  });

  /** A run of VS Code, ten minutes after the last. */
  const run = (): KeyringProbe => {
    now += 10 * minute;
    return new KeyringProbe(secrets, state, now, () => now);
  };

  it('is not judged in the run that first asks', async () => {
    const keyring = run();
    assert.equal(await keyring.checkPersistence(), undefined);
    assert.equal(await keyring.checkPersistence(), undefined);
  });

  it('survives when the next run finds the probe', async () => {
    await run().checkPersistence();
    assert.equal(await run().checkPersistence(), true);
    assert.equal(await run().checkPersistence(), true);
  });

  it('does not survive when secrets are gone after each run', async () => {
    for (const expected of [undefined, false, false]) {
      assert.equal(await run().checkPersistence(), expected);
      secrets = new MemorySecrets();
    }
  });

  it('is judged the same however often it is asked', async () => {
    await run().checkPersistence();
    secrets = new MemorySecrets();
    const keyring = run();
    assert.equal(await keyring.checkPersistence(), false);
    assert.equal(await keyring.checkPersistence(), false);
  });

  it('is not judged when it does not answer', async () => {
    await run().checkPersistence();
    secrets.get = () => Promise.reject(new Error('locked'));
    assert.equal(await run().checkPersistence(), undefined);
  });

  it('is not judged by a window that was open before the probe was left', async () => {
    const early = new KeyringProbe(new MemorySecrets(), state, now, () => now);
    await run().checkPersistence();
    assert.equal(await early.checkPersistence(), undefined);
  });
});
