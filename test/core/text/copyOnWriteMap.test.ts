import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CopyOnWriteMap } from '../../../src/core/text/copyOnWriteMap.js';

const step = fc.record({ of: fc.nat(3), key: fc.string({ maxLength: 2 }), value: fc.option(fc.nat()) });

describe('A map that shares its parts with its copies', () => {
  it('is as a map that was copied whole, whatever is changed afterwards', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const maps = [new CopyOnWriteMap<number>()];
        const whole = [new Map<string, number>()];
        for (const { of, key, value } of steps) {
          const at = of % maps.length;
          maps[at]?.set(key, value ?? undefined);
          if (value === null) {
            whole[at]?.delete(key);
          } else {
            whole[at]?.set(key, value);
          }
          if (maps.length < 4) {
            maps.push(new CopyOnWriteMap(maps[at]));
            whole.push(new Map(whole[at]));
          }
        }
        const keys = steps.map(({ key }) => key);
        assert.deepEqual(
          maps.map((map) => keys.map((key) => map.get(key))),
          whole.map((map) => keys.map((key) => map.get(key))),
        );
        assert.deepEqual(
          maps.map((map) => map.values().toSorted((one, other) => one - other)),
          whole.map((map) => [...map.values()].toSorted((one, other) => one - other)),
        );
      }),
    );
  });
});
