import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Exchange } from '../../src/core/network/http.js';
import { createSend } from '../../src/services/network/network.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { startProxy, type Proxy } from '../services/network/proxy.js';
import { told } from '../services/network/sending.js';
import { reply, serve, type Served } from '../services/network/servers.js';
import { makeCertificate, type Certificate } from '../wiki/certificates.js';

/** The authority that this extension host's operating system trusts: see inHost.ts. */
const authority = JSON.parse(process.env.TEST_AUTHORITY ?? '{}') as Certificate;

/** By VS Code's own settings, in its own extension host with its own network. */
describe('A request by VS Code’s network settings', () => {
  const settings = vscode.workspace.getConfiguration('http');
  const changed = new Set<string>();
  const said: string[] = [];
  const send = createSend(
    () => readNetworkSettings(vscode.workspace.getConfiguration('http'), process.env),
    (text) => said.push(text),
  );
  let wiki: Served;
  let proxy: Proxy;

  const set = async (values: Record<string, unknown>): Promise<void> => {
    for (const [key, value] of Object.entries(values)) {
      changed.add(key);
      await settings.update(key, value, vscode.ConfigurationTarget.Global);
    }
  };
  const post = (url = 'https://wiki.test/import'): Promise<Exchange> =>
    send(
      {
        method: 'POST',
        url,
        headers: { Authorization: `Bearer ${process.env.TEST_TOKEN ?? ''}` },
        body: 'Text',
      },
      { timeoutMs: 8000 },
    );
  const lastAuthorization = (of = proxy): string | undefined => of.headers.at(-1)?.['proxy-authorization'];

  before(async () => {
    const names = ['wiki.test', '*.wiki.test', '127.0.0.1'];
    wiki = await serve(reply(201, '{"body":"Done."}'), await makeCertificate(names, authority));
    proxy = await startProxy(wiki.port);
  });
  afterEach(async () => {
    for (const key of changed) {
      await settings.update(key, undefined, vscode.ConfigurationTarget.Global);
    }
    changed.clear();
    delete process.env.https_proxy;
    delete process.env.no_proxy;
  });
  after(async () => {
    await Promise.all([wiki.close(), proxy.close()]);
  });

  it('trusts the certificates of the operating system, until http.systemCertificates is off', async () => {
    assert.equal(told(await post(wiki.origin)), 'answered 201');
    await set({ systemCertificates: false });
    assert.equal(told(await post(wiki.origin)), 'notSent certificate');
  });

  it('goes through http.proxy from the next request on, and past it again', async () => {
    assert.equal(told(await post()), 'notSent name not found');
    await set({ proxy: proxy.url });
    assert.equal(told(await post()), 'answered 201');
    assert.deepEqual([proxy.asked.at(-1), lastAuthorization()], ['wiki.test:443', undefined]);
    await set({ proxy: undefined });
    assert.equal(told(await post()), 'notSent name not found');
  });

  it('goes through the proxy of the environment, but for its exceptions', async () => {
    process.env.https_proxy = proxy.url.replace('http://', '');
    assert.equal(told(await post()), 'answered 201');
    const asked = proxy.asked.length;
    process.env.no_proxy = 'wiki.test';
    assert.equal(told(await post('https://deep.wiki.test/')), 'notSent name not found');
    assert.equal(proxy.asked.length, asked);
  });

  it('goes through a proxy of an unknown certificate only when http.proxyStrictSSL is off, and says so once', async () => {
    const secure = await startProxy(wiki.port, undefined, await makeCertificate(['127.0.0.1']));
    await set({ proxy: secure.url });
    assert.equal(told(await post()), 'notSent proxy');
    await set({ proxyStrictSSL: false });
    assert.equal(told(await post()), 'answered 201');
    await set({ proxyAuthorization: 'Basic b3V0ZXI=' });
    assert.equal(told(await post()), 'answered 201');
    assert.equal(said.filter((text) => text.includes('http.proxyStrictSSL')).length, 1);
    await secure.close();
  });

  it('takes VS Code’s own network when no connection could be made by the settings', async () => {
    // Undici can't speak to such a proxy, and to this machine VS Code goes directly
    await set({ proxy: 'socks4://127.0.0.1:1' });
    const open = await serve(reply(201));
    assert.equal(told(await post(open.origin)), 'answered 201');
    assert.match(said.at(-1) ?? '', /through VS Code’s own network/);
    await open.close();
  });

  it('is not swayed by a workspace', async () => {
    const asked = proxy.asked.length;
    await settings.update('proxy', proxy.url, vscode.ConfigurationTarget.Workspace).then(
      () => undefined,
      // VS Code does not even take it
      () => undefined,
    );
    assert.equal(told(await post()), 'notSent name not found');
    assert.equal(proxy.asked.length, asked);
    await settings.update('proxy', undefined, vscode.ConfigurationTarget.Workspace).then(
      () => undefined,
      () => undefined,
    );
  });
});
