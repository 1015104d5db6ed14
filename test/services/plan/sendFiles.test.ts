import assert from 'node:assert/strict';
import { Run } from '../../../src/core/plan/run.js';
import { sendFiles, type SendFilesDependencies } from '../../../src/services/plan/sendFiles.js';
import { answer, fileOf, stage, titleOf, toSend } from './stagedRun.js';

describe('Sending many files', () => {
  for (const concurrency of [1, 4, 10]) {
    it(`sends each once, ${concurrency} at a time`, async () => {
      const { start, sends, most, endings } = stage(40);
      const kinds = await start(concurrency);
      assert.ok(kinds.every((kind) => kind === 'published'));
      assert.deepEqual(
        [...sends().values()],
        Array.from({ length: 40 }, () => 1),
      );
      assert.equal(most(), concurrency);
      assert.equal(endings.length, 40);
    });
  }

  it('writes down that it sends before each send', async () => {
    const { start, events } = stage(10, { 3: [answer(500, { 'retry-after': '1' })] });
    await start();
    for (const [at, event] of events.entries()) {
      const title = /^send (\d+)$/.exec(event)?.[1];
      assert.ok(title === undefined || events.slice(0, at).includes(`noted ${title}`), event);
    }
    assert.equal(events.filter((event) => event === 'send 3').length, 2);
  });

  it('lets what is under way finish when it is cancelled', async () => {
    const staged = stage(20);
    const { send } = staged.running;
    const cancelling: SendFilesDependencies['send'] = (request, options) => {
      if (titleOf(request) === '5') {
        staged.run.stop({ kind: 'cancelled', text: 'Cancelled.' });
      }
      return send(request, options);
    };
    Object.assign(staged.running, { send: cancelling });
    const kinds = await staged.start(4);
    const sent = staged.sends().size;
    assert.ok(sent >= 6 && sent <= 8);
    assert.deepEqual(kinds, [
      ...Array<string>(sent).fill('published'),
      ...Array<string>(20 - sent).fill('not sent'),
    ]);
    assert.ok(staged.endings.slice(sent).every(({ message }) => message === 'Cancelled.'));
  });

  it('ends a pause when it stops, and says what the last answer was', async () => {
    const staged = stage(3, { 0: [answer(503, { 'retry-after': '60' })] });
    const { pause } = staged.running;
    const stopping: SendFilesDependencies['pause'] = (ms, signal) => {
      staged.run.stop({ kind: 'cancelled', text: 'Cancelled.' });
      return pause(ms, signal);
    };
    Object.assign(staged.running, { pause: stopping });
    assert.deepEqual(await staged.start(1), ['unknown', 'not sent', 'not sent']);
    assert.equal(staged.sends().size, 1);
    assert.match(staged.endings[0]?.message ?? '', /was not sent again\. The last answer was 503/);
  });

  it('holds all files back at 429, and goes on slower', async () => {
    const { start, sentAt, sends } = stage(30, { 4: [answer(429, { 'retry-after': '30' })] });
    const kinds = await start(4);
    assert.ok(kinds.every((kind) => kind === 'published'));
    assert.equal(sends().get('4'), 2);
    const during = sentAt.filter((at) => at > 0 && at < 30_000);
    assert.deepEqual(during, []);
    const after = sentAt.filter((at) => at >= 30_000);
    assert.ok(after.length >= 20);
    assert.equal(new Set(after.slice(0, 5)).size, 5, 'the first sends after the pause are spaced');
  });

  it('stops when the token expires on the way, and sends it no more', async () => {
    const staged = stage(20);
    const { send } = staged.running;
    const expiring: SendFilesDependencies['send'] = async (request, options) => {
      const exchange = await send(request, options);
      if (titleOf(request) === '5') {
        staged.advance(600_000);
      }
      return exchange;
    };
    Object.assign(staged.running, { send: expiring });
    const kinds = await staged.start(1);
    assert.deepEqual(kinds.slice(5, 8), ['published', 'not sent', 'not sent']);
    assert.equal(staged.run.stopReason?.kind, 'token');
    assert.match(staged.run.stopReason.text, /^The API token expired on/);
  });

  it('sends nothing that can’t be written down', async () => {
    const { start, sends, run } = stage(5, {}, { isPersistent: () => false });
    assert.ok((await start()).every((kind) => kind === 'not sent'));
    assert.equal(sends().size, 0);
    assert.match(run.stopReason?.text ?? '', /can’t be saved on this computer/);
  });

  it('names a file that can’t be read any more, and goes on', async () => {
    const { start, sends, endings } = stage(
      3,
      {},
      {
        content: ({ path }) =>
          Promise.resolve(path === '1.md' ? { problem: 'The file can’t be read.' } : toSend('Text')),
      },
    );
    assert.deepEqual(await start(), ['published', 'failed', 'published']);
    assert.deepEqual([...sends().keys()], ['0', '2']);
    assert.equal(endings[1]?.message, 'The file can’t be read.');
  });

  for (const [what, answerMs, reads] of [
    ['reads the next file while one is under way', 50, ['0', '1', '2']],
    ['reads a file again that waited long', 3_000, ['0', '1', '1', '2', '2']],
  ] as const) {
    it(what, async () => {
      const read: string[] = [];
      const staged = stage(3, {}, { content: ({ path }) => Promise.resolve(toSend(`${read.push(path)}`)) });
      const { send } = staged.running;
      const underWay: number[] = [];
      const slow: SendFilesDependencies['send'] = async (request, options) => {
        const exchange = await send(request, options);
        underWay.push(read.length);
        staged.advance(answerMs);
        return exchange;
      };
      Object.assign(staged.running, { send: slow });
      await staged.start(1);
      assert.deepEqual(
        read,
        reads.map((each) => `${each}.md`),
      );
      assert.equal(underWay[0], 2);
    });
  }

  it('notes each page before it is sent, and what came of it', async () => {
    const { start, settled, events } = stage(3, {
      1: [{ kind: 'unanswered', reason: 'reset', code: 'ECONNRESET' }],
      2: [answer(400)],
    });
    await start(1);
    assert.deepEqual(
      [...settled.values()].map(({ content, outcome }) => [content, outcome.kind]),
      [
        ['Text of 0.md', 'answered'],
        ['Text of 1.md', 'unanswered'],
        ['Text of 2.md', 'answered'],
      ],
    );
    for (const title of ['0', '1', '2']) {
      assert.ok(events.indexOf(`noted ${title}`) < events.indexOf(`send ${title}`), events.join());
    }
  });

  it('notes a page once, however often it is sent', async () => {
    const { start, events } = stage(1, { 0: [answer(500, { 'retry-after': '1' })] });
    await start(1);
    assert.equal(events.filter((event) => event === 'noted 0').length, 1);
    assert.equal(events.filter((event) => event === 'send 0').length, 2);
  });

  it('says of an existing page that an earlier send may have made it', async () => {
    const staged = stage(1, { 0: [answer(400, {}, 'It exists.')] });
    const run = new Run([{ ...fileOf(0), mayHaveArrived: true }]);
    await sendFiles(run, staged.running, 1);
    const state = run.state(0);
    assert.ok(typeof state === 'object' && state.alreadyExists);
    assert.match(state.message, /an earlier attempt may have arrived/);
  });

  it('ends, and says so, when nothing that came of a send can be kept', async () => {
    const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const staged = stage(3);
    Object.assign(staged.running.records, { recordOutcome: full });
    assert.deepEqual(await staged.start(1), ['published', 'published', 'published']);
    assert.equal(staged.failures.length, 3);
    const unrecorded = stage(3, {}, { isPersistent: () => unrecorded.settled.size === 0 });
    assert.deepEqual(await unrecorded.start(1), ['published', 'not sent', 'not sent']);
    assert.equal(unrecorded.run.stopReason?.kind, 'storage');
  });

  it('sends the others, whatever happens to one file', async () => {
    const { start, endings, failures } = stage(
      3,
      {},
      {
        content: ({ path }) =>
          path === '1.md' ? Promise.reject(new Error('odd')) : Promise.resolve(toSend('Text')),
      },
    );
    assert.deepEqual(await start(1), ['published', 'failed', 'published']);
    assert.match(endings[1]?.message ?? '', /unexpected went wrong/);
    assert.equal(failures.length, 1);
  });

  it('keeps the answer of a page that nobody can be told of', async () => {
    const odd = new Error('odd');
    const { start, failures } = stage(
      1,
      {},
      {
        happened: () => {
          throw odd;
        },
      },
    );
    assert.deepEqual(await start(), ['published']);
    assert.deepEqual(failures, [odd]);
  });

  it('waits for another publish of a file, and then sends the text of now', async () => {
    let text = 'old';
    const staged = stage(2, {}, { content: () => Promise.resolve(toSend(text)) });
    const { send, locks } = staged.running;
    const sent: string[] = [];
    const publishing = Promise.withResolvers<undefined>();
    const changing: SendFilesDependencies['send'] = async (request, options) => {
      sent.push((JSON.parse(request.body ?? '') as { content: string }).content);
      if (sent.length === 1) {
        // The second file was read ahead, and is published by hand meanwhile
        void locks.withLock(fileOf(1).file.uri, () => publishing.promise);
        text = 'new';
        setTimeout(() => publishing.resolve(undefined), 20);
      }
      return send(request, options);
    };
    Object.assign(staged.running, { send: changing });
    assert.deepEqual(await staged.start(1), ['published', 'published']);
    assert.deepEqual(sent, ['old', 'new']);
  });
});
