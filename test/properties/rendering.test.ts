import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readPage } from '../../src/core/page/page.js';
import { projectRoot } from '../host/folders.js';
import { hidden, indentedComment, markdown } from './anyMarkdown.js';
import { gitHubExamples } from './gitHubExamples.js';
import { installedDocuments } from './pulledBack.js';
import {
  commonMark,
  gitHub,
  isBroken,
  looksAlike,
  seen,
  withoutFrontMatter,
  type Render,
} from './rendered.js';
import { numRuns } from './runs.js';
import { usualOptions as options } from '../host/usualOptions.js';

/** What says that a part could not be taken out, or that nobody knows where it ends. */
const saysSo = ['skipRegion', 'unclosedComment'];

interface Difference {
  readonly sent: string;
  readonly wanted: string;
  readonly is: string;
}

/** Between what is sent and what was written, if there is one and nothing says so. */
function difference(text: string, renders: readonly Render[]): Difference | undefined {
  const page = readPage(text, 'file.md', options);
  if (page.problems.some(({ kind }) => saysSo.includes(kind))) {
    return undefined;
  }
  const source = withoutFrontMatter(text);
  const compare = (sent: string, render: Render, less: boolean): Difference | undefined => {
    const html = render(source);
    const wanted = seen(html, less);
    const is = seen(render(sent), false, 'wiki');
    return looksAlike(is, wanted) || isBroken(html) ? undefined : { sent, wanted, is };
  };
  const { content, contentWithoutHeading } = page;
  const inWhole = content === source ? [] : renders.map((render) => compare(content, render, false));
  const inRest =
    contentWithoutHeading === undefined || contentWithoutHeading === content
      ? undefined
      : compare(contentWithoutHeading, commonMark, true);
  return [inRest, ...inWhole].find((found) => found !== undefined);
}

/** Whether what is sent has a word that a renderer hides in what was written, and nothing says so. */
function isSentThoughHidden(text: string, render: Render): boolean {
  const { title, content, problems } = readPage(text, 'file.md', options);
  const html = render(withoutFrontMatter(text));
  const count = (of: string): number => of.split(hidden).length - 1;
  const mustGo = count(html) - count(seen(html));
  return (
    !problems.some(({ kind }) => [...saysSo, 'notLeftOut'].includes(kind)) &&
    !isBroken(html) &&
    (count(content) > count(text) - mustGo || (title.includes(hidden) && !seen(html).includes(hidden)))
  );
}

const comment = `<!-- ${hidden} -->`;

/** Each example with something to take out, wherever it may stand. */
function variants(text: string): readonly string[] {
  return [
    text,
    `# Title\n\n${text}`,
    `# Title\n${text}`,
    `${comment}\n\n${text}`,
    `${text}\n${comment}\n${text}`,
    `${text}\n\n${comment}\n\n${text}`,
    text.replaceAll('\n', ` ${comment}\n`),
    text.replaceAll('\n', `\n${comment}\n`),
    text.replaceAll('\n', `\n    ${comment}\n`),
  ];
}

describe('What arrives is what was written', function () {
  this.timeout(600_000);

  it('in documents of the packages that are installed', () => {
    const files = installedDocuments(8);
    const isChanged = (file: string): boolean =>
      difference(readFileSync(path.join(projectRoot, file), 'utf8'), [commonMark, gitHub]) !== undefined;
    assert.deepEqual(files.filter(isChanged), []);
    assert.ok(files.length > 100, `${files.length} files`);
  });

  it('in the examples of CommonMark', async () => {
    const { tests } = await import('commonmark-spec');
    for (const { markdown: example, number } of tests) {
      for (const each of variants(example.replaceAll('→', '\t'))) {
        assert.equal(difference(each, [commonMark]), undefined, `${number}: ${JSON.stringify(each)}`);
        assert.ok(!isSentThoughHidden(each, commonMark), `${number}: ${JSON.stringify(each)}`);
      }
    }
  });

  it('in the examples of GitHub’s extensions', () => {
    for (const each of gitHubExamples.flatMap(variants)) {
      assert.equal(difference(each, [gitHub]), undefined, JSON.stringify(each));
      assert.ok(!isSentThoughHidden(each, gitHub), JSON.stringify(each));
    }
  });

  const seed = 20_261_121;
  const end = fc.oneof({ weight: 9, arbitrary: fc.constant('') }, indentedComment);
  const document = fc.tuple(markdown, end).map((parts) => parts.join('\n\n'));
  const generated = (count: number, render: Render, from: number): void => {
    let told = 0;
    const isSame = fc.property(document, (text) => {
      const { problems } = readPage(text, 'file.md', options);
      told += problems.some(({ kind }) => saysSo.includes(kind)) ? 1 : 0;
      assert.deepEqual(difference(text, [render]), undefined);
      assert.ok(!isSentThoughHidden(text, render));
    });
    fc.assert(isSame, { numRuns: count, seed: from });
    // Else nothing would be compared
    assert.ok(told < count / 3, `${told} of ${count} can’t be compared`);
  };

  it('in thousands of generated documents', () =>
    generated(numRuns, commonMark, Number(process.env.PROPERTY_SEED ?? seed)));

  it('in generated documents where tables, footnotes and tasks are known', () =>
    generated(numRuns, gitHub, seed));
});
