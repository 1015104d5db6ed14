import { dayMs } from '../../src/core/text/duration.js';
import { readImportResponse } from '../../src/core/wiki/import.js';
import type { Report } from '../../src/core/text/report.js';
import type { Outcome } from '../../src/core/wiki/outcome.js';
import { reportOnOutcome, type OutcomeAction } from '../../src/core/wiki/outcomeReport.js';

export const now = Date.UTC(2026, 0, 10);
export const token = { issuedAt: now - dayMs, expiresAt: now + dayMs };
export const date = (ms: number): string => new Date(now + ms).toUTCString();

export function report(outcome: Outcome, overwrite = false): Report<OutcomeAction> {
  const target = { space: 'ENG', parent: '42', title: 'One', overwrite };
  return reportOnOutcome(outcome, { target, token, host: 'acme.example', now });
}

interface Answer {
  readonly body?: string;
  readonly overwrite?: boolean;
  readonly mayHaveArrived?: boolean;
  readonly cancelled?: boolean;
  readonly date?: string;
}

export function answered(status: number, answer: Answer = {}): Report<OutcomeAction> {
  const {
    body = '{"body":"It said so."}',
    overwrite = false,
    mayHaveArrived = false,
    cancelled = false,
  } = answer;
  const judged = readImportResponse({ status, headers: {}, body, truncated: false }, { overwrite });
  return report(
    { kind: 'answered', answer: judged, date: answer.date ?? date(0), mayHaveArrived, cancelled },
    overwrite,
  );
}
