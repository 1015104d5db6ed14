import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

const sources = globSync('{src,test}/**/*.ts', { cwd: projectRoot }).map((file) => ({
  file,
  lines: readFileSync(path.join(projectRoot, file), 'utf8').split('\n'),
}));
const one = String.raw`\d+(?:\.\d+)?(?: \(\d+\))?`;
const citation = new RegExp(String.raw`\bcontract (${one}(?:(?:, | and )${one})*)`, 'gi');
/** What a citation looks like that is not in the one spelling. */
const otherwise =
  /\b(contract|interface|service)’?s? (§|section|rule)|\bcontract \d[^.;]*\b(rule|section|§)/i;

describe('The service’s description', () => {
  const numbers = numbered(readFileSync(path.join(projectRoot, 'docs', 'service.md'), 'utf8'));

  it('has its sections and rules by number', () => {
    assert.ok(['2.1', '4.1', '4.1 (2)', '5.2 (10)', '9'].every((number) => numbers.has(number)));
    assert.ok(!numbers.has('4.1 (5)') && !numbers.has('10'));
  });

  it('has every number that is cited', () => {
    const cited = sources.flatMap(({ file, lines }) =>
      lines.flatMap((line, index) =>
        [...line.matchAll(citation)].flatMap(([, list = '']) =>
          [...list.matchAll(new RegExp(one, 'g'))].map(([number]) => ({
            number,
            at: `${file}:${index + 1}`,
          })),
        ),
      ),
    );
    assert.ok(cited.length > 20, `${cited.length}`);
    assert.deepEqual(
      cited.filter(({ number }) => !numbers.has(number)),
      [],
    );
  });

  it('is cited in one spelling', () => {
    const others = sources
      .filter(({ file }) => file !== path.join('test', 'docs', 'service.test.ts'))
      .flatMap(({ file, lines }) =>
        lines.flatMap((line, index) => (otherwise.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      );
    assert.deepEqual(others, [], 'Write “contract 4.1”, or “contract 4.1 (2)” for a rule of it.');
  });
});

/** The sections of a description, and the rules of each as `4.1 (2)`. */
function numbered(text: string): Set<string> {
  const found = new Set<string>();
  let section = '';
  for (const line of text.split('\n')) {
    const heading = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line)?.[1];
    const rule = /^(\d+)\. /.exec(line)?.[1];
    section = heading ?? section;
    if (heading !== undefined) {
      found.add(heading);
    } else if (rule !== undefined) {
      found.add(`${section} (${rule})`);
    }
  }
  return found;
}
