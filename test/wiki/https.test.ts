import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { makeCertificate } from './certificates.js';
import { aPage } from './visitor.js';
import { startWiki, type Wiki } from './wiki.js';

describe('A wiki with a certificate', () => {
  let wiki: Wiki;
  let agent: Agent;

  before(async () => {
    const tls = await makeCertificate(['127.0.0.1']);
    wiki = await startWiki({ tls });
    agent = new Agent({ connect: { ca: tls.cert } });
  });
  after(async () => {
    await agent.destroy();
    await wiki.close();
  });

  const publish = async () => {
    const headers = {
      authorization: `Bearer ${await wiki.createToken()}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ ...aPage, overwrite: true });
    return await request(wiki.importEndpoint, { method: 'POST', dispatcher: agent, headers, body });
  };

  it('is served over https', async () => {
    assert.match(wiki.importEndpoint, /^https:/);
    assert.equal((await publish()).statusCode, 201);
  });

  it('is not trusted without its certificate', async () => {
    await assert.rejects(request(wiki.origin), { code: /CERT/ });
  });
});
