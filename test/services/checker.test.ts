import assert from 'node:assert/strict';
import path from 'node:path';
import { Checker } from '../../src/services/checker.js';

const options = { omitHeading: true, omitComments: true };
const worker = path.join(__dirname, '..', '..', 'src', 'services', 'checkWorker.js');
const megabyte = (block: string): string => block.repeat(Math.ceil((1024 * 1024) / block.length));

/** How long the work kept this thread busy; a machine with other work makes no difference. */
async function ownTimeMs(work: () => Promise<unknown>): Promise<number> {
  const { threadCpuUsage } = process as unknown as { threadCpuUsage: () => NodeJS.CpuUsage };
  const before = threadCpuUsage();
  await work();
  const after = threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}

describe('The checker', () => {
  let checker: Checker;
  beforeEach(() => (checker = new Checker(worker, undefined)));
  afterEach(() => checker.dispose());

  it('finds what reading the page finds', async () => {
    const [image, fence] = (await checker.check('![a](b.png)\n\n```\n', 'file.md', options)) ?? [];
    assert.deepEqual([image?.kind, fence?.kind], ['localImage', 'unclosedFence']);
  });

  it('answers each question with its own', async () => {
    const all = await Promise.all(
      ['', '# One\n\nText', '[a](b.md)'].map((text) => checker.check(text, 'a.md', options)),
    );
    assert.deepEqual(
      all.map((problems) => problems?.map(({ kind }) => kind)),
      [['emptyBody'], [], ['relativeLink']],
    );
  });

  it('speaks the person’s language', async () => {
    checker.dispose();
    const key = 'There is nothing to publish: the document is empty.';
    checker = new Checker(worker, { [key]: 'Leer.' });
    assert.equal((await checker.check('', 'a.md', options))?.[0]?.message, 'Leer.');
  });

  for (const [what, text] of [
    ['of prose', megabyte('Some *words*, a [link](other.md) and ![an image](a.png).\n\n')],
    ['of one paragraph', megabyte('Some *words*, a [link](other.md) <!-- c --> and more\n')],
    ['of code', megabyte('```\n<!-- c -->\n```\n\n')],
    ['of lists', megabyte('- a\n  - b\n    - c <!-- d -->\n')],
    ['of HTML', megabyte('<div>\n<!-- c -->\n</div>\n\n')],
    ['of brackets', megabyte('[')],
  ] as const) {
    it(`keeps the caller busy for less than 50 ms in all while it reads a megabyte ${what}`, async () => {
      await checker.check('', 'warm.md', options);
      const busyMs = await ownTimeMs(() => checker.check(text, 'a.md', options));
      assert.ok(busyMs < 50, `${busyMs.toFixed(0)} ms`);
    });
  }

  it('gives up when it is disposed, and starts again', async () => {
    const asked = checker.check(megabyte('['), 'a.md', options);
    checker.dispose();
    assert.equal(await asked, undefined);
    assert.deepEqual(await checker.check('Text', 'a.md', options), []);
  });
});
