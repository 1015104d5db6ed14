import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Page from '../../src/core/page/page.js';
import type * as Dispatch from '../../src/services/network/dispatch.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { configuration } from '../services/fakes.js';
import { startProxy, type Proxy } from '../services/network/proxy.js';
import { post, told } from '../services/network/sending.js';
import { reply, serve, type Served } from '../services/network/servers.js';
import { makeAuthority, makeCertificate } from '../wiki/certificates.js';
import { projectRoot } from '../host/folders.js';
import { usualOptions as options } from '../host/usualOptions.js';

const dist = path.join(projectRoot, 'dist');
const load = createRequire(path.join(dist, 'extension.js'));

/** What the build leaves out of libraries is not what the bundles need. */
describe('The bundles', () => {
  it('read a page', () => {
    const { readPage } = load('./page.js') as typeof Page;
    const { title, contentWithoutHeading } = readPage('# A *Page*\n\nText.\n', 'a.md', options);
    assert.deepEqual([title, contentWithoutHeading], ['A Page', 'Text.\n']);
  });

  it('read a page in a thread', async () => {
    const thread = new PageThread(path.join(dist, 'pageWorker.js'), undefined);
    assert.equal((await thread.read('# A Page\n\nText.\n', 'a.md', options))?.title, 'A Page');
    thread.dispose();
  });

  describe('send', () => {
    let wiki: Served;
    let proxy: Proxy;
    before(async () => {
      wiki = await serve(reply(201), await makeCertificate(['wiki.test'], await makeAuthority()));
      proxy = await startProxy(wiki.port);
    });
    after(() => Promise.all([wiki.close(), proxy.close()]));

    const send = async (url: string, user: object): Promise<string> => {
      const { createDispatcher, exchangeOnce: exchange } = load('./dispatch.js') as typeof Dispatch;
      const dispatcher = createDispatcher(readNetworkSettings(configuration({ ...user }), {}));
      const answered = told(await exchange(dispatcher, post(url), { timeoutMs: 8_000 }));
      await dispatcher.destroy();
      return answered;
    };

    it('a page', async () => {
      const server = await serve(reply(201));
      assert.equal(await send(server.origin, {}), 'answered 201');
      assert.equal(server.received[0]?.body, post('').body);
      await server.close();
    });

    it('through a proxy’s tunnel, at whose end they want a certificate that they trust', async () => {
      assert.equal(await send('https://wiki.test/import', { proxy: proxy.url }), 'notSent certificate');
      assert.deepEqual(proxy.asked, ['wiki.test:443']);
    });
  });
});
