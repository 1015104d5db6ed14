import assert from 'node:assert/strict';
import { Plan } from '../../../src/core/plan/plan.js';
import type { PlanFile } from '../../../src/core/plan/row.js';
import { suggestedTitleBeside } from '../../../src/core/plan/sameTitles.js';
import { inputOf } from '../publish/states.js';

describe('Two files of one title', () => {
  for (const [path, otherPath, title] of [
    ['linux/setup.md', 'mac/setup.md', 'One (linux)'],
    ['docs/a/setup/index.md', 'docs/b/setup/index.md', 'One (a)'],
    ['forty/p8.md', 'forty/p9.md', 'One (p8)'],
    ['p8.md', 'forty/p9.md', 'One (p8)'],
  ] as const) {
    it(`get “${title}” as the title of ${path} beside ${otherPath}`, () => {
      const files = [path, otherPath].map((each): PlanFile => {
        const input = inputOf({ frontMatter: { space: 'S', parent: '1' } });
        return { uri: `file:///${each}`, path: each, title: 'One', input };
      });
      const [row = assert.fail()] = new Plan(files).rows;
      assert.equal(suggestedTitleBeside(row), title);
    });
  }
});
