import { escapeMarkdown } from '../../core/plan/runReport';
import { visibleLine, withoutLinks } from '../../core/text/plainLine';
import { formatNumber } from '../../core/text/locale';
import type { Finding, CommandResult } from './result';

/** GitHub refuses a step’s summary of more than 1 MiB. */
const mostBytes = 900_000;

/** Text from documents is escaped. `taken`: the bytes that the step’s summary file has already. */
export function asJobSummary({ command, findings, summary }: CommandResult, taken = 0): string {
  const head = `### publish-to-wiki ${command}\n\n${cell(summary)}\n`;
  const table = '\n| | File | Page | |\n| --- | --- | --- | --- |\n';
  const rows: string[] = [];
  let size = taken + Buffer.byteLength(head + table);
  for (const finding of findings) {
    const row = rowOf(finding);
    size += Buffer.byteLength(row);
    if (size > mostBytes) {
      break;
    }
    rows.push(row);
  }
  const left = findings.length - rows.length;
  const more = left > 0 ? `\n${formatNumber(left)} more\n` : '';
  return `${head}${rows.length > 0 ? `${table}${rows.join('')}` : ''}${more}\n`;
}

function rowOf({ file, line, label, message, title, destination }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const page = destination === undefined ? (title ?? '') : `${title ?? ''} → ${destination}`;
  return `| ${[label, place, page, message].map(cell).join(' | ')} |\n`;
}

function cell(text: string): string {
  return escapeMarkdown(withoutLinks(visibleLine(text)));
}
