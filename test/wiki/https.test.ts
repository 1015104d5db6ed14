import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { aPage } from './visitor.js';
import { startWiki, type Wiki } from './wiki.js';

const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];

function makeCertificate(): { key: string; cert: string } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'wiki-'));
  try {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', key, '-out', cert, '-days', '1'];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...subject], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('A wiki with a certificate', () => {
  let wiki: Wiki | undefined;
  let agent: Agent | undefined;

  before(async function () {
    const tls = makeCertificate();
    // there is no certificate without openssl
    if (tls === undefined) return this.skip();
    wiki = await startWiki({ tls });
    agent = new Agent({ connect: { ca: tls.cert } });
  });
  after(async () => {
    await agent?.destroy();
    await wiki?.close();
  });

  const started = () => {
    assert.ok(wiki && agent);
    return { wiki, agent };
  };
  const publish = async () => {
    const { wiki, agent: dispatcher } = started();
    const headers = {
      authorization: `Bearer ${await wiki.createToken()}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ ...aPage, overwrite: true });
    return await request(wiki.importEndpoint, { method: 'POST', dispatcher, headers, body });
  };

  it('is served over https', async () => {
    assert.match(started().wiki.importEndpoint, /^https:/);
    assert.equal((await publish()).statusCode, 201);
  });

  it('is not trusted without its certificate', async () => {
    await assert.rejects(request(started().wiki.origin), { code: /CERT/ });
  });

  it('does what the script says', async () => {
    const { wiki } = started();
    wiki.script(
      { do: 'cutAnswer', afterBytes: 5 },
      { do: 'cutRequest', afterBytes: 'all', reset: true },
      { do: 'answer', status: 503 },
    );
    await assert.rejects(publish());
    await assert.rejects(publish());
    assert.equal((await publish()).statusCode, 503);
    assert.deepEqual(wiki.stepsLeft, []);
  });
});
