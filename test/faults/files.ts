import assert from 'node:assert/strict';
import path from 'node:path';
import { parseAddress } from '../../src/core/connection/endpoint.js';
import { runNotice } from '../../src/core/run/runReport.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { findMarkdown } from '../../src/services/run/findFiles.js';
import { stage } from '../services/run/stagedRun.js';
import { faultWith, type Fault } from './row.js';

const worker = path.join(__dirname, '..', '..', 'src', 'services', 'page', 'pageWorker.js');
const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
const nothingSent = 'what is in the wiki; nothing was sent';

const onThread = faultWith(() => {
  const pages = new PageThread(worker, undefined);
  const read = (text: string) => pages.read(text, 'a.md', { omitHeading: true, omitComments: true });
  return { read, close: () => pages.dispose() };
});

/** What may happen to many files, or to what is in them and in the settings, on the services floor. */
export const fileFaults: readonly Fault[] = [
  {
    fault: 'storage full in the middle of a run',
    where: 'services',
    tells: /^1 of 3 pages were published: 2 not sent\. .*ENOSPC/,
    run: async () => {
      const { run, start, sends } = stage(
        3,
        {},
        { record: { sending: () => Promise.resolve(), ended: full } },
      );
      await start(1);
      assert.equal(sends().size, 1);
      return { told: runNotice(run).text, kept: 'the page that was sent; the others can be resumed' };
    },
  },
  {
    fault: 'a .wikiignore that is made to take for ever',
    where: 'services',
    tells: /^1 file$/,
    run: async () => {
      const startedAt = performance.now();
      const entries = (folder: string) =>
        Promise.resolve(
          folder.split('/').length <= 100
            ? ([
                ['.wikiignore', 1],
                ['a', 2],
              ] as const)
            : ([['a.md', 1]] as const),
        );
      const text = () => Promise.resolve(`${'**/a*/'.repeat(14)}b`);
      const found: string[] = [];
      const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
      for await (const file of findMarkdown({ entries, text, join, isHidden: () => false }, '')) {
        found.push(file.path);
      }
      assert.ok(performance.now() - startedAt < 5000);
      return { told: `${found.length} file`, kept: 'the extension host, and the plan' };
    },
  },
  {
    fault: 'an address that only looks like one of this computer',
    where: 'services',
    tells: /must start with https/,
    run: () => {
      const { problem = '' } = parseAddress('http://localhost.evil.example/x');
      return Promise.resolve({ told: problem, kept: 'the token: the address is not used' });
    },
  },
  onThread('five megabytes of list entries', /too many paragraphs/, async ({ read }) => {
    const page = await read('- a\n'.repeat(1_250_000));
    return { told: page?.problems[0]?.message ?? '', kept: nothingSent };
  }),
  onThread('front matter of 200 KB', /more than 20000 characters/, async ({ read }) => {
    const page = await read(`---\n${'a: [[[[[[\n'.repeat(20_000)}---\n`);
    return { told: page?.problems[0]?.message ?? '', kept: nothingSent };
  }),
  onThread(
    'text that takes finders of secrets long, and a secret below',
    /looks like a token/,
    async ({ read }) => {
      const startedAt = performance.now();
      const page = await read(`${'eyJ-'.repeat(100_000)}\n\nsk-aB3dE5gH7jK9mN1pT3BlbkFJ\n`);
      assert.ok(performance.now() - startedAt < 5000);
      return {
        told: page?.problems[0]?.message ?? '',
        kept: 'the secret: the person is told before it is sent',
      };
    },
  ),
];
