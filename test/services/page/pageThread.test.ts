import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { readPage } from '../../../src/core/page/page.js';
import { PageThread } from '../../../src/services/page/pageThread.js';
import { mostMegabytes, shapes } from './shapes.js';
import { usualOptions as options } from '../../host/usualOptions.js';

const worker = path.join(__dirname, '..', '..', '..', 'src', 'services', 'page', 'pageWorker.js');
const pageThread = path.join(path.dirname(worker), 'pageThread.js');
const megabytes = (count: number, block: string): string =>
  block.repeat(Math.floor((count * 1024 * 1024) / block.length));
const boundMs = 50;
/** `npm run adversarial` reads them all, each night. */
const isForAll = process.env.ADVERSARIAL === 'all';
const sample = ['lists', 'one paragraph'];

/** How long the work kept this thread busy; a machine with other work makes no difference. */
async function ownTimeMs(work: () => Promise<unknown>): Promise<number> {
  const { threadCpuUsage } = process as unknown as { threadCpuUsage: () => NodeJS.CpuUsage };
  const before = threadCpuUsage();
  await work();
  const after = threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}

/** Hands a text to another thread's end of a channel, and nothing else. */
function carry(text: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(text);
  assert.equal((receiveMessageOnPort(port2) as { message: string }).message.length, text.length);
  port1.close();
  return Promise.resolve();
}

