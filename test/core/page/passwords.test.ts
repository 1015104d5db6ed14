import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPage } from '../../../src/core/page/page.js';
import { readSeverities } from '../../../src/core/page/problem.js';
import { findSecrets } from '../../../src/core/page/secrets.js';
import { projectRoot } from '../../host/folders.js';
import { usualOptions } from '../../host/usualOptions.js';

/** Examples that nobody could tell from the passwords that somebody uses. */
const realLooking = new Set(['djwqiod910321', 'dij3213n123n12in3']);
const mostFalseAlarmsIn1000 = 3;

const passwords = (text: string): string[] =>
  readPage(text, 'file.md', { ...usualOptions, omitHeading: false })
    .problems.filter(({ kind }) => kind === 'password')
    .map(({ start, end }) => text.slice(start, end));

describe('Passwords', () => {
  it('are found where something of that name is set to them, and in addresses', () => {
    for (const [text, password] of [
      ['`DB_PASSWORD=Zk8!vQ2#pLw9xx`', 'Zk8!vQ2#pLw9xx'],
      ['password: Sommer2024!', 'Sommer2024!'],
      ['password = "mQ4zt81w"', 'mQ4zt81w'],
      ['`{\\"password\\": \\"mQ4zt81w\\"}`', 'mQ4zt81w'],
      ['**Password**: `mQ4zt81w`', 'mQ4zt81w'],
      ['`postgres://ada:Zt4LmX9vRb@db.internal/x`', 'postgres://ada:Zt4LmX9vRb@db.internal'],
    ] as const) {
      assert.deepEqual(passwords(text), [password]);
    }
  });

  for (const text of [
    'password: <password>',
    'DB_PASSWORD=${DB_PASSWORD}',
    'password: your-password',
    'password: xxxxxxxx',
    'password: \\*\\*\\*\\*\\*\\*\\*\\*',
    'password = "changeme"',
    'password: process.env.DB_PASSWORD2',
    'password: secrets.DB_PASSWORD2',
    'password: the password of the user',
    'password: YourStr0ngPassw0rd!',
    'API key: your-api-key-2-goes-here',
    'token: 0123456789abcdef0123456789abcdef',
    'token: ${{ secrets.GITHUB_TOKEN_2 }}',
    'apiKey: process.env.API_KEY_2',
    'pageToken: next-page-2-of-10',
    'public key: MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    '`Authorization: Bearer <token>`, `Authorization: Bearer $TOKEN`',
    '`Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==`, `curl -u user:password https://wiki.internal`',
    '`docker run --user 1000:1000 alpine`',
    '`postgres://postgres:postgres@localhost/x`',
    '`postgres://ada:your-password@db.internal/x`',
  ]) {
    it(`are not seen in ${text}`, () => assert.deepEqual(passwords(text), []));
  }

  it('that are part of a secret are told once, and an example as one', () => {
    const kinds = (text: string): string[] =>
      readPage(text, 'file.md', { ...usualOptions, omitHeading: false }).problems.map(({ kind }) => kind);
    assert.deepEqual(kinds('password: ghp_q7Zt4LmX9vRb2KcN8wPy5HsJ3dFg6TzV1aQe'), ['secret']);
    assert.deepEqual(kinds('`https://ada:Zt4LmX9vRb@git.example/`'), ['exampleSecret']);
  });

  it('are an error, which only the person lowers', () => {
    const off = { secrets: 'off' };
    assert.equal(readSeverities(undefined, undefined).password, 'error');
    assert.equal(readSeverities(off, undefined).password, 'error');
    assert.equal(readSeverities(off, off).password, 'off');
  });

  it('are found in fifty how-tos as a person found them, with no false alarm', () => {
    const file = readFileSync(path.join(projectRoot, 'test/core/page/howTos.md'), 'utf8');
    const [, ...howTos] = file.split('<!-- passwords:');
    assert.equal(howTos.length, 50);
    for (const howTo of howTos) {
      const [labels = '', text = ''] = howTo.split(/-->([^]*)/);
      const [labelled = ''] = labels.split('; missed:');
      assert.deepEqual(passwords(text), labelled.split(' ').filter(Boolean), text);
    }
  });

  it(`and secrets are seen falsely at most ${mostFalseAlarmsIn1000} times in a thousand installed documents`, function () {
    this.timeout(120_000);
    // They are examples all: whatever is found is a false alarm
    const documents = new Set(
      globSync('node_modules/**/*.md', { cwd: projectRoot }).map((file) =>
        readFileSync(path.join(projectRoot, file), 'utf8'),
      ),
    );
    const found = [...documents]
      .flatMap((text) =>
        findSecrets(text, Date.now()).map(({ kind, start, end }) => [kind, text.slice(start, end)] as const),
      )
      .flatMap(([kind, each]) => (kind === 'exampleSecret' || realLooking.has(each) ? [] : [each]));
    const most = (documents.size / 1000) * mostFalseAlarmsIn1000;
    assert.ok(documents.size > 0 && found.length <= most, `${documents.size} documents: ${found.join('\n')}`);
  });
});
