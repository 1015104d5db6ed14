import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPage, type PageOptions } from '../../src/core/page/page.js';
import { applyEdits } from '../../src/core/page/problem.js';
import { contentForTitle } from '../../src/core/publish/contentForTitle.js';
import { merge } from '../../src/core/pull/merge.js';
import { projectRoot } from '../host/folders.js';
import { commonMark, gitHub, seen } from './rendered.js';
import { addressOfPage, wikiSpellings, type WikiSpelling } from './wikiSpellings.js';
import { usualOptions } from '../host/usualOptions.js';

const fileName = 'page.md';
const privateBlocks = [
  '<!-- wiki:skip -->\n\nprivate\n\n<!-- /wiki:skip -->',
  '<!-- private -->',
  '<!-- wiki:skip -->\nprivate\n<!-- /wiki:skip -->',
];
const more =
  '\n\nSee [the guide](guide.md#first-steps), [the other one](./guide.md), [that][the reference] and a note.[^ibid]\n\n[the reference]: docs/reference.md "Reference"\n[another]: docs/another.md\n[^ibid]: Ibidem.\n\n![Picture](images/picture.png)\n\n' +
  'Somebody <!-- private -->glued comments<!-- private --> beside [docs@example.org](mailto:docs@example.org), <https://docs.example/a_b>, [https://docs.example](https://docs.example), [whatever](<docs/some file.md>) and ![spaces](images/my%20picture.png) elsewhere.\n';

/** What other tools than the wiki know. */
const ofOthers =
  '\n\n## Later steps {#later}\n\n%% private words %%\n\nSee [[guide|everybodys guide]], [[reference#tables]], [folders](setup/), [sites](/site/setup.html) and [headings](#later).\n\n' +
  '{% comment %}\nprivate\n\n- private\n{% endcomment %}\n\nSometimes {/* private */} it hides.\n{: .note }\n\n[//]: # (private)\n\n[^link]: [footnotes](guide.md)\n';

/** A document as it may stand in somebody’s folder, and what was published of it. */
interface Published {
  readonly text: string;
  readonly title: string;
  readonly options: PageOptions;
  readonly sent: string;
}

/** What became of documents whose pages were brought back. */
export interface Tally {
  readonly spelling: string;
  files: number;
  /** The wiki says something else of them than what was sent. */
  unlike: number;
  readonly differences: string[];
  readonly refusals: string[];
  edits: number;
  readonly wrongEdits: string[];
}

/** `npm run pulling` tries all documents. */
export const isForAll = process.env.DOCUMENTS === 'all';

/** Each `every`th Markdown file of the packages that are installed, or all of them. */
export function installedDocuments(every: number): readonly string[] {
  return globSync('node_modules/**/*.{md,markdown}', { cwd: projectRoot })
    .sort()
    .filter((_, index) => isForAll || index % every === 0);
}

