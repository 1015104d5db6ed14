import assert from 'node:assert/strict';
import { Keyring } from '../../src/services/keyring.js';
import { MemorySecrets, MemoryState } from './fakes.js';

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
  const run = (id: string): Keyring => {
    now += 10 * minute;
    return new Keyring(secrets, state, { id, openedAt: now }, () => now);
  };

  it('is not judged in the run that first asks', async () => {
    const keyring = run('one');
    assert.equal(await keyring.survives(), undefined);
    assert.equal(await keyring.survives(), undefined);
  });

  it('survives when the next run finds the probe', async () => {
    await run('one').survives();
    assert.equal(await run('two').survives(), true);
    assert.equal(await run('three').survives(), true);
  });

  it('does not survive when secrets are gone after each run', async () => {
    for (const [id, expected] of [
      ['one', undefined],
      ['two', false],
      ['three', false],
    ] as const) {
      assert.equal(await run(id).survives(), expected, id);
      secrets = new MemorySecrets();
    }
  });

  it('is not judged by a window that was open before the probe was left', async () => {
    const early = new Keyring(new MemorySecrets(), state, { id: 'early', openedAt: now }, () => now);
    await run('one').survives();
    assert.equal(await early.survives(), undefined);
  });
});
