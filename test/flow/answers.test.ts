import assert from 'node:assert/strict';
import type { Report } from '../../src/core/text/report.js';
import type { Step } from '../wiki/wiki.js';
import { enter, type Answer } from './person.js';
import { Stage, type Told } from './stage.js';

const place = { space: '1001', parent: '100102' };
const minute = 60_000;
const key = `ghp_${'q7Zt4LmX9vRb2KcN8wPy5HsJ3dFg6TzV1aQeU0iO'.slice(0, 36)}`;

/** The documented JSON with another status, text or headers. */
const answer = (status: number, body: string, headers: Record<string, string> = {}) => ({
  do: 'answer' as const,
  status,
  body: JSON.stringify({ body }),
  headers: { 'content-type': 'application/json', ...headers },
});

const goes = (overwrite: boolean): Answer => ({ enter: { ...place, overwrite } });

interface Row {
  readonly when: string;
  readonly steps: () => readonly Step[];
  readonly overwrite?: boolean;
  readonly says: RegExp;
  readonly severity: Report<unknown>['severity'];
  readonly actions: readonly string[];
  /** How often it was sent. */
  readonly sends?: number;
}

const busy = answer(429, 'Later.', { 'retry-after': '1' });
const again = ['tryAgain', 'showLog'];
const unknown = ['tryAgain', 'openInWiki', 'showLog'];

const rows: readonly Row[] = [
  {
    when: 'another page with the title is there',
    steps: () => [answer(400, 'It exists.')],
    says: /a page with this title already exists\. Nothing was replaced.*“It exists\.”/,
    severity: 'warning',
    actions: ['changeTitle', 'overwrite'],
  },
  {
    when: 'the wiki does not accept it, though it may overwrite',
    steps: () => [answer(400, 'Not like this.')],
    overwrite: true,
    says: /did not accept .* “Not like this\.”/,
    severity: 'error',
    actions: ['changeTarget', 'showLog'],
  },
  {
    when: 'it is not accepted after a send that may have arrived, which is not taken for “exists”',
    steps: () => [answer(500, 'Oops.', { 'retry-after': '0' }), answer(400, 'Bad Request')],
    says: /^The wiki did not accept “A”\. An earlier attempt may have arrived: check in the wiki whether the page is there\. The wiki says: “Bad Request”$/,
    severity: 'error',
    actions: ['openInWiki', 'changeTarget', 'showLog'],
    sends: 2,
  },
  {
    when: 'the clock is wrong',
    steps: () => [answer(403, 'No.', { date: new Date(Date.now() + 45.5 * minute).toUTCString() })],
    says: /Its clock is 45 minutes ahead of this computer’s/,
    severity: 'error',
    actions: ['replaceToken'],
  },
  {
    when: 'the wiki is asked too often, three times',
    steps: () => [busy, busy, busy],
    says: /\(429\) and did not accept “A”\. It asks you to wait 1 second\. .*“Later\.”/,
    severity: 'error',
    actions: again,
    sends: 3,
  },
  {
    when: 'a send that seemed to fail arrived',
    steps: () => [{ ...answer(500, 'Oops.', { 'retry-after': '0' }), processed: true }],
    says: /already exists: an earlier attempt may have arrived, or the page was there before/,
    severity: 'warning',
    actions: ['openInWiki', 'overwrite', 'changeTitle'],
    sends: 2,
  },
  {
    when: 'no connection is made',
    steps: () => [{ do: 'refuse' }],
    says: /refused the connection\. Nothing was sent\.$/,
    severity: 'error',
    actions: ['tryAgain', 'testConnection', 'showLog'],
    sends: 0,
  },
  {
    when: 'the answer is cut off before it begins',
    steps: () => [{ do: 'cutAnswer', afterBytes: 0 }],
    says: /connection was lost before the wiki answered\. Whether the page was published is unknown\. Sending it again is safe: if a page with this title is there, nothing is replaced\.$/,
    severity: 'warning',
    actions: unknown,
  },
  {
    when: 'no answer comes and it may overwrite',
    steps: () => [{ do: 'cutRequest', afterBytes: 'all' }],
    overwrite: true,
    says: /Sending it again is safe: it updates the same page\.$/,
    severity: 'warning',
    actions: unknown,
  },
  {
    when: 'it is redirected',
    steps: () => [{ do: 'answer', status: 307, headers: { location: 'https://elsewhere.example/' } }],
    says: /answered 307, a redirect. Redirects are not followed/,
    severity: 'error',
    actions: ['showLog'],
  },
  {
    when: 'a page for people is the answer',
    steps: () => [
      {
        do: 'answer',
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><a href="https://evil.example/">Sign in</a></html>',
      },
    ],
    says: /answered 200, but not the way the wiki’s import endpoint does/,
    severity: 'error',
    actions: unknown,
  },
  {
    when: 'the answer is longer than a megabyte',
    steps: () => [{ do: 'answer', status: 201, body: JSON.stringify({ body: 'x'.repeat(50_000_000) }) }],
    says: /answer \(201\) was cut off or too long to read\. Whether the page was published is unknown/,
    severity: 'error',
    actions: unknown,
  },
];

