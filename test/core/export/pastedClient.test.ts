import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mentionsSecret, parsePastedClient } from '../../../src/core/export/pastedClient.js';

const provider = 'https://id.example.com';
const id = 'abc';
const secret = 'xY7~q-42.z_';
const long = '7f3c9a51-22aa-4f0e-9d1b-0123456789ab';
const all = [provider, id, secret];

/** Provider, client ID and client secret that are found. */
function found(text: string): (string | undefined)[] {
  const { authUrl, clientId, clientSecret } = parsePastedClient(text).value ?? {};
  return [authUrl, clientId, clientSecret?.reveal()];
}

describe('What an administrator sends of an OAuth client', () => {
  for (const text of [
    `Provider: ${provider}\nClient ID: ${id}\nClient secret: ${secret}`,
    `Provider: ${provider} Client ID: ${id} Client secret: ${secret}`,
    `provider = ${provider}/\r\nCLIENT_ID = ${id}\r\nCLIENT_SECRET = ${secret}\r\n`,
    `client secret: ${secret}, client-id: ${id}, identity provider’s address: <${provider}>.`,
    `The provider's URL: ${provider}, as before. Client ID: ${id}; Client secret: ${secret}`,
    `authUrl: ${provider}\nclientId: ${id}\nclientSecret: ${secret}\n\nRegards,\nMara`,
    `auth_url=${provider} client_id=${id} client_secret=${secret}`,
    `WIKI_AUTH_URL="${provider}" WIKI_CLIENT_ID="${id}" WIKI_CLIENT_SECRET="${secret}"`,
    JSON.stringify({ authUrl: provider, clientId: id, clientSecret: secret, scopes: ['a b', 'c'] }),
    JSON.stringify({ auth_url: provider, client_id: id, client_secret: secret }, undefined, 2),
    `"publishToWiki.export": { "authUrl": "${provider}", "clientId": "${id}" }, Client-Secret: ${secret}`,
    `**Provider:** ${provider} **Client ID:** \`${id}\` **Client secret:** \`${secret}\` Please keep it safe.`,
    `Hi! Provider: ${provider} (ask me) Client ID: “${id}” (new) Client secret: '${secret}' Mara`,
    `プロバイダー Provider：${provider} Client ID：${id} Client Secret：${secret}`,
  ]) {
    it(`is found by its labels: ${text}`, () => assert.deepEqual(found(text), all));
  }

  const page = { url: `${provider}/{pageId}`, body: { a: { b: '}' } }, markdown: '/text' };

  it('has the entry that says how to read a page, in whatever is around it', () => {
    const setting = JSON.stringify({ authUrl: provider, page, clientId: id }, undefined, 2);
    for (const text of [setting, setting.replaceAll('\n', ' '), `"page": ${JSON.stringify(page)}, regards`]) {
      assert.deepEqual(parsePastedClient(text).value?.page, page);
    }
    assert.deepEqual(found(setting), [provider, id, undefined]);
    const entry = `"page": ${JSON.stringify(page)}`;
    for (const text of [
      `Client secret: ${secret} ${entry}`,
      `Client secret: ${secret} ${entry} Regards, Mara`,
    ]) {
      assert.deepEqual(found(text), [undefined, undefined, secret]);
    }
    for (const none of ['"page": "one"', '"page": {"url": "', `"page": {${'}'.repeat(100_000)}`]) {
      assert.equal(parsePastedClient(none).value?.page, undefined);
    }
    assert.match(
      parsePastedClient('"page": { "url": "x" }').problem ?? '',
      /^“page” in publishToWiki\.export /,
    );
  });

  it('is found before other words where it is none of them', () => {
    const words = `Client ID: ${long} and client secret: ${long}, Regards, Mara`;
    assert.deepEqual(found(words), [undefined, long, long]);
  });

  for (const [text, parts] of [
    ['', []],
    [provider, []],
    [`${provider} ${id} ${secret}`, []],
    [`The client ID is ${id}, the provider ${provider}.`, []],
    ['Provider: Okta', []],
    ['Client secret: follows by mail', []],
    ['Client secret: (sent separately)', []],
    [`Client secret: ${secret}.`, []],
    [`Client secret: Client ID: ${id}`, [undefined, id]],
    ['Client ID: <your-client-id>', []],
    ['Client ID: a Client ID: b', []],
    [`Client ID: ${id} Client ID: ${id}`, [undefined, id]],
    [`Client secret ID: ${long}`, []],
    [`OAuth URL: ${provider}/oauth/token`, []],
    [`client_id=${id}&client_secret=${secret}&grant_type=x`, []],
    [`curl -d 'client_id=${id}' -d 'client_secret=${secret}'`, []],
    [`${provider}/authorize?client_id=${id}&client_secret=${secret}`, []],
    [`Client ID: ${id}\u200b Client secret: pässword`, []],
    ['"clientSecret": "two words"', []],
    ['"clientSecret": "unfinished', []],
    ['"clientSecret": "an\\"escape"', []],
    [`{\\"clientId\\": \\"${id}\\"}`, []],
  ] as const) {
    it(`is not guessed: ${text}`, () =>
      assert.deepEqual(found(text), Object.assign([undefined, undefined, undefined], parts)));
  }

  it('is told of a secret that other words follow', () => {
    const unclear = (text: string) => parsePastedClient(text).value?.isSecretUnclear;
    assert.equal(unclear(`Client ID: ${id} Client secret: ${secret} Regards, Mara`), true);
    assert.deepEqual(
      [unclear(`Client secret: ${secret}`), unclear(`Client ID: ${id}`)],
      [undefined, undefined],
    );
  });

  for (const [text, problem] of [
    ['Provider: http://id.example.com', /start with https/],
    ['Provider: https://me:pw@id.example.com', /user name/],
    [`Provider: ${provider}/authorize?client_id=a&client_secret=b`, /must not contain “\?”/],
    ['Client ID: glpat-q7Zt4LmX9vRb2KcN8wPy', /looks like a token/],
  ] as const) {
    it(`is not taken: ${text}`, () => assert.match(parsePastedClient(text).problem ?? '', problem));
  }

  it('is hidden once a secret is mentioned, which no address or client ID does', () => {
    for (const text of [
      `client_secret=${secret}`,
      `"clientSecret":"x"`,
      'Client secret ID: x',
      '**Secret** x',
    ]) {
      assert.ok(mentionsSecret(text), text);
    }
    for (const text of [provider, 'https://secret.example.com/secrets', 'secret-client', 'Client ID: x']) {
      assert.ok(!mentionsSecret(text), text);
    }
  });

  it('is read in a moment, and hides what it finds, whatever the text is', () => {
    const part = fc.constantFrom(
      'client',
      ' id',
      ' secret',
      'provider',
      ':',
      '=',
      '"',
      ' ',
      '\n',
      '\\',
      '*',
      provider,
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (each) => {
        const { clientSecret } = parsePastedClient(each).value ?? {};
        assert.ok(clientSecret === undefined || mentionsSecret(each));
      }),
    );
    const startedAt = performance.now();
    for (const each of [
      'client id ',
      'client id: ',
      'provider: https://',
      '"',
      'client_secret:"\\',
      ' ',
      '*',
    ]) {
      parsePastedClient(each.repeat(20_000));
      mentionsSecret(each.repeat(20_000));
    }
    assert.ok(performance.now() - startedAt < 2_000);
  });
});
