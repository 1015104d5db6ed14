import * as assert from 'node:assert/strict';
import { stepNames } from '../../src/services/export/store/sessionDependencies';
import { playKills } from './kills';
import { playRounds } from './rounds';

const steps = stepNames.filter((name) => name !== 'backedOff');
const beforeTheProvider = ['read', 'leased', 'reserved', 'beforeSend'];
const afterTheJournal = ['journalWritten', 'secretStored', 'swept'];

describe('several windows, one family', function () {
  this.timeout(120_000);

  for (const lagMs of [200, Infinity]) {
    it(`refresh once a round when secrets lag ${lagMs} ms`, async () => {
      const { calls, revoked, outcomes } = await playRounds({ windows: 5, rounds: 20, lagMs });
      assert.deepEqual({ calls, revoked, outcomes }, { calls: 20, revoked: 0, outcomes: { token: 100 } });
    });
  }

  for (const step of steps) {
    it(`survive a window killed at ${step}`, async () => {
      const found = await playKills({ kills: 1, step });
      const { unjustified, unreadable, strange, rotatedUnjournaled } = found;
      assert.deepEqual({ unjustified, unreadable, strange }, { unjustified: 0, unreadable: 0, strange: [] });
      const harmless = [...beforeTheProvider, ...afterTheJournal].includes(step);
      if (harmless) {
        assert.equal(rotatedUnjournaled, 0);
      }
    });
  }

  it('survive windows killed at any moment', async () => {
    const { unjustified, unreadable, strange } = await playKills({ kills: 8 });
    assert.deepEqual({ unjustified, unreadable, strange }, { unjustified: 0, unreadable: 0, strange: [] });
  });
});
