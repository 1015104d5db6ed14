import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeAuthority, makeCertificate } from '../../wiki/certificates.js';
import { resolveTo } from './names.js';
import { post, sendByUndici, told } from './sending.js';
import { reply, serve, type Served } from './servers.js';

describe('A connection', () => {
  let wiki: Served;
  let restore: () => void = () => undefined;
  const send = () => sendByUndici(post(`http://wiki.test:${wiki.port}/`), { timeoutMs: 8000 });

  beforeEach(async () => {
    wiki = await serve(reply(201));
  });
  afterEach(async () => {
    restore();
    await wiki.close();
  });

  // The first is reserved for documents and routed nowhere; nothing listens on the second
  for (const dead of ['2001:db8::1', '::1']) {
    it(`is made to the second address when nothing is behind the first, ${dead}`, async () => {
      restore = resolveTo([dead, '127.0.0.1']);
      assert.equal(told(await send()), 'answered 201');
      assert.equal(wiki.received.length, 1);
    });
  }

  it('is not made to a name that nobody knows, and made once somebody does', async () => {
    // Both ways look the name up
    restore = resolveTo([], [], ['127.0.0.1']);
    assert.equal(told(await send()), 'notSent name not found');
    assert.equal(told(await send()), 'answered 201');
  });
});

describe('The certificates of the operating system', () => {
  const script = `
    const [, services, url, systemCertificates] = process.argv;
    const { createDispatcher, exchangeOnce } = require(services + '/network/dispatch.js');
    const { readNetworkSettings } = require(services + '/network/networkSettings.js');
    const user = { systemCertificates: systemCertificates === 'true' };
    const http = { inspect: (key) => ({ key, globalValue: user[key] }) };
    const dispatcher = createDispatcher(readNetworkSettings(http, {}));
    exchangeOnce(dispatcher, { method: 'GET', url, headers: {} }, { timeoutMs: 8000 }).then((result) => {
      console.log(result.kind === 'answered' ? 'answered' : result.reason);
      void dispatcher.destroy();
    });
  `;
  let folder: string;
  let wiki: Served;
  let authority: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'authority-'));
    authority = path.join(folder, 'authority.pem');
    const made = await makeAuthority();
    await writeFile(authority, made.cert);
    wiki = await serve(reply(200), await makeCertificate(['127.0.0.1'], made));
  });
  after(async () => {
    await wiki.close();
    await rm(folder, { recursive: true });
  });

  /** In a process that starts with these variables. */
  const sent = async (environment: Record<string, string>, systemCertificates: boolean): Promise<string> => {
    const services = path.resolve(__dirname, '../../../src/services');
    const others = Object.entries(process.env).filter(([name]) => !name.includes('_CERT'));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--eval', script, services, wiki.origin, String(systemCertificates)],
      { env: { ...Object.fromEntries(others), ...environment } },
    );
    return stdout.trim();
  };

  it('are trusted', async () => {
    assert.equal(await sent({ SSL_CERT_FILE: authority }, true), 'answered');
  });

  it('are not trusted where http.systemCertificates is off', async () => {
    assert.equal(await sent({ SSL_CERT_FILE: authority }, false), 'certificate');
  });

  it('and the ones of NODE_EXTRA_CA_CERTS are trusted, whatever the setting', async () => {
    assert.equal(await sent({ NODE_EXTRA_CA_CERTS: authority }, false), 'answered');
  });

  it('do not make a stranger’s trusted', async () => {
    assert.equal(await sent({}, true), 'certificate');
  });
});
