import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withMeasured } from '../bench/measured.js';
import { projectRoot } from '../host/folders.js';

const page = `# Measured

On a machine:

| What | Measured | Against | Ratio | At most | Commit |
| ---- | -------- | ------- | ----- | ------- | ------ |
| one  | 2.0 ms   | 1.0 ms  | 2.00 × | 2.5 × | aaaaaaa |
| two  | 3.0 ms   | 1.0 ms  | 3.00 × | 3.5 × | aaaaaaa |

The end.
`;
const row = (what: string, ratio: number) => ({
  what,
  measured: `${ratio} ms`,
  against: '1 ms',
  ratio,
  bound: 4,
});
/** Without what only makes the table even. */
const rowsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((each) => each.startsWith('|'))
    .map((each) => each.replaceAll(/ +/g, ' '));

describe('What was measured', () => {
  it('takes the place of what was measured before, with its commit', () => {
    const written = withMeasured(page, [row('two', 2), row('three', 1.234)], {
      commit: 'bbbbbbb',
      isAll: false,
    });
    assert.deepEqual(rowsOf(written).slice(2), [
      '| one | 2.0 ms | 1.0 ms | 2.00 × | 2.5 × | aaaaaaa |',
      '| two | 2 ms | 1 ms | 2.00 × | 4 × | bbbbbbb |',
      '| three | 1.234 ms | 1 ms | 1.23 × | 4 × | bbbbbbb |',
    ]);
    assert.ok(written.startsWith('# Measured\n\nOn a machine:\n\n| What'));
    assert.ok(written.endsWith('|\n\nThe end.\n'));
  });

  it('is all that is told where all was measured', () => {
    const written = withMeasured(page, [row('two', 2)], { commit: 'bbbbbbb', isAll: true });
    assert.deepEqual(rowsOf(written).slice(2), ['| two | 2 ms | 1 ms | 2.00 × | 4 × | bbbbbbb |']);
  });

  it('names a commit in each row of the page', async () => {
    const rows = rowsOf(await readFile(path.join(projectRoot, 'docs', 'measured.md'), 'utf8')).slice(2);
    assert.ok(rows.length > 10);
    assert.deepEqual(
      rows.filter((each) => !/\b[0-9a-f]{7}\b[^|]*\|$/.test(each)),
      [],
    );
  });
});