describe('What a person reads', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.write('a.md', '# A\n\nText.\n');
  });
  afterEach(() => stage.close());

  for (const { when, steps, overwrite = false, says, severity, actions, sends = 1 } of rows) {
    it(`when ${when}`, async () => {
      stage.wiki.script(...steps());
      const { ended } = await stage.publish('a.md', [goes(overwrite)]);
      const { report } = ended ?? assert.fail('Nothing was said.');
      assert.match(report.text, says);
      assert.deepEqual([report.severity, report.actions], [severity, actions]);
      assert.equal(stage.wiki.requests.length, sends);
    });
  }

  it('when the license was not active as the token was made', async () => {
    await stage.storeToken({ license: 'inactive' });
    const { text, actions } = await stage.publish('a.md', [goes(false)]);
    assert.match(
      text ?? '',
      /^“A” was not published\. The wiki’s license was not active when the API token was created\. An administrator must renew/,
    );
    assert.deepEqual(actions, ['replaceToken']);
  });

  it('has no token in it that the wiki sends back, whole or in part', async () => {
    await stage.write('a.md', '# A\n\nText.\n');
    const token = (await stage.tokens.get(stage.wiki.importEndpoint))?.secret.reveal() ?? assert.fail();
    const parts = [token, token.slice(20, 60), token.slice(-40), Buffer.from(token).toString('base64')];
    stage.wiki.script(answer(403, `Bad ${parts.join(' ')}`, { 'x-echo': token }));
    const { text = '' } = await stage.publish('a.md', [goes(false)]);
    assert.match(text, /could not verify.*“Bad \*\*\*/);
    for (const spelling of [token, Buffer.from(token).toString('base64')]) {
      for (let at = 0; at + 12 <= spelling.length; at++) {
        assert.ok(!text.includes(spelling.slice(at, at + 12)), `characters ${at} and on`);
      }
    }
  });

  it('when space or page are not there: both are named, and asked for again', async () => {
    const missing = await stage.publish('a.md', [
      { enter: { space: '1001', parent: '999', overwrite: false } },
    ]);
    assert.match(missing.text ?? '', /Space “1001” or page 999 does not exist, or .* does not have access/);
    assert.deepEqual(missing.actions, ['changeTarget']);
    const { asked } = await stage.press(missing, 'changeTarget', [goes(false)]);
    assert.deepEqual([asked, stage.sent.at(-1)?.parent], [['destination'], '100102']);
  });

  it('when the title is taken: another one is asked for, in the same place', async () => {
    stage.wiki.script(answer(400, 'It exists.'));
    const exists = await stage.publish('a.md', [goes(false)]);
    const { asked, text } = await stage.press(exists, 'changeTitle', [{ enter: { title: 'Another' } }]);
    assert.deepEqual(asked, ['title']);
    assert.match(text ?? '', /^“Another” was published/);
    assert.deepEqual(stage.sent.at(-1), {
      ...place,
      title: 'Another',
      content: '# A\n\nText.\n',
      overwrite: false,
    });
  });

  it('when it is tried again after no answer came: it most likely arrived', async () => {
    stage.wiki.script({ do: 'cutAnswer', afterBytes: 0 });
    const unknown = await stage.publish('a.md', [goes(false)]);
    const { text } = await stage.press(unknown, 'tryAgain');
    assert.match(text ?? '', /an earlier attempt may have arrived, or the page was there before/);
  });
});

describe('A button of a report that stood for a while', () => {
  const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  const stoppedAtSecret = ({ text, actions }: Told): void => {
    assert.match(text ?? '', /^Line 8: This looks like a token or a private key\./);
    assert.deepEqual(actions, ['showProblems', 'publishAnyway']);
  };

  it('sends no secret that was pasted meanwhile when it tries again', async () => {
    await stage.write('a.md', `${front}# A\n\nText.\n`);
    stage.wiki.script({ do: 'refuse' });
    const failed = await stage.publish('a.md');
    await stage.wiki.acceptAgain();
    await stage.write('a.md', `${front}# A\n\nText.\n\n\`${key}\`\n`);
    stoppedAtSecret(await stage.press(failed, 'tryAgain'));
    assert.deepEqual(stage.sent, []);
  });

  it('sends what the person was told of, and no secret that was pasted meanwhile', async () => {
    await stage.write('a.md', `${front}# A\n\nText. <!-- no end\n`);
    const stopped = await stage.publish('a.md');
    assert.match(stopped.text ?? '', /^This comment does not end in its paragraph/);
    await stage.write('a.md', `${front}# A\n\nText. <!-- no end\n\n\`${key}\`\n`);
    const secret = await stage.press(stopped, 'publishAnyway');
    stoppedAtSecret(secret);
    assert.deepEqual(stage.sent, []);
    const { ended } = await stage.press(secret, 'publishAnyway');
    assert.match(ended?.report.text ?? '', /^“A” was published/);
  });

  it('asks nothing more of a page that was shown before', async () => {
    await stage.write('b.md', '# B\n\nText.\n');
    stage.wiki.script({ do: 'refuse' });
    const failed = await stage.publish('b.md', [goes(false)]);
    await stage.wiki.acceptAgain();
    const { asked, ended } = await stage.press(failed, 'tryAgain');
    assert.deepEqual([asked, ended?.report.severity], [[], 'information']);
    assert.deepEqual((await stage.publish('b.md', [enter])).asked, ['plan']);
  });
});
