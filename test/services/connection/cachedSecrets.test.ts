import assert from 'node:assert/strict';
import { CachedSecrets } from '../../../src/services/connection/cachedSecrets.js';
import { MemorySecrets } from '../fakes.js';

describe('Secrets that are asked for once', () => {
  let stored: MemorySecrets;
  let asked: string[];
  let secrets: CachedSecrets;
  beforeEach(async () => {
    stored = new MemorySecrets();
    await stored.store('token', 'first');
    asked = [];
    const get = stored.get.bind(stored);
    stored.get = (key) => {
      asked.push(key);
      return get(key);
    };
    secrets = new CachedSecrets(stored);
  });

  it('are told again without a question, where there is none too', async () => {
    const all = [await secrets.get('token'), await secrets.get('token'), await secrets.get('none')];
    assert.deepEqual([...all, await secrets.get('none')], ['first', 'first', undefined, undefined]);
    assert.deepEqual(asked, ['token', 'none']);
  });

  it('are asked for anew once this window or another one changed them', async () => {
    await secrets.get('token');
    await secrets.store('token', 'second');
    assert.equal(await secrets.get('token'), 'second');
    await stored.store('token', 'of another window');
    assert.equal(await secrets.get('token'), 'of another window');
    await secrets.delete('token');
    assert.equal(await secrets.get('token'), undefined);
  });

  it('are not deleted where there is none: a browser would write back all others as this window has them', async () => {
    const deleted: string[] = [];
    stored.delete = (key) => Promise.resolve(void deleted.push(key));
    await secrets.delete('none');
    await secrets.delete('token');
    assert.deepEqual(deleted, ['token']);
  });

  it('are those of after a change, though they were asked for while it was made', async () => {
    const storing = secrets.store('token', 'second');
    await secrets.get('token');
    await storing;
    assert.equal(await secrets.get('token'), 'second');
  });

  it('are asked for again after a keyring was locked', async () => {
    const get = stored.get.bind(stored);
    stored.get = () => Promise.reject(new Error('locked'));
    await assert.rejects(Promise.resolve(secrets.get('token')), /locked/);
    stored.get = get;
    assert.equal(await secrets.get('token'), 'first');
  });
});
