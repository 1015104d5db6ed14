import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  choiceOf,
  parseConnectionName,
  parseConnections,
  suggestName,
} from '../../../src/core/connection/connection.js';
import { jwt } from '../jwt.js';

const one = { name: 'One', endpoint: 'https://one.example.com/a' };

describe('A connection that a person chooses', () => {
  it('has its host beside its name, and not where that is its name', () => {
    assert.deepEqual(choiceOf(one), { label: 'One', description: 'one.example.com' });
    assert.deepEqual(choiceOf({ ...one, name: 'one.example.com' }), { label: 'one.example.com' });
    assert.deepEqual(choiceOf({ ...one, name: '$(bug) One' }).label.includes('$(bug)'), false);
  });
});

describe('The setting of connections', () => {
  it('is read in its order', () => {
    const two = { name: 'Two', endpoint: 'https://two.example.com/a' };
    assert.deepEqual(parseConnections([one, two]), { connections: [one, two], problems: [] });
  });

  it('spells its entries in one way', () => {
    const { connections } = parseConnections([
      { name: ' One ', endpoint: ' HTTPS://ONE.example.com:443/a', token: 'x' },
    ]);
    assert.deepEqual(connections, [one]);
  });

  for (const name of [undefined, '', ' ', 7]) {
    it(`names a connection by its host when its name is ${JSON.stringify(name)}`, () => {
      assert.equal(parseConnections([{ ...one, name }]).connections[0]?.name, 'one.example.com');
    });
  }

  const broken: readonly (readonly [entry: unknown, problem: RegExp])[] = [
    [null, /Connection 1 .*no endpoint/],
    ['https://one.example.com', /Connection 1 .*no endpoint/],
    [{ name: 'One' }, /Connection 1 .*no endpoint/],
    [{ ...one, endpoint: 'http://one.example.com/a' }, /Connection 1 .*https:\/\//],
    [{ ...one, endpoint: 'https://jane:secret@one.example.com/a' }, /Connection 1 .*password/],
  ];
  for (const [entry, problem] of broken) {
    it(`goes on without ${JSON.stringify(entry)}, and says why`, () => {
      const { connections, problems } = parseConnections([entry, one]);
      assert.deepEqual(connections, [one]);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
      assert.doesNotMatch(problems[0] ?? '', /jane|secret/);
    });
  }

  it('has each address once', () => {
    const { connections, problems } = parseConnections([
      one,
      { name: 'Again', endpoint: `${one.endpoint} ` },
    ]);
    assert.deepEqual(connections, [one]);
    assert.match(problems.join(), /Connection 2 .*same address/);
  });

  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.anything())), (setting) => {
        const { connections, problems } = parseConnections(setting);
        assert.equal(connections.length + problems.length, Array.isArray(setting) ? setting.length : 0);
      }),
    );
  });
});

describe('The name of a connection', () => {
  it('is not empty and not taken', () => {
    assert.equal(parseConnectionName(' Two ', [one]).value, 'Two');
    assert.match(parseConnectionName(' ', [one]).problem ?? '', /name/);
    assert.match(parseConnectionName(' One', [one]).problem ?? '', /already/);
  });

  it('is suggested by the host', () => {
    for (const host of ['a.example:8443', 'localhost:8080', '5ed1c9e8a1b2c3d4e5f60718293a4b5c.example.net']) {
      assert.equal(suggestName(`https://${host}/x`), host);
      assert.equal(parseConnectionName(host, []).value, host);
    }
  });

  it('is no token and no address, since it is kept in the settings', () => {
    const token = jwt({ iat: 1, exp: 2 });
    for (const text of [
      token,
      `Bearer ${token}`,
      token.slice(0, 30),
      `Wiki ${token}`,
      'glpat-q7Zt4LmX9vRb2KcN8wPy',
      'q7Zt4LmX9vRb2KcN8wPy5HsJ',
      '0123456789abcdef0123456789abcdef',
    ]) {
      assert.match(parseConnectionName(text, []).problem ?? '', /looks like a token/, text);
    }
    for (const text of ['https://a.example/wiki', 'a.example/wiki/x', 'See https://a.example']) {
      assert.match(parseConnectionName(text, []).problem ?? '', /address/, text);
    }
    for (const text of [
      'Wiki of the documentation team 2024',
      'QA/Test',
      'Team2024DocumentationWiki',
      '文档',
    ]) {
      assert.equal(parseConnectionName(text, []).value, text);
    }
  });
});
