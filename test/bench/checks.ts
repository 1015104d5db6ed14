import MarkdownIt from 'markdown-it';
import { readPage } from '../../src/core/page/page.js';
import { inTurn, ms, timed, type Row } from './row.js';
import { usualOptions as options } from '../host/usualOptions.js';

const rounds = 7;
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

/** What the Problems view costs. */
export async function checks(): Promise<Row[]> {
  const parser = new MarkdownIt('commonmark');
  const ours = () => timed(() => Promise.resolve(readPage(text, 'page.md', options)));
  const parse = () => timed(() => Promise.resolve(parser.parse(text, {})));
  await inTurn(2, ours, parse);
  const found = await inTurn(rounds, ours, parse);
  return [
    {
      what: 'the checks on a document of 1 MB',
      method: `median of ${rounds} readings of a document of headings, prose, lists, code, links, images and comments, and as many parses by markdown-it in turn`,
      measured: ms(found.ours),
      against: `its bare parse: ${ms(found.bare)}`,
      ratio: found.ours / found.bare,
      bound: 1.5,
    },
  ];
}
