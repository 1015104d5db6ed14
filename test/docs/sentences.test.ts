import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');
/** `test` has documents that are published, and the notices of others are not ours. */
const pages = globSync('{*.md,docs/**/*.md,src/**/*.md}', { cwd: projectRoot });
/** Those who are new to the product read the first ones; the reference says what VS Code and the terminal say. */
const mostIn = (file: string): number => (/^(README|docs.guide.(?!reference))/.test(file) ? 25 : 30);

describe('What the project writes for people', () => {
  it('has no sentence of more than 30 words, nor of more than 25 in the README and the guide', () => {
    assert.ok(pages.length > 15, `${pages.length}`);
    const texts = [
      ...pages.map((file) => [file, read(file)] as const),
      ...['action.yml', 'templates/publish-to-wiki.yml'].map(
        (file) =>
          [
            file,
            read(file)
              .match(/(?<=description: ).*/g)
              ?.join('\n\n') ?? '',
          ] as const,
      ),
      ['package.nls.json', Object.values(JSON.parse(read('package.nls.json')) as object).join('\n')] as const,
    ];
    const long = texts.flatMap(([file, text]) =>
      sentencesOf(file.endsWith('.json') ? text.replaceAll('\n', '\n\n') : text)
        .map((sentence) => ({ sentence, words: (sentence.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length }))
        .filter(({ words }) => words > mostIn(file))
        .map(({ sentence, words }) => `${file} (${words}): ${sentence}`),
    );
    assert.deepEqual(long, []);
  });

  it('finds the end of a sentence, and nothing else, as its end', () => {
    const one = 'Press **Set Up…**: `a. b | c` (Node.js 22.19) opens; it asks.';
    assert.deepEqual(sentencesOf(`${one} Then _Enter._\nNext one.`), [one, 'Then _Enter._', 'Next one.']);
    assert.deepEqual(sentencesOf('- a\n  b\n- c\n\n| d | e |\n| - | - |\n| f | `g h` |'), [
      '- a b',
      '- c',
      ...['d', 'e', '-', '-', 'f', '`g h`'],
    ]);
    assert.deepEqual(sentencesOf('[a b](c%20d) ![e](f) g\n\n```\nh\n```'), ['[a b] g']);
  });
});

/**
 * The sentences of a page, without pictures, the targets of links, and blocks of code. A colon or a button’s
 * ellipsis ends none, and code in a sentence counts with all its words.
 */
function sentencesOf(page: string): string[] {
  const text = page
    .replaceAll(/```[^]*?```/g, '')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
  // A paragraph, an item of a list, a row of a table
  const parts = text.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\s*\|)/);
  const cells = parts.flatMap((part) =>
    part.trimStart().startsWith('|') ? (part.match(/(?:`[^`]*`|[^`|])+/g) ?? []) : [part],
  );
  return cells
    .flatMap((cell) => cell.match(/(?:`[^`]*`|[^`])+?(?:(?<=[.!?]["”’)*_\]]*)(?=\s)|$)/g) ?? [])
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}
