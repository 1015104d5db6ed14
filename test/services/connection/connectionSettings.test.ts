import assert from 'node:assert/strict';
import { ConnectionSettings } from '../../../src/services/connection/connectionSettings.js';
import { configuration } from '../fakes.js';

const one = { name: 'One', endpoint: 'https://one.example/a' };
const two = { name: 'Two', endpoint: 'https://two.example/a' };

describe('The setting of connections', () => {
  const settingsOf = (user: Record<string, unknown>, workspace: Record<string, unknown> = {}) =>
    new ConnectionSettings(() => configuration(user, { workspace, defaults: { connections: [two] } }));

  it('is the person’s alone: what a workspace or a default says is not read', () => {
    assert.deepEqual(settingsOf({ connections: [one] }, { connections: [two] }).read().connections, [one]);
    assert.deepEqual(settingsOf({}, { connections: [two] }).read().connections, []);
  });

  it('gets a connection at its end, in the user’s settings', async () => {
    const user: Record<string, unknown> = {};
    const workspace = { connections: [two] };
    const settings = settingsOf(user, workspace);
    await settings.add(one);
    await settings.add(two);
    assert.deepEqual(user, { connections: [one, two] });
    assert.deepEqual(workspace, { connections: [two] });
  });

  it('keeps entries that can’t be read when one is added', async () => {
    const odd = { name: 'Odd', endpoint: 'http://odd.example' };
    const user: Record<string, unknown> = { connections: [odd, 7] };
    await settingsOf(user).add(two);
    assert.deepEqual(user, { connections: [odd, 7, two] });
  });

  it('keeps what another window has written, which this one learns with its next write', async () => {
    const file: Record<string, unknown> = { connections: [one] };
    let known: Record<string, unknown> = {};
    const settings = new ConnectionSettings(() => ({
      inspect: (key) => configuration(known).inspect(key),
      update: async (...change) => {
        await configuration(file).update(...change);
        known = { ...file };
      },
    }));
    await settings.add(two);
    assert.deepEqual(file.connections, [one, two]);
    file.connections = [two];
    await settings.add(one);
    assert.deepEqual(file.connections, [two, one]);
  });

  for (const connections of [undefined, null, 'text', { 0: one }]) {
    it(`is empty as ${JSON.stringify(connections)}`, () => {
      assert.deepEqual(settingsOf({ connections }).read(), { connections: [], problems: [] });
    });
  }

  it('is read anew each time', () => {
    const user: Record<string, unknown> = {};
    const settings = settingsOf(user);
    assert.equal(settings.read().connections.length, 0);
    user.connections = [one];
    assert.equal(settings.read().connections.length, 1);
  });
});
