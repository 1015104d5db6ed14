import assert from 'node:assert/strict';
import { startWiki, type Step, type Wiki } from '../wiki/wiki.js';
import { Attempt } from './attempt.js';
import { startBrokenRelay } from './brokenRelay.js';
import { faultWith, type Fault } from './row.js';

const large = `# A Page\n\n${'Text of a large page. '.repeat(50_000)}`;
const unknown = /Whether the page was published is unknown/;

export const onWiki = faultWith(() => startWiki());

/** What may happen to the bytes of a request and its answer, on the services floor against the wiki. */
export const sendingFaults: readonly Fault[] = [
  scripted('refused connection', /refused the connection\. Nothing was sent/, [{ do: 'refuse' }], {
    arrivals: 0,
    after: (wiki) => wiki.acceptAgain(),
  }),
  scripted('reset before the request’s body', unknown, [{ do: 'cutRequest', afterBytes: 200, reset: true }], {
    content: large,
  }),
  scripted(
    'reset within the request’s body',
    unknown,
    [{ do: 'cutRequest', afterBytes: 300_000, reset: true }],
    { content: large },
  ),
  scripted('reset after the request’s body, page not made', unknown, [
    { do: 'cutRequest', afterBytes: 'all', reset: true },
  ]),
  scripted('reset after the request’s body, page made', unknown, [
    { do: 'cutAnswer', afterBytes: 0, reset: true },
  ]),
  scripted('reset within the answer’s head', unknown, [{ do: 'cutAnswer', afterBytes: 40, reset: true }]),
  broken('connection ends within the answer’s body', /was cut off.* is unknown/, 'body', 'end'),
  scripted('no answer before the deadline, page not made', unknown, [{ do: 'stall', processed: false }], {
    deadlineMs: 500,
  }),
  scripted('no answer before the deadline, page made', unknown, [{ do: 'stall', processed: true }], {
    deadlineMs: 500,
  }),
  scripted(
    'answer byte by byte, too slowly for the deadline',
    unknown,
    [{ do: 'trickle', everyMilliseconds: 20 }],
    { deadlineMs: 800 },
  ),
  scripted('answer byte by byte, in time', /was published/, [{ do: 'trickle', everyMilliseconds: 1 }]),
  broken('answer stalls in its head', /did not answer in time.* is unknown/, 'head', 'stall'),
  broken('answer stalls in its body', /was cut off.* is unknown/, 'body', 'stall'),
  cancelled(),
];

interface Options {
  readonly content?: string;
  readonly deadlineMs?: number;
  /** How many requests the wiki may have seen. */
  readonly arrivals?: number;
  readonly after?: (wiki: Wiki) => unknown;
}

function scripted(fault: string, tells: RegExp, steps: Step[], options: Options = {}): Fault {
  return onWiki(fault, tells, async (wiki) => {
    const attempt = new Attempt(wiki, options);
    wiki.script(...steps);
    const told = await attempt.send(options);
    assert.ok(wiki.requests.length <= (options.arrivals ?? 1), `sent ${wiki.requests.length} times`);
    await options.after?.(wiki);
    return { told, kept: await attempt.settle() };
  });
}

function broken(fault: string, tells: RegExp, ...how: ['head' | 'body', 'stall' | 'end']): Fault {
  return onWiki(fault, tells, async (wiki) => {
    const relay = await startBrokenRelay(wiki.importEndpoint, ...how);
    try {
      const attempt = new Attempt(wiki);
      const told = await attempt.send({ deadlineMs: 700, endpoint: relay.endpoint });
      assert.equal(wiki.requests.length, 1);
      return { told, kept: await attempt.settle() };
    } finally {
      relay.close();
    }
  });
}

function cancelled(): Fault {
  return onWiki(
    'cancelled while the answer is awaited',
    /^Cancelled after the page had been sent/,
    async (wiki) => {
      const attempt = new Attempt(wiki);
      wiki.script({ do: 'stall', processed: true });
      const told = await attempt.send({ signal: AbortSignal.timeout(400) });
      assert.equal(wiki.requests.length, 1);
      wiki.release();
      return { told, kept: await attempt.settle() };
    },
  );
}
