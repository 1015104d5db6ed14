import { createHash } from 'node:crypto';
import { plain } from '../core/text/plain';
import { asJsonWithoutCommands } from './forgeCommands';
import { pathFrom } from './pathFrom';
import type { Result } from './result';

const severities = { error: 'major', warning: 'minor', information: 'info' } as const;

/** As GitLab reads it: one that has moved to another line is still the same. */
export function asCodeQuality(result: Result, checkout: string | undefined): string {
  const seen = new Map<string, number>();
  const issues = result.findings
    .filter(({ message }) => message !== '')
    .map(({ file, line = 1, severity, code, message }) => {
      const at = pathFrom(checkout, result, file);
      const same = JSON.stringify([at, code, message]);
      const count = seen.get(same) ?? 0;
      seen.set(same, count + 1);
      return {
        description: plain(message),
        check_name: code,
        fingerprint: createHash('sha256').update(`${same}${count}`).digest('hex'),
        severity: severities[severity],
        location: { path: at, lines: { begin: line } },
      };
    });
  return asJsonWithoutCommands(issues);
}
