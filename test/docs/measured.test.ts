import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withMeasured } from '../bench/measured.js';
import { projectRoot } from '../host/folders.js';

const page = `# Measured

Measured at \`aaaaaaa\`:

| What | Measured | Against | Ratio  | At most |
| ---- | -------- | ------- | ------ | ------- |
| one  | 2.0 ms   | 1.0 ms  | 2.00 × | 2.5 ×   |

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
    const written = withMeasured(page, [row('two', 2), row('three', 1.234)], 'bbbbbbb');
    assert.deepEqual(rowsOf(written).slice(2), [
      '| two | 2 ms | 1 ms | 2.00 × | 4 × |',
      '| three | 1.234 ms | 1 ms | 1.23 × | 4 × |',
    ]);
    assert.ok(written.startsWith('# Measured\n\nMeasured at `bbbbbbb`:\n\n| What'));
    assert.ok(written.endsWith('|\n\nThe end.\n'));
  });

  it('names the commit that was measured', async () => {
    const text = await readFile(path.join(projectRoot, 'docs', 'measured.md'), 'utf8');
    assert.match(text, /`[\da-f]{7}`/);
    assert.ok(rowsOf(text).length > 12);
  });
});
