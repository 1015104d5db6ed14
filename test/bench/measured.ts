import type { Row } from './row.js';

type Measured = Pick<Row, 'what' | 'measured' | 'against' | 'ratio' | 'bound'>;

const head = ['What', 'Measured', 'Against', 'Ratio', 'At most', 'Commit'];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page with these rows in its table, each with the commit that it was measured at. `isAll`: no other row stays. */
export function withMeasured(
  page: string,
  rows: readonly Measured[],
  { commit, isAll }: { readonly commit: string; readonly isAll: boolean },
): string {
  const [before = '', ...others] = page.split(/^(?=\|)/m);
  const after = others.at(-1)?.replace(/^\|.*\n/, '') ?? '';
  const measured = new Map<string, readonly string[]>();
  for (const cells of isAll ? [] : others.slice(2).map(cellsOf)) {
    measured.set(cells[0] ?? '', cells);
  }
  for (const { what, ratio, bound, ...row } of rows) {
    const times = `${ratio.toFixed(2)} ×`;
    measured.set(what, [what, row.measured, row.against, times, `${bound} ×`, commit]);
  }
  const table = [head, head.map(() => '---'), ...measured.values()].map(line);
  return `${before}${table.join('\n')}\n${after}`;
}

function cellsOf(row: string): string[] {
  return (row.split('\n', 1)[0] ?? '')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
