import assert from 'node:assert/strict';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { Exchange } from '../../../src/core/network/http.js';
import { Pages } from '../../../src/services/records/pages.js';
import {
  sendPage,
  type SendPageDependencies,
  type SendPageOptions,
} from '../../../src/services/wiki/sendPage.js';
import { jwt } from '../../core/jwt.js';
import { destinationAt, one } from '../records/publishing.js';

const token = readApiToken(jwt({ iat: 1, exp: 4_000_000_000 })).value ?? assert.fail('This is no token.');
const page = {
  ...{ file: one, destination: destinationAt('https://a.example/x'), content: 'Text', token },
  isStillDecided: () => true,
};
const answer = (status: number): Exchange => ({
  kind: 'answered',
  response: { status, headers: {}, body: '{"body":"Said."}', truncated: false },
});

function stage(status: number, change: Partial<SendPageDependencies> = {}) {
  const events: string[] = [];
  const failures: unknown[] = [];
  const dependencies: SendPageDependencies = {
    send: () => {
      events.push('sent');
      return Promise.resolve(answer(status));
    },
    now: () => 1_000,
    pause: () => Promise.resolve(),
    log: () => undefined,
    records: {
      expectPublishes: () => Promise.resolve(),
      index: new Pages(),
      recordSend: (_file, _destination, _hash, { maySend }) => {
        events.push('written');
        return Promise.resolve(maySend());
      },
      recordOutcome: (_file, _destination, _content, { kind }) => Promise.resolve(void events.push(kind)),
    },
    tokens: { recordOutcome: () => undefined },
    lookups: {
      findNotFoundCause: () =>
        Promise.resolve({ text: 'There is no page 42.', isPlatformTokenRefused: false }),
    },
    titleScopeLookups: { lookAfterSend: () => Promise.resolve() },
    folderTargets: { forget: () => Promise.resolve() },
    failed: (error) => failures.push(error),
    ...change,
  };
  const send = (options: Partial<SendPageOptions> = {}) =>
    sendPage(dependencies, page, {
      signal: new AbortController().signal,
      cancel: 'drain',
      progress: () => undefined,
      ...options,
    });
  return { send, events, failures, dependencies };
}

const fail = (): never => {
  throw new Error('A fault');
};
const reject = (): Promise<never> => Promise.reject(new Error('A fault'));

describe('Sending one page', () => {
  it('is written down before, and what came of it after', async () => {
    const { send, events } = stage(201);
    const { isSent, recorded } = await send();
    await recorded;
    assert.ok(isSent);
    assert.deepEqual(events, ['written', 'sent', 'answered']);
  });

  const { records } = stage(404).dependencies;
  const faults: Readonly<Record<string, Partial<SendPageDependencies>>> = {
    'the log': { log: fail },
    'the judge of tokens': { tokens: { recordOutcome: fail } },
    'the lookup of what is missing': { lookups: { findNotFoundCause: reject } },
    'the record before it': { records: { ...records, recordSend: reject } },
    'the record after it': { records: { ...records, recordOutcome: reject } },
  };
  for (const [what, change] of Object.entries(faults)) {
    it(`keeps the answer when ${what} fails`, async () => {
      const { send, failures } = stage(404, change);
      const { outcome, isSent, recorded } = await send();
      await recorded;
      assert.ok(isSent && outcome.kind === 'answered');
      assert.equal(outcome.answer.meaning, 'not found');
      assert.equal(failures.length, 1);
    });
  }

  it('keeps the answer when its progress can’t be shown', async () => {
    const { outcome } = await stage(201).send({ progress: fail });
    assert.equal(outcome.kind, 'answered');
  });

  it('finds out what a 404 misses', async () => {
    const { outcome } = await stage(404).send();
    assert.equal(outcome.kind === 'answered' && outcome.whyNotFound?.text, 'There is no page 42.');
  });

  it('sends nothing that is to be sent no more once it is written down, and is not under way then', async () => {
    const { send, events } = stage(201);
    const { outcome, isSent, recorded } = await send({ begin: () => false });
    await recorded;
    assert.equal(isSent, false);
    assert.equal(outcome.kind, 'notSent');
    assert.deepEqual(events, ['written', 'notSent']);
  });

  it('writes nothing down when it is not its turn', async () => {
    const { send, events } = stage(201);
    const { isSent } = await send({ turn: () => Promise.resolve(false) });
    assert.equal(isSent, false);
    assert.deepEqual(events, []);
  });

  for (const cancel of ['abort', 'drain'] as const) {
    it(`gives the request a signal when a cancel is to ${cancel} it`, async () => {
      let given: AbortSignal | undefined;
      const { signal } = new AbortController();
      const { send } = stage(201, {
        send: (_request, options) => {
          given = options.signal;
          return Promise.resolve(answer(201));
        },
      });
      await send({ cancel, signal });
      assert.equal(given, cancel === 'abort' ? signal : undefined);
    });
  }
});