describe('The thread that reads pages', () => {
  let pages: PageThread;
  beforeEach(() => (pages = new PageThread(worker, undefined)));
  afterEach(() => pages.dispose());

  it('reads what reading without it reads', async () => {
    const text = '# A\n\n![a](b.png)\n\n```\n';
    assert.deepEqual(await pages.read(text, 'file.md', options), readPage(text, 'file.md', options));
  });

  it('answers each question with its own', async () => {
    const all = await Promise.all(
      ['', '# One\n\nText', '[a](b.md)'].map((text) => pages.read(text, 'a.md', options)),
    );
    assert.deepEqual(
      all.map((page) => page?.problems.map(({ kind }) => kind)),
      [['emptyBody'], [], ['relativeLink']],
    );
  });

  for (const [what, script, text, mostMemoryMb] of [
    ['runs out of memory', worker, '![a](b.png)\n\n'.repeat(300_000), 64],
    ['ends', path.join(__dirname, 'endingWorker.js'), '# A', 224],
  ] as const) {
    it(`keeps its process alive until it has answered, also where the thread ${what}`, () => {
      const program = `
        const { PageThread } = require(${JSON.stringify(pageThread)});
        const pages = new PageThread(${JSON.stringify(script)}, undefined, 20_000, ${mostMemoryMb});
        const text = require('node:fs').readFileSync(0, 'utf8');
        process.exitCode = 2;
        void pages.read(text, 'a.md', {}).then((page) => (process.exitCode = page === undefined ? 0 : 1));
      `;
      const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
        input: text,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    });
  }

  it('reads the same again only once, and anything else anew', async () => {
    const page = pages.read('# A\n\nText', 'a.md', options);
    assert.equal(await pages.read('# A\n\nText', 'a.md', options), await page);
    const others = [
      await pages.read('# A\n\nText.', 'a.md', options),
      await pages.read('# A\n\nText', 'b.md', options),
      await pages.read('# A\n\nText', 'b.md', { ...options, omitHeading: false }),
    ];
    assert.equal(new Set([await page, ...others]).size, 4);
  });

  it('reads a document with the pages that it links to, and without them, only once each', async () => {
    const linkedPages = [['b.md', 'https://w.example/b']] as const;
    const read = (more: object) => pages.read('[a](b.md)', 'a.md', { ...options, ...more });
    const [without, withPages] = [await read({}), await read({ linkedPages })];
    assert.equal(withPages?.content, '[a](https://w.example/b)');
    assert.deepEqual([await read({}), await read({ linkedPages })], [without, withPages]);
    assert.equal(await read({}), without);
    assert.equal(await read({ linkedPages }), withPages);
  });

  it('tells the anchors of a document, and knows them again', async () => {
    const anchors = await pages.anchors('# A\n\n## B c', 'a.md', options);
    assert.deepEqual(anchors, [['b-c', 'B-c']]);
    assert.equal(await pages.anchors('# A\n\n## B c', 'a.md', options), anchors);
    assert.deepEqual(await pages.anchors('## D', 'a.md', options), [['d', 'D']]);
  });

  it('speaks the person’s language', async () => {
    pages.dispose();
    const key = 'The document is empty.';
    pages = new PageThread(worker, { [key]: 'Leer.' });
    assert.equal((await pages.read('', 'a.md', options))?.problems[0]?.message, 'Leer.');
  });

  for (const [what, textOf] of shapes.filter(([shape]) => isForAll || sample.includes(shape))) {
    it(`keeps the caller busy for less than ${boundMs} ms in all while it reads ${mostMegabytes} MB of ${what}`, async function () {
      this.timeout(120_000);
      pages.dispose();
      // Only what the caller does is measured: the thread may take all the time and memory that it needs
      pages = new PageThread(worker, undefined, 100_000, 2048);
      await pages.read('', 'warm.md', options);
      const text = textOf();
      const found: number[] = [];
      // A machine whose memory is slow takes as long for carrying the text alone, which is done twice
      const atMostMs = Math.max(boundMs, 3 * (await ownTimeMs(() => carry(`${text}.`))));
      // Memory is tidied up now and then: one good round is enough
      for (let round = 0; round < 5 && !found.some((ms) => ms < atMostMs); round++) {
        found.push(
          await ownTimeMs(async () => {
            const page = await pages.read(`${text}${round}`, 'a.md', options);
            assert.ok(page?.problems.some(({ kind }) => kind === 'size'));
            // What people write is not refused for its length
            assert.ok(page?.content !== '' || !['prose', 'code', 'HTML'].includes(what));
          }),
        );
      }
      const busyMs = Math.min(...found);
      assert.ok(busyMs < atMostMs, `${busyMs.toFixed(0)} ms, at most ${atMostMs.toFixed(0)}`);
    });
  }

  it('gives up a document that takes too long, and reads those that wait behind it', async function () {
    this.timeout(60_000);
    pages.dispose();
    // A small document takes a fortieth of that, and this one several times as much: its headings are looked at again and again
    pages = new PageThread(worker, undefined, 4_000, 4096);
    const heading = `# ${'*_a_*'.repeat(8_000)}<!-- c -->[a](b)\n\n`;
    const long = pages.read(megabytes(mostMegabytes, heading), 'a.md', { ...options, anchors: true });
    const small = pages.read('Text', 'b.md', options);
    assert.equal(await long, undefined);
    assert.equal((await small)?.content, 'Text');
  });

  it('ends with a document that takes too much memory, and starts again', async () => {
    pages.dispose();
    // Its time is not what ends it
    pages = new PageThread(worker, undefined, 600_000, 16);
    assert.equal(await pages.read(megabytes(1, 'a\n\n'), 'a.md', options), undefined);
    assert.equal((await pages.read('Text', 'a.md', options))?.content, 'Text');
  });

  it('does not parse what is larger than any page', async () => {
    const page = await pages.read(megabytes(6, 'words '), 'a.md', options);
    assert.deepEqual(
      page?.problems.map(({ kind, isFatal }) => [kind, isFatal]),
      [['size', true]],
    );
  });

  it('writes a target', async () => {
    const edit = await pages.writeTarget('Text', { space: '1', parent: '2' });
    assert.match(edit?.value?.text ?? '', /space: "1"/);
  });

  it('unpacks what comes from a wiki, and gives up what is no archive', async () => {
    const archive = zipSync({ 'docs/page.md': Buffer.from('# Page'), 'a.png': Buffer.of(1) });
    const unpack = async (bytes: Uint8Array): Promise<readonly string[] | undefined> =>
      (await pages.unpack(Buffer.from(bytes).toString('base64'), '*.md', { files: 9, bytes: 999 }))?.map(
        (file) => Buffer.from(file).toString(),
      );
    assert.deepEqual(await unpack(archive), ['# Page']);
    assert.equal(await unpack(archive.subarray(0, 40)), undefined);
    assert.equal(await unpack(Buffer.from('none')), undefined);
  });

  it('keeps the caller free while it unpacks three megabytes of names', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `${'a/'.repeat(32_000)}${at}.md`);
    const archive = Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.of(1)]))));
    assert.ok(archive.length > 3_000_000);
    const base64 = archive.toString('base64');
    await pages.read('', 'warm.md', options);
    const found: number[] = [];
    for (let round = 0; round < 5 && !found.some((ms) => ms < boundMs); round++) {
      found.push(
        await ownTimeMs(async () => {
          assert.deepEqual(await pages.unpack(base64, '*.md', { files: 1_000, bytes: 4_000_000 }), []);
        }),
      );
    }
    assert.ok(Math.min(...found) < boundMs, `${Math.min(...found).toFixed(0)} ms`);
  });

  it('gives up when it is disposed, and starts again', async () => {
    const asked = pages.read(megabytes(1, '['), 'a.md', options);
    pages.dispose();
    assert.equal(await asked, undefined);
    assert.equal((await pages.read('Text', 'a.md', options))?.content, 'Text');
  });
});
