import type { Row } from './row.js';

type Measured = Pick<Row, 'what' | 'measured' | 'against' | 'ratio' | 'bound'>;

const head = ['What', 'Measured', 'Against', 'Ratio', 'At most'];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page with the rows of one run in place of its table, and the commit that they measured. */
export function withMeasured(page: string, rows: readonly Measured[], commit: string): string {
  const [before = '', ...others] = page.split(/^(?=\|)/m);
  const after = others.at(-1)?.replace(/^\|.*\n/, '') ?? '';
  const cells = rows.map(({ what, measured, against, ratio, bound }) => [
    ...[what, measured, against],
    `${ratio.toFixed(2)} ×`,
    `${bound} ×`,
  ]);
  const table = [head, head.map(() => '---'), ...cells].map(line);
  return `${before.replace(/`[\da-f]{7}`/, `\`${commit}\``)}${table.join('\n')}\n${after}`;
}
