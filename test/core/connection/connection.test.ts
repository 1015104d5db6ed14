import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  connectionPickItem,
  freeConnectionName,
  parseConnectionName,
  parseConnections,
} from '../../../src/core/connection/connection.js';
import { parseEndpoint } from '../../../src/core/connection/endpoint.js';
import { anyAddress, anything, holds, hostile } from '../../properties/runs.js';
import { jwt } from '../jwt.js';

const one = { name: 'One', endpoint: 'https://one.example.com/a' };

describe('A connection that a person chooses', () => {
  it('has its host beside its name, and not where that is its name', () => {
    assert.deepEqual(connectionPickItem(one), { label: 'One', description: 'one.example.com' });
    assert.deepEqual(connectionPickItem({ ...one, name: 'one.example.com' }), { label: 'one.example.com' });
    assert.deepEqual(connectionPickItem({ ...one, name: '$(bug) One' }).label.includes('$(bug)'), false);
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

  it('names connections that can be used, and a problem for each other, whatever it holds', () => {
    const entry = fc.oneof(
      anything,
      fc.record({ name: fc.oneof(anything, hostile), endpoint: fc.oneof(anything, anyAddress) }),
    );
    holds(fc.oneof(anything, fc.array(entry)), (setting) => {
      const { connections, problems } = parseConnections(setting);
      assert.equal(connections.length + problems.length, Array.isArray(setting) ? setting.length : 0);
      for (const { name, endpoint } of connections) {
        assert.ok(
          typeof name === 'string' && name.trim() !== '' && parseEndpoint(endpoint).value === endpoint,
        );
      }
    });
  });
});

describe('The name of a new connection', () => {
  it('is its host', () => {
    for (const host of ['a.example:8443', 'localhost:8080', '5ed1c9e8a1b2c3d4e5f60718293a4b5c.example.net']) {
      assert.equal(freeConnectionName(`https://${host}/x`, [one]), host);
    }
  });

  it('has a number where that is taken', () => {
    const named = ['a.example', 'a.example 2'].map((name) => ({ ...one, name }));
    assert.equal(freeConnectionName('https://a.example/x', named), 'a.example 3');
  });

  it('is what the person enters, if no other connection has it and it is no token', () => {
    const read = (text: string) => parseConnectionName(text, 'a.example', [one]);
    assert.deepEqual(read(' Docs of us\n'), { value: 'Docs of us' });
    assert.deepEqual(read(' '), { value: 'a.example' });
    assert.match(read(one.name).problem ?? '', /Another connection has this name/);
    assert.match(read(jwt({ iat: 1, exp: 2 })).problem ?? '', /looks like a token/);
  });
});
