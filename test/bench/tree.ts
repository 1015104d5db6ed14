import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureInWindow } from './inWindow.js';
import { concurrency } from './manyFolder.js';
import { ms, type Ran, type Row } from './row.js';

const delayMs = 50;

/** A page and those under it. */
export interface Branch {
  readonly title: string;
  readonly below: readonly Branch[];
}

/** So many pages on each level: 1, 9, 90, 270 and 630. */
export function thousandPages(): Branch {
  let leaves = 0;
  const branch = (title: string, counts: readonly number[]): Branch => {
    const [count = 0, ...further] = counts;
    // Those of the last level are two or three each
    const here = counts.length === 1 ? (leaves++ % 3 === 0 ? 3 : 2) : count;
    return {
      title,
      below: Array.from({ length: here }, (_, index) => branch(`${title}.${index}`, further)),
    };
  };
  return branch('1', [9, 10, 3, 2]);
}

export function pagesOf({ below }: Branch): number {
  return below.reduce((sum, each) => sum + pagesOf(each), 1);
}

async function writeTree(folder: string, { title, below }: Branch): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = (name: string): string =>
    `# ${name}\n\n${`All that there is to say about [${name}](https://example.com/). `.repeat(20)}\n`;
  await writeFile(path.join(folder, 'README.md'), text(title));
  for (const each of below) {
    await (each.below.length > 0
      ? writeTree(path.join(folder, each.title), each)
      : writeFile(path.join(folder, `${each.title}.md`), text(each.title)));
  }
}

/** A tree of pages, where what is under a page waits until that one was found in the wiki. See treeSuite.ts. */
export async function tree(): Promise<Row[]> {
  const { ours, bare } = await measureInWindow<Ran>('treeSuite.js', delayMs, async (workspace) => {
    await writeTree(path.join(workspace, 'warm'), { title: 'Warm', below: [{ title: 'Warmer', below: [] }] });
    await writeTree(path.join(workspace, 'all'), thousandPages());
  });
  return [
    {
      what: 'a tree of 1,000 files in 5 levels at 50 ms an answer',
      method: `one run of the command in a real extension host with a platform token, from Enter in the plan to the outcome of the last file, ${concurrency} files at a time; the ideal is bare undici requests in the same order in the same process, the mean of once before and once after: as many sends at a time, each page looked up beside them, what is under it after that`,
      measured: ms(ours),
      against: `the ideal that the levels allow: ${ms(bare)}`,
      ratio: ours / bare,
      bound: 1.25,
    },
  ];
}
