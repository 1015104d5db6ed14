import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const services = path.resolve(__dirname, '../../../src/services');

/** Runs in a process of its own, where nothing is loaded yet. */
function run(script: string): unknown {
  const preamble = `
    const services = ${JSON.stringify(services)};
    const slots = [1, 2].map((n) => Symbol.for('undici.globalDispatcher.' + n));
    const read = () => slots.map((slot) => globalThis[slot]);
    const undici = () => Object.keys(require.cache).filter((file) => /node_modules.undici/.test(file)).length;
    const tell = (result) => console.log(JSON.stringify(result));
  `;
  return JSON.parse(execFileSync(process.execPath, ['--eval', preamble + script], { encoding: 'utf8' }));
}

const sendOnce = `
  const { createSend } = require(services + '/network/network.js');
  const http = require('node:http');
  const settings = { httpProxy: '', httpsProxy: '', noProxy: '', verifyProxyCertificate: true, systemCertificates: false };
  const send = createSend(() => settings, () => undefined);
  const whileSending = (then) => {
    const server = http.createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1', async () => {
      const url = 'http://127.0.0.1:' + server.address().port;
      const exchange = await send({ method: 'GET', url, headers: {} }, { timeoutMs: 5000 });
      then(exchange.kind);
      server.closeAllConnections();
      server.close();
    });
  };
`;

describe('Loading the network', () => {
  it('leaves the process-wide dispatcher slots free', () => {
    const result = run(`
      const before = slots.map((slot) => slot in globalThis);
      require(services + '/network/dispatch.js');
      tell([undici() > 0, before, slots.map((slot) => slot in globalThis)]);
    `);
    assert.deepEqual(result, [true, [false, false], [false, false]]);
  });

  it('leaves what stands in the slots, and sends past it', () => {
    const result = run(`${sendOnce}
      const taken = slots.map((slot) => globalThis[slot] = { dispatch() { throw new Error('not ours'); } });
      whileSending((kind) => tell([kind, read().map((now, n) => now === taken[n])]));
    `);
    assert.deepEqual(result, ['answered', [true, true]]);
  });

  it('leaves the dispatcher of the host’s own fetch', () => {
    const result = run(`${sendOnce}
      new Response('');
      const [one, two] = read();
      whileSending((kind) => tell([kind, one !== undefined, read()[0] === one, read()[1] === two]));
    `);
    assert.deepEqual(result, ['answered', true, true, true]);
  });

  it('waits for the first request', () => {
    const result = run(`${sendOnce}
      const before = undici();
      whileSending((kind) => tell([before, kind, undici() > 0]));
    `);
    assert.deepEqual(result, [0, 'answered', true]);
  });

  it('keeps the process alive no longer than the request', () => {
    assert.deepEqual(run(`${sendOnce} whileSending((kind) => tell(kind));`), 'answered');
  });
});
