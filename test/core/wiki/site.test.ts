import assert from 'node:assert/strict';
import { otherSiteProblem } from '../../../src/core/wiki/site.js';

describe('An address of another wiki', () => {
  for (const [address, isOther] of [
    ['https://wiki.example/wiki/spaces/A/pages/1', false],
    ['https://me:pw@wiki.example/wiki/spaces/A/pages/1', false],
    ['https://wiki.example:444/wiki/spaces/A/pages/1', true],
    ['https://other.example/wiki/spaces/A/pages/1', true],
    ['4711', false],
  ] as const) {
    it(`is told by its origin alone: ${address}`, () => {
      const problem = otherSiteProblem('https://wiki.example', address);
      assert.equal(problem !== undefined, isOther, problem);
      assert.doesNotMatch(problem ?? '', /pw/);
    });
  }
});