/** The file that a link means which is not written by its name. */
function fileOf(to: string): readonly [file?: string] {
  return /^[^?#]*\.(?:md|markdown)(?:[?#]|$)/i.test(to) ? [] : [`/docs/${encodeURIComponent(to)}.md`];
}

/** The file with something private between two of its blocks, and with links, definitions and a footnote. */
function published(file: string, index: number): Published | undefined {
  const written = readFileSync(path.join(projectRoot, file), 'utf8');
  const breaks = [...written.matchAll(/(?:\r\n|\n){2}(?=\S)/g)].map(({ index: at }) => at);
  const at = breaks[index % Math.max(breaks.length, 1)] ?? 0;
  const hidden = privateBlocks[index % privateBlocks.length] ?? '';
  const newLine = /\r\n|\n/.exec(written)?.[0] ?? '\n';
  const whole = `${written.slice(0, at)}\n\n${hidden}${written.slice(at)}${index % 2 === 0 ? more : ''}${index % 4 < 2 ? ofOthers : ''}`;
  const text = newLine === '\n' ? whole : whole.replaceAll(/\r?\n/g, newLine);
  const plain = usualOptions;
  const { linked } = readPage(text, fileName, plain);
  const ids = new Map<string, number>();
  const idOf = (to: string): number => {
    const target = to.replace(/#.*$/, '').replace(/^\.\//, '');
    ids.set(target, ids.get(target) ?? 100 + ids.size);
    return ids.get(target) ?? 0;
  };
  const options: PageOptions = {
    ...plain,
    linkedPages: linked.map((to) => [to, addressOfPage(idOf(to)), ...fileOf(to)]),
    publicAddresses: {
      address: 'https://files.example/',
      folder: 'docs/',
      unusable: [],
    },
  };
  const page = readPage(text, fileName, options);
  const canBeSent = page.problems.every(({ isFatal, kind }) => isFatal !== true && kind !== 'notLeftOut');
  return canBeSent
    ? { text, title: page.title, options, sent: contentForTitle(page, page.title) }
    : undefined;
}

/** How many a list has to another reader: not all take the same for one. */
function entriesIn(markdown: string): number {
  return commonMark(markdown).split('<li>').length;
}

/** The wiki’s text of a page, with its own addresses; undefined where it says something else than `shown`. */
async function inWiki(
  { spell, address }: WikiSpelling,
  sent: string,
  shown: string,
): Promise<string | undefined> {
  const spelled = await spell(sent);
  return spelled === sent || (seen(gitHub(spelled)) === shown && entriesIn(spelled) === entriesIn(sent))
    ? spelled.replaceAll(/https:\/\/wiki\.example\/wiki\/spaces\/DOCS\/pages\/(\d+)\/Page\+\d+/g, (_, id) =>
        address(Number(id)),
      )
    : undefined;
}

function pulled({ text, title, options, sent }: Published, wiki: string): string | undefined {
  const merged = merge({ text, fileName, options, title, published: sent, wiki });
  return merged ? applyEdits(text, merged.edits) : undefined;
}

function withChanged(text: string, word: string): string {
  return text.replace(new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`), `${word}changed`);
}

/** A word that is in the text once, and which is sent. */
function someWord({ text, sent }: Published, index: number): string | undefined {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[A-Za-z]+/g)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // What every second file has more than its own is edited in every second of those
  const from = index % 4 === 0 ? sent.slice(sent.lastIndexOf('Somebody')) : sent;
  const words = [...new Set(from.match(/(?<=[ (])[a-z]{4,}(?=[ ,.)])/g))].filter(
    (word) => counts.get(word) === 1,
  );
  return words[(index * 7919) % Math.max(words.length, 1)];
}

/** Every file from every wiki: as it was published, and with one word changed there. */
export async function bringBack(files: readonly string[]): Promise<readonly Tally[]> {
  const tallies = wikiSpellings.map(({ name }): Tally => ({
    spelling: name,
    files: 0,
    unlike: 0,
    differences: [],
    refusals: [],
    edits: 0,
    wrongEdits: [],
  }));
  for (const [index, file] of files.entries()) {
    const document = published(file, index);
    const word = document && someWord(document, index);
    const shown = seen(gitHub(document?.sent ?? ''));
    const changed = word === undefined ? undefined : withChanged(document?.sent ?? '', word);
    const shownChanged = changed === undefined ? '' : seen(gitHub(changed));
    for (const [number, spelling] of wikiSpellings.entries()) {
      const tally = tallies[number];
      const wiki = document && (await inWiki(spelling, document.sent, shown));
      if (document === undefined || tally === undefined) {
        continue;
      }
      if (wiki === undefined) {
        tally.unlike++;
        continue;
      }
      tally.files++;
      const result = pulled(document, wiki);
      if (result === undefined) {
        tally.refusals.push(file);
      } else if (result !== document.text) {
        tally.differences.push(file);
      }
      const edited = changed === undefined ? undefined : await inWiki(spelling, changed, shownChanged);
      if (word !== undefined && edited !== undefined) {
        tally.edits++;
        if (pulled(document, edited) !== withChanged(document.text, word)) {
          tally.wrongEdits.push(`${file}: ${word}`);
        }
      }
    }
  }
  return tallies;
}
