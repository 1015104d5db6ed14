import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { adversarialDocuments } from './adversarialDocuments.js';
import type { AdversarialReading } from './adversarialReading.js';

const longestMs = 2000;
const mostMb = 300;
/** `npm run adversarial` reads them all, each night. */
const every = process.env.ADVERSARIAL === 'all' ? 1 : 105;
const atATime = 2;

/** In a process of its own, as composed: the thread with its limits. */
async function readingOf(index: number): Promise<AdversarialReading> {
  const child = fork(path.join(__dirname, 'adversarialReading.js'), [String(index)]);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The process ended.')));
  ended.catch(() => undefined);
  const [reading] = (await Promise.race([once(child, 'message'), ended])) as [AdversarialReading];
  child.disconnect();
  await once(child, 'exit').catch(() => undefined);
  return reading;
}

describe('A megabyte of somebody who means no good', function () {
  this.timeout(1_200_000);

  it('is at least two hundred documents', () => {
    assert.ok(adversarialDocuments.length >= 200);
    for (const { name, make } of adversarialDocuments) {
      assert.ok(make().length >= 1024 * 1024, name);
    }
  });

  it(`is read in less than ${longestMs} ms, and with less than ${mostMb} MB`, async () => {
    const wrong: string[] = [];
    const all: (AdversarialReading & { name: string })[] = [];
    const indices = [...adversarialDocuments.keys()].filter((index) => index % every === 0).values();
    const readNext = async (): Promise<void> => {
      for (const index of indices) {
        const name = adversarialDocuments[index]?.name ?? '';
        const reading = await readingOf(index);
        all.push({ ...reading, name });
        const { tookMs, memoryMb, isRead } = reading;
        if (!isRead || tookMs >= longestMs || memoryMb >= mostMb) {
          wrong.push(
            `${name}: ${tookMs.toFixed(0)} ms, ${memoryMb.toFixed(0)} MB${isRead ? '' : ', given up'}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atATime }, readNext));
    if (every === 1) {
      const most = (what: 'tookMs' | 'memoryMb'): string => {
        const [first] = all.toSorted((one, other) => other[what] - one[what]);
        return `${first?.[what].toFixed(0)} (${first?.name})`;
      };
      console.log(`${all.length} documents; at most ${most('tookMs')} ms, ${most('memoryMb')} MB`);
    }
    assert.deepEqual(wrong, []);
  });
});
