import { formatNumber } from '../core/text/locale';

/** “1 file”, “2 files”. */
export function counted(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}
