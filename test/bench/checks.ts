import MarkdownIt from 'markdown-it';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import path from 'node:path';
import { readPage } from '../../src/core/page/page.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { projectRoot } from '../host/folders.js';
import { inTurn, ms, timed, type Row } from './row.js';

const rounds = 7;
const longestBlockMs = 50;
const options = { omitHeading: true, omitComments: true };
const prose = 'Words of a page that somebody writes for others, with **weight** here and `code` there. ';
const section = [
  '## A section',
  prose.repeat(6) + '[A link](https://example.com/) and [another](other.md).',
  prose.repeat(8),
  '- One\n- Two, with a [link](https://example.com/)\n- Three',
  '```sh\nnpm test\n```',
  `${prose.repeat(5)}![An image](image.png)`,
  '<!-- A comment. -->',
].join('\n\n');
const text = `# A Page\n\n${`${section}\n\n`.repeat(Math.ceil(1_000_000 / section.length))}`;

/** What the Problems view costs, and how long it keeps the extension host from anything else. */
export async function checks(): Promise<Row[]> {
  const parser = new MarkdownIt('commonmark');
  const ours = () => timed(() => Promise.resolve(readPage(text, 'page.md', options)));
  const parse = () => timed(() => Promise.resolve(parser.parse(text, {})));
  await inTurn(2, ours, parse);
  const found = await inTurn(rounds, ours, parse);
  const stopMs = await longestStop();
  return [
    {
      what: 'the checks on a document of 1 MB',
      method: `median of ${rounds} readings of a document of headings, prose, lists, code, links, images and comments, and as many parses by markdown-it in turn`,
      measured: ms(found.ours),
      against: `its bare parse: ${ms(found.bare)}`,
      ratio: found.ours / found.bare,
      bound: 1.5,
    },
    {
      what: 'longest block while a document of 1 MB is checked',
      method: `longest delay of the event loop during a reading by the thread of the package, in the best of ${rounds}: what else the machine does only adds to it`,
      measured: ms(stopMs),
      against: ms(longestBlockMs),
      ratio: stopMs / longestBlockMs,
      bound: 1,
      absolute: true,
    },
  ];
}

async function longestStop(): Promise<number> {
  const thread = new PageThread(path.join(projectRoot, 'dist', 'pageWorker.js'), undefined);
  const stops: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      // Another text each time: the same is not read again
      const page = await thread.read(`${text}${round}`, 'page.md', options);
      delay.disable();
      if (page === undefined) {
        throw new Error('The thread gave no page.');
      }
      stops.push(delay.max / 1e6);
    }
    return Math.min(...stops);
  } finally {
    thread.dispose();
  }
}
