import assert from 'node:assert/strict';
import { ExportSettings } from '../../../src/services/export/exportSettings.js';
import { configuration } from '../fakes.js';

const client = { authUrl: 'https://id.example', clientId: 'c1' };

describe('The settings of the export client', () => {
  it('are the person’s alone', () => {
    const evil = { export: { authUrl: 'https://evil.example', clientId: 'c1' } };
    const settings = new ExportSettings(() => configuration({}, { workspace: evil, defaults: evil }));
    assert.equal(settings.client(), undefined);
    assert.deepEqual(settings.knownClient(), {});
  });

  it('keep what else is set when the client is stored', async () => {
    const user = { export: { authorizeUrl: 'https://login.example/', authUrl: 'nonsense', clientId: 'c0' } };
    const settings = new ExportSettings(() => configuration(user));
    assert.deepEqual(settings.knownClient(), { clientId: 'c0' });
    await settings.store(client);
    assert.deepEqual(user.export, { authorizeUrl: 'https://login.example/', ...client });
    assert.deepEqual(settings.knownClient(), client);
    assert.equal(settings.client()?.value?.authorizeUrl, 'https://login.example/');
  });

  for (const [setting, problem] of [
    [{ scopes: 'a b' }, /scopes must be a list/],
    [{ authorizeUrl: 7 }, /sign-in page can’t be used/],
    [{ ...client, scopes: [] }, /scopes must be a list/],
    [{ authUrl: 'nonsense', clientId: 'two words' }, undefined],
    [{}, undefined],
  ] as const) {
    it(`have ${problem === undefined ? 'nothing wrong' : 'something wrong'} that a client does not mend: ${JSON.stringify(setting)}`, async () => {
      const user = { export: setting };
      const settings = new ExportSettings(() => configuration(user));
      const found = settings.problem();
      assert.match(found ?? '', problem ?? /^$/);
      await settings.store(client);
      assert.equal(settings.client()?.problem, found);
    });
  }

  it('are left as they are spelled when they say the same', async () => {
    const user = { export: { authUrl: 'https://id.example/', clientId: 'c1' } };
    await new ExportSettings(() => configuration(user)).store(client);
    assert.equal(user.export.authUrl, 'https://id.example/');
  });
});
