import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { authorizationAddress, readAuthorizationResponse } from '../../../src/core/export/authorization';

const authorization = {
  authorizeUrl: 'https://id.example/authorize?audience=api.example',
  clientId: 'client 1',
  redirectUri: 'vscode://publish-to-wiki.publish-to-wiki/signed-in?windowId=1',
  scopes: ['export:markdown:custom', 'read:platform-app:wiki', 'offline_access'],
  state: 'st&te',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

describe('the authorization request', () => {
  it('carries every member, escaped, beside the query the installation needs', () => {
    const query = new URL(authorizationAddress(authorization)).searchParams;
    assert.deepEqual(Object.fromEntries(query), {
      audience: 'api.example',
      response_type: 'code',
      client_id: 'client 1',
      redirect_uri: authorization.redirectUri,
      scope: 'export:markdown:custom read:platform-app:wiki offline_access',
      state: 'st&te',
      code_challenge: authorization.codeChallenge,
      code_challenge_method: 'S256',
    });
  });
});

const expected = {
  state: 's1',
  endpoints: ['https://id.example/tenant', 'https://login.example/authorize?audience=a'],
};

describe('what comes back', () => {
  const read = (text: string): string => {
    const found = readAuthorizationResponse(text, expected);
    if (found.kind === 'failed') {
      return `failed ${found.error ?? ''}`;
    }
    return found.kind === 'code' ? `code ${found.code.reveal()}` : found.kind;
  };
  const cases: readonly (readonly [string, string])[] = [
    ['vscode://publish-to-wiki.publish-to-wiki/signed-in?code=abc&state=s1', 'code abc'],
    ['  https://localhost/callback?state=s1&code=a%2Fb \n', 'code a/b'],
    ['code=abc&state=s1', 'code abc'],
    ['?state=s1&code=abc', 'code abc'],
    ['abc-123_~', 'code abc-123_~'],
    ['https://localhost/?code=abc&state=other', 'otherRequest'],
    ['https://localhost/?code=abc', 'otherRequest'],
    ['https://localhost/?error=access_denied&state=s1', 'denied'],
    ['https://localhost/?error=access_denied&state=other', 'otherRequest'],
    ['https://localhost/?error=invalid_scope&state=s1', 'failed invalid_scope'],
    ['https://localhost/?error=canary&state=s1', 'failed '],
    ['https://localhost/?error=invalid_scope&state=s1&iss=https://evil.example', 'otherProvider'],
    ['https://localhost/?code=abc&state=s1&iss=https%3A%2F%2Fid.example%2Ftenant', 'code abc'],
    ['https://localhost/?code=abc&state=s1&iss=https://id.example/', 'code abc'],
    ['https://localhost/?code=abc&state=s1&iss=https://login.example', 'code abc'],
    ['https://localhost/?code=abc&state=s1&iss=https://id.example/ten', 'otherProvider'],
    ['https://localhost/?code=abc&state=s1&iss=https://id.example.evil.com', 'otherProvider'],
    ['https://localhost/?code=abc&state=s1&iss=', 'otherProvider'],
    ['https://localhost/?code=abc&state=other&iss=https://evil.example', 'otherRequest'],
    ['https://localhost/?state=s1', 'unreadable'],
    ['https://localhost/?state=s1&code=', 'unreadable'],
    ['two words', 'unreadable'],
    ['', 'unreadable'],
    ['https://', 'otherRequest'],
  ];
  for (const [text, expected] of cases) {
    it(`${JSON.stringify(text)} is ${expected}`, () => assert.equal(read(text), expected));
  }

  it('never fails, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void readAuthorizationResponse(text, expected)),
    );
  });
});
