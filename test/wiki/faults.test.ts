import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Step } from './script.js';
import { startWiki, type Wiki } from './wiki.js';
import { aPage, importBytes, Visitor, Wire } from './visitor.js';

describe('A scripted fault', () => {
  let wiki: Wiki;
  let visitor: Visitor;
  let token: string;

  beforeEach(async () => {
    wiki = await startWiki();
    visitor = new Visitor();
    token = await wiki.createToken();
  });
  afterEach(async () => {
    await visitor.close();
    await wiki.close();
  });

  const published = () => wiki.pages.findPage('1001', '100101', aPage.pageTitle) !== undefined;
  const publish = (changes?: object) => visitor.import(wiki, token, changes);
  const raw = async () => {
    const wire = new Wire(wiki, importBytes(wiki, token));
    return { error: await wire.closed, received: wire.received };
  };
  const arrived = async (count: number) => {
    while (wiki.requests.filter(({ complete }) => complete).length < count) {
      await wait(2);
    }
  };
  const stalled = async () => {
    while (wiki.stalled === 0) {
      await wait(2);
    }
  };

  it('happens to import requests only, in order, one each', async () => {
    wiki.script({ do: 'answer', status: 503 }, { do: 'process' }, { do: 'answer', status: 502 });
    assert.equal((await visitor.send(wiki.tokenScreen)).status, 200);
    const statuses = [];
    for (const pageTitle of ['1', '2', '3', '4']) {
      statuses.push((await publish({ pageTitle })).status);
    }
    assert.deepEqual(statuses, [503, 201, 502, 201]);
    assert.equal(wiki.connections, 1);
    assert.equal(wiki.requests.length, 4);
    assert.deepEqual(wiki.stepsLeft, []);
  });

  it('answers any status, headers and bytes without processing', async () => {
    const headers = { 'content-type': 'text/html', 'retry-after': '7' };
    wiki.script({ do: 'answer', status: 429, headers, body: Buffer.from([0x3c, 0xff]) });
    const { received } = await raw();
    assert.match(received, /^HTTP\/1\.1 429 [\s\S]*retry-after: 7\r\n[\s\S]*\r\n\r\n<\xff$/);
    assert.equal(published(), false);
  });

  it('makes the page and answers something else', async () => {
    wiki.script({ do: 'answer', status: 500, body: '{"body":"Error"}', processed: true });
    const seen = await publish();
    assert.deepEqual([seen.status, seen.text], [500, '{"body":"Error"}']);
    assert.equal(published(), true);
  });

  it('writes bytes of its own as the answer', async () => {
    wiki.script({ do: 'answerBytes', bytes: 'nonsense\r\n\r\n' });
    assert.equal((await raw()).received, 'nonsense\r\n\r\n');
    assert.equal(published(), false);
  });

  it('delays the processing', async () => {
    wiki.script({ do: 'delay', milliseconds: 60 });
    const before = performance.now();
    const reply = publish();
    await arrived(1);
    await wait(10);
    assert.equal(published(), false);
    assert.equal((await reply).status, 201);
    assert.ok(performance.now() - before >= 59);
  });

  it('cuts a connection on arrival', async () => {
    wiki.script({ do: 'cutRequest', afterBytes: 0 });
    const { received } = await raw();
    assert.equal(received.length, 0);
    assert.equal(wiki.requests.length, 0);
    assert.deepEqual(wiki.stepsLeft, []);
    assert.equal((await publish()).status, 201);
  });

  it('cuts a kept connection at the first byte of the next request', async () => {
    await visitor.send(wiki.tokenScreen);
    wiki.script({ do: 'cutRequest', afterBytes: 0 });
    await assert.rejects(publish());
    assert.equal(wiki.requests.length, 0);
    assert.deepEqual(wiki.stepsLeft, []);
  });

  it('cuts after the given bytes of the request and not before', async () => {
    const bytes = importBytes(wiki, token);
    const head = bytes.indexOf('\r\n\r\n') + 4;
    for (const afterBytes of [1, 10, head - 1, head, head + 5, bytes.length]) {
      wiki.script({ do: 'cutRequest', afterBytes });
      const wire = new Wire(wiki, bytes.subarray(0, afterBytes - 1));
      assert.equal(await Promise.race([wire.closed, wait(15, 'open')]), 'open', `${afterBytes - 1} bytes`);
      wire.write(bytes.subarray(afterBytes - 1, afterBytes));
      await wire.closed;
      assert.equal(wire.received, '');
      assert.equal(wiki.stepsLeft.length, 0);
    }
    assert.equal(published(), false);
  });

  it('cuts after the whole request without processing', async () => {
    wiki.script({ do: 'cutRequest', afterBytes: 'all' });
    assert.equal((await raw()).received.length, 0);
    assert.equal(wiki.requests[0]?.complete, true);
    assert.equal(published(), false);
  });

  it('cuts after processing, after exactly the given bytes of the answer', async () => {
    for (const afterBytes of [0, 1, 12, 40]) {
      wiki.pages.deletePage(wiki.pages.findPage('1001', '100101', aPage.pageTitle)?.id ?? '');
      wiki.script({ do: 'cutAnswer', afterBytes });
      const { received } = await raw();
      assert.equal(received.length, afterBytes);
      assert.ok(received.startsWith('HTTP/1.1 201 Created\r\n'.slice(0, afterBytes)));
      assert.equal(published(), true);
    }
  });

  it('resets a connection', async () => {
    for (const step of [
      { do: 'cutRequest', afterBytes: 'all', reset: true },
      { do: 'cutAnswer', afterBytes: 0, reset: true },
    ] satisfies Step[]) {
      wiki.script(step);
      assert.equal((await raw()).error, 'ECONNRESET');
    }
  });

  it('holds an answer until the release', async () => {
    wiki.script({ do: 'answer', status: 401, held: true });
    const reply = publish({ overwrite: true });
    await stalled();
    wiki.release();
    assert.equal((await reply).status, 401);
    assert.equal(published(), false);
  });

  it('stalls until the release, before processing or after', async () => {
    for (const processed of [false, true]) {
      wiki.script({ do: 'stall', processed });
      const reply = publish({ overwrite: true });
      await stalled();
      assert.equal(published(), processed);
      wiki.release();
      assert.equal((await reply).status, 201);
      assert.equal(wiki.stalled, 0);
      wiki.pages.deletePage(wiki.pages.pages.at(-1)?.id ?? '');
    }
  });

  it('answers byte by byte', async () => {
    wiki.script({ do: 'trickle', everyMilliseconds: 1 }, { do: 'answer', status: 418 });
    const before = performance.now();
    assert.equal((await publish()).status, 201);
    assert.ok(performance.now() - before >= 100);
    assert.equal((await publish()).status, 418);
    assert.equal(wiki.connections, 1);
  });

  it('refuses connections for a time', async () => {
    await publish({ pageTitle: 'Before' });
    wiki.script({ do: 'refuse', milliseconds: 80 });
    await assert.rejects(publish(), /ECONNREFUSED|other side closed|ECONNRESET/);
    await assert.rejects(publish(), { code: 'ECONNREFUSED' });
    await wait(120);
    assert.equal((await publish()).status, 201);
    assert.deepEqual(wiki.stepsLeft, []);
  });

  it('refuses connections until the test ends it, after the answer before', async () => {
    wiki.script({ do: 'process' }, { do: 'refuse' }, { do: 'answer', status: 418 });
    const first = await publish();
    assert.equal(first.status, 201);
    await assert.rejects(publish(), { code: 'ECONNREFUSED' });
    await wiki.acceptAgain();
    assert.equal((await publish()).status, 418);
  });

  it('does not keep the wiki from closing', async () => {
    wiki.script({ do: 'stall' }, { do: 'delay', milliseconds: 150 }, { do: 'stall', processed: false });
    const wires = [1, 2, 3].map(() => new Wire(wiki, importBytes(wiki, token)));
    await arrived(3);
    const before = performance.now();
    await wiki.close();
    for (const wire of wires) {
      await wire.closed;
      assert.equal(wire.received, '');
    }
    assert.ok(performance.now() - before < 500);
    await wait(160);
    assert.equal(published(), false);
    await assert.rejects(publish(), { code: 'ECONNREFUSED' });
  });
});
