import assert from 'node:assert/strict';
import { ApiTokens } from '../../../src/services/connection/apiTokens.js';
import { ConnectionSettings } from '../../../src/services/connection/connectionSettings.js';
import { PlatformTokens } from '../../../src/services/connection/platformTokens.js';
import { removeTokens } from '../../../src/services/connection/removeTokens.js';
import { Sites } from '../../../src/services/connection/sites.js';
import { MemorySecrets, MemoryState } from '../../../src/services/shared/memory.js';
import { configuration } from '../fakes.js';

const connection = (name: string) => ({
  name,
  endpoint: `https://wiki.example/wiki/apps/${name}/e/webtrigger`,
});
const [one, two] = [connection('one'), connection('two')];

describe('The tokens of a removed connection', () => {
  const secrets = new MemorySecrets();
  const setting: { connections: unknown[] } = { connections: [two] };
  const ignored = (): void => undefined;
  const kept = {
    settings: new ConnectionSettings(() => configuration(setting)),
    tokens: new ApiTokens(secrets, ignored),
    platformTokens: new PlatformTokens(secrets, ignored),
    sites: new Sites(new MemoryState(), ignored),
  };

  it('go with it, and that of its site with the last connection of the site', async () => {
    for (const { endpoint } of [one, two]) {
      await secrets.store(`apiToken:${endpoint}`, 'token');
    }
    await secrets.store('platformToken:https://wiki.example', 'token');
    await removeTokens(kept, one);
    assert.deepEqual(await secrets.keys(), [
      `apiToken:${two.endpoint}`,
      'platformToken:https://wiki.example',
    ]);
    setting.connections = [];
    await removeTokens(kept, two);
    assert.deepEqual(await secrets.keys(), []);
  });
});
