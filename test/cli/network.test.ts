import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startProxy, type Proxy, type Refusal } from '../services/network/proxy.js';
import { guides } from '../ui/steps.js';
import { makeAuthority, makeCertificate } from '../wiki/certificates.js';
import { Terminal } from './terminal.js';

describe('A terminal behind a proxy', () => {
  let terminal: Terminal;
  let proxy: Proxy;

  const open = async (refusal?: Refusal): Promise<void> => {
    const authority = await makeAuthority();
    const place = `space: "${guides.space}", parent: "${guides.parent}"`;
    terminal = await Terminal.open(
      { 'a.md': `---\nwiki: { ${place} }\n---\n# One\n\nText.\n` },
      { tls: await makeCertificate(['wiki.test'], authority) },
    );
    const { port, pathname } = new URL(terminal.wiki.importEndpoint);
    proxy = await startProxy(Number(port), refusal);
    const certificates = path.join(terminal.folder, 'authority.pem');
    await writeFile(certificates, authority.cert);
    Object.assign(terminal.environment, {
      WIKI_IMPORT_ENDPOINT: `https://wiki.test${pathname}`,
      HTTPS_PROXY: proxy.url,
      NODE_EXTRA_CA_CERTS: certificates,
    });
  };

  afterEach(async () => {
    await terminal.close();
    await proxy.close();
  });

  it('publishes through it, with a certificate that the environment names', async () => {
    await open();
    const { exitCode, out } = await terminal.run('publish');
    assert.equal(exitCode, 0, out);
    assert.deepEqual([proxy.asked, terminal.wiki.requests.length], [['wiki.test:443'], 1]);
    const tested = await terminal.run('test');
    assert.equal(tested.exitCode, 0, tested.out);
  });

  it('says that the certificate is not trusted, and sends nothing', async () => {
    await open();
    delete terminal.environment.NODE_EXTRA_CA_CERTS;
    const { exitCode, out } = await terminal.run('publish');
    assert.equal(exitCode, 4, out);
    assert.match(out, /certificate/);
    assert.equal(terminal.wiki.requests.length, 0);
  });

  for (const address of ['http://[proxy', 'socks5://jane:secret@127.0.0.1:1']) {
    it(`says that ${address.split(':')[0]}… is no address of a proxy, and no password`, async () => {
      await open();
      terminal.environment.HTTPS_PROXY = address;
      const { exitCode, out, err } = await terminal.run('publish');
      assert.equal(exitCode, 4, out);
      assert.match(out, /The address of the proxy can’t be used \(.*\. Correct it in HTTPS_PROXY\./);
      assert.deepEqual([terminal.wiki.requests.length, /secret|warning/i.test(out + err)], [0, false]);
    });
  }

  it('says that the proxy wants a password', async () => {
    await open(407);
    const { exitCode, out } = await terminal.run('publish');
    assert.equal(exitCode, 4, out);
    assert.match(out, /\(407\)\. Add them to HTTPS_PROXY\./);
    assert.equal(terminal.wiki.requests.length, 0);
  });
});

describe('A terminal behind a gateway', () => {
  it('says of one page that a gateway refused it, and why', async () => {
    const gateway = (status: number) =>
      ({
        do: 'answer',
        status,
        body: '<html>Refused</html>',
        headers: { 'content-type': 'text/html' },
      }) as const;
    const page = (title: string): string =>
      `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\nText.\n`;
    const terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two'), 'c.md': page('Three') });
    for (const [status, text] of [
      [413, /“One” is too large for the wiki or for a gateway before it \(413\)\./],
      [403, /Something between you and the wiki refused “One” \(403\), such as a firewall/],
    ] as const) {
      terminal.wiki.script(gateway(status));
      const { exitCode, out } = await terminal.run('publish', '--concurrency', '1');
      assert.match(out, text);
      assert.deepEqual([exitCode, out.includes('Refused')], [1, false], out);
    }
    terminal.wiki.script(gateway(413));
    assert.equal((await terminal.run('publish', 'a.md')).exitCode, 1);
    await terminal.close();
  });
});
