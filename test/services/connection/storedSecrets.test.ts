import assert from 'node:assert/strict';
import { StoredSecrets } from '../../../src/services/connection/storedSecrets.js';
import { MemorySecrets } from '../fakes.js';

describe('The secrets that are kept', () => {
  it('are listed by the place that each may be sent to, also where no setting names it', async () => {
    const secrets = new MemorySecrets();
    for (const key of [
      'apiToken:https://a.example/wiki/apps/1/2/webtrigger',
      'platformToken:https://a.example',
      'publishToWiki.export.keys https://id.example client-1',
      'publishToWiki.export.refreshToken https://id.example client-1',
      'keyringProbe',
    ]) {
      await secrets.store(key, 'secret');
    }
    const kept = new StoredSecrets(secrets);
    assert.deepEqual(await kept.list(), [
      { kind: 'apiToken', endpoint: 'https://a.example/wiki/apps/1/2/webtrigger' },
      { kind: 'platformToken', site: 'https://a.example' },
      { kind: 'export', authUrl: 'https://id.example', clientId: 'client-1' },
    ]);
    assert.equal(await kept.removeAll(), true);
    assert.equal(secrets.stored.size, 0);
  });

  it('are removed as far as that goes, and it says that one is left', async () => {
    const secrets = new MemorySecrets();
    await secrets.store('apiToken:https://a.example', 'secret');
    await secrets.store('apiToken:https://b.example', 'secret');
    const locked = {
      keys: () => secrets.keys(),
      delete: (key: string) =>
        key.includes('a.example') ? Promise.reject(new Error('locked')) : secrets.delete(key),
    };
    assert.equal(await new StoredSecrets(locked).removeAll(), false);
    assert.deepEqual([...secrets.stored.keys()], ['apiToken:https://a.example']);
  });
});
