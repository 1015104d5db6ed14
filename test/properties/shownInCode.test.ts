import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readPage } from '../../src/core/page/page.js';
import { blockingProblems, readSeverities } from '../../src/core/page/problem.js';
import { projectRoot } from '../host/folders.js';
import { hidden, indentedComment, markdown } from './anyMarkdown.js';
import { installedDocuments } from './pulledBack.js';
import { commonMark, gitHub, withoutFrontMatter } from './rendered.js';
import { numRuns } from './runs.js';
import { usualOptions as options } from '../host/usualOptions.js';

const severities = readSeverities(undefined, undefined);
const judges = [commonMark, gitHub];

function blocking(text: string): readonly string[] {
  return blockingProblems(readPage(text, 'file.md', options).problems, severities).map(({ kind }) => kind);
}

/** How often a word stands in code. */
function inCode(html: string, word: string): number {
  const codes = [...html.matchAll(/<code[^>]*>([^]*?)<\/code>/g)].map(([, code = '']) => code);
  return codes.join(' ').split(word).length - 1;
}

/** The comments that block a document, although both judges show them as code. */
function falseAlarms(text: string): readonly string[] {
  const { problems } = readPage(text, 'file.md', options);
  return problems.flatMap(({ kind, start }) => {
    const [comment] = /^<!--[^>]*?hidden[^>]*?-->/.exec(text.slice(start)) ?? [];
    if (kind !== 'unclosedComment' || comment === undefined) {
      return [];
    }
    const named = text.slice(0, start) + text.slice(start).replace(hidden, 'Zq9');
    return judges.every((render) => inCode(render(named), 'Zq9') > 0) ? [comment] : [];
  });
}

describe('A comment or a conflict that both judges show as code', function () {
  this.timeout(600_000);

  it('blocks no generated document', () => {
    let blocked = 0;
    const document = fc.tuple(markdown, indentedComment, markdown).map((parts) => parts.join('\n\n'));
    const isRight = fc.property(document, (text) => {
      blocked += blocking(text).includes('unclosedComment') ? 1 : 0;
      assert.deepEqual(falseAlarms(text), [], JSON.stringify(text));
    });
    fc.assert(isRight, { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 20_261_126) });
    assert.ok(blocked > numRuns / 20, `${blocked} were blocked`);
  });

  it('blocks no document of the packages that are installed', () => {
    let tried = 0;
    for (const file of installedDocuments(20)) {
      const written = withoutFrontMatter(readFileSync(path.join(projectRoot, file), 'utf8')).replaceAll(
        '\r\n',
        '\n',
      );
      // After each fence that opens: the others are no code, which the judges say.
      for (const example of [
        `<!-- ${hidden} -->`,
        `<<<<<<< ${hidden}\na\n=======\nb\n>>>>>>> c`,
        `{/* ${hidden} */}\n{% comment %}\n%% ${hidden} %%`,
      ]) {
        const isOpening = /^( *)(`{3,}|~{3,})\w+[^`\n]*\n/gm;
        const text = written.replace(
          isOpening,
          (line, indent: string) => line + example.replace(/^/gm, indent) + '\n',
        );
        const count = text.split(hidden).length - written.split(hidden).length;
        const isInCode = judges.every((render) => inCode(render(text), hidden) >= count);
        if (count > 0 && isInCode && blocking(written).length === 0) {
          tried++;
          assert.deepEqual(blocking(text), [], file);
        }
      }
    }
    assert.ok(tried > 25, `${tried} were tried`);
  });
});
