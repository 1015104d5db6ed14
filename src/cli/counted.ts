import { formatNumber } from '../core/text/locale';

/** Returns a count with its noun, such as “1 file” or “2 files”. */
export function counted(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}
