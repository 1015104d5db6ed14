import { createHash } from 'node:crypto';
import { visibleLine } from '../../core/text/plainLine';
import { shownJson } from './shownText';
import { pathFromCheckout } from './pathFromCheckout';
import type { CommandResult } from './result';

const severities = { error: 'major', warning: 'minor', information: 'info' } as const;

/** A fingerprint leaves out the line, so that GitLab takes a problem that has moved for the same one. */
export function asCodeQuality(result: CommandResult, checkout: string | undefined): string {
  const seen = new Map<string, number>();
  const issues = result.findings
    .filter(({ message }) => message !== '')
    .map(({ file, line = 1, severity, code, message }) => {
      const at = pathFromCheckout(checkout, result, file);
      const same = JSON.stringify([at, code, message]);
      const count = seen.get(same) ?? 0;
      seen.set(same, count + 1);
      return {
        description: visibleLine(message),
        check_name: code,
        fingerprint: createHash('sha256').update(`${same}${count}`).digest('hex'),
        severity: severities[severity],
        location: { path: at, lines: { begin: line } },
      };
    });
  return shownJson(issues);
}
