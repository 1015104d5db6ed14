import assert from 'node:assert/strict';
import { setImmediate as soon } from 'node:timers/promises';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { FileOutcome } from '../../../src/core/plan/fileOutcome.js';
import type { Exchange, HttpRequest } from '../../../src/core/network/http.js';
import { Pages } from '../../../src/services/records/pages.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { Run } from '../../../src/core/plan/run.js';
import type { PlacedRunFile } from '../../../src/core/plan/runFile.js';
import type { ContentToSend } from '../../../src/services/publish/readForPublish.js';
import { sendFiles, type SendFilesDependencies } from '../../../src/services/plan/sendFiles.js';
import { FileLocks } from '../../../src/services/wiki/fileLocks.js';
import { jwt } from '../../core/jwt.js';

const startedAt = Date.UTC(2026, 0, 10);
const token = readApiToken(jwt({ iat: startedAt / 1000, exp: startedAt / 1000 + 600 })).value;
export const fileOf = (index: number): PlacedRunFile => ({
  file: { uri: `file:///${index}.md` },
  path: `${index}.md`,
  destination: {
    endpoint: 'https://a.example/x',
    target: { space: 'ENG', parent: '42', title: String(index), overwrite: false },
    suggestedTitle: String(index),
    suggestedPlace: {},
  },
  answers: {},
  mayHaveArrived: false,
});
export const answer = (status: number, headers: Record<string, string> = {}, body = 'Said.'): Exchange => ({
  kind: 'answered',
  response: { status, headers, body: JSON.stringify({ body }), truncated: false },
});
export const titleOf = ({ body }: HttpRequest): string =>
  (JSON.parse(body ?? '') as { pageTitle: string }).pageTitle;

/** A text that is sent as it was decided. */
export const toSend = (content: string): { readonly value: ContentToSend } => ({
  value: { content, isStillDecided: () => true },
});

/** A run against a wiki that answers each title in turn, with a clock that pauses alone move. */
export function stage(
  count: number,
  answers: Record<string, readonly Exchange[]> = {},
  change: Partial<SendFilesDependencies> = {},
) {
  const run = new Run(Array.from({ length: count }, (_, index) => fileOf(index)));
  const events: string[] = [];
  const sentAt: number[] = [];
  const settled = new Map<string, { readonly content: string; readonly outcome: Outcome }>();
  const endings: FileOutcome[] = [];
  const failures: unknown[] = [];
  let clock = startedAt;
  let underWay = 0;
  let most = 0;
  const sends = new Map<string, number>();
  const pauses = new Set<{ at: number }>();
  let ticking: Promise<void> | undefined;
  /** What can still happen before the first pause ends, does; then it ends. */
  const tick = async (): Promise<void> => {
    for (let round = 0; round < 10; round++) {
      await soon();
    }
    clock = Math.max(clock, Math.min(...Array.from(pauses, ({ at }) => at)));
    ticking = undefined;
  };
  const running: SendFilesDependencies = {
    send: async (request, { signal }) => {
      assert.equal(signal, undefined, 'nothing ends a send');
      const title = titleOf(request);
      const send = sends.get(title) ?? 0;
      sends.set(title, send + 1);
      events.push(`send ${title}`);
      sentAt.push(clock - startedAt);
      most = Math.max(most, ++underWay);
      await soon();
      underWay--;
      return answers[title]?.[send] ?? answer(201);
    },
    now: () => clock,
    pause: async (ms, signal) => {
      const until = { at: clock + ms };
      pauses.add(until);
      while (clock < until.at && !signal.aborted) {
        ticking ??= tick();
        await ticking;
      }
      pauses.delete(until);
    },
    log: () => undefined,
    token: () => token,
    tokens: { recordOutcome: () => undefined },
    lookups: { findNotFoundCause: () => Promise.resolve(undefined) },
    titleScopeLookups: { lookAfterSend: () => Promise.resolve() },
    folderTargets: { forget: () => Promise.resolve() },
    content: ({ path }) => Promise.resolve(toSend(`Text of ${path}`)),
    records: {
      expectPublishes: () => Promise.resolve(),
      index: new Pages(),
      recordSend: async (_file, { target: { title } }, _hash, { maySend }) => {
        await soon();
        events.push(`noted ${title}`);
        return maySend();
      },
      recordOutcome: async ({ uri }, _destination, content, outcome) => {
        await soon();
        settled.set(uri, { content, outcome });
      },
    },
    inWiki: { lookUpPublished: () => Promise.resolve([]), pageId: () => Promise.resolve(undefined) },
    tryPlatformToken: () => Promise.resolve('accepted'),
    endpointsWithLookups: () => Promise.resolve(new Set()),
    planSecondSend: () => assert.fail('Nothing links to a page.'),
    happened: () => undefined,
    locks: new FileLocks(),
    failed: (error) => failures.push(error),
    changed: () => undefined,
    ...change,
  };
  return {
    run,
    events,
    sentAt,
    endings,
    failures,
    settled,
    running,
    advance: (ms: number) => (clock += ms),
    sends: () => sends,
    most: () => most,
    start: async (concurrency = 4) => {
      await sendFiles(run, running, concurrency);
      assert.equal(underWay, 0);
      run.files.forEach((_file, index) => {
        const state = run.state(index);
        if (typeof state === 'object') {
          endings[index] = state;
        }
      });
      return run.files.map((_file, index) => {
        const state = run.state(index);
        return typeof state === 'string' ? state : state.kind;
      });
    },
  };
}
