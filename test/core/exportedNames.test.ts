import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

const exported = /^export (?:abstract |async )?(?:type|interface|class|function\*?|const|let) (\w+)/gm;

describe('An exported name', () => {
  it('stands for one thing in all of src', () => {
    const files = new Map<string, Set<string>>();
    for (const file of globSync('src/**/*.ts', { cwd: projectRoot })) {
      for (const [, name = ''] of readFileSync(path.join(projectRoot, file), 'utf8').matchAll(exported)) {
        files.set(name, (files.get(name) ?? new Set()).add(file));
      }
    }
    assert.ok(files.size > 1_000, `${files.size}`);
    const twice = [...files].filter(([, { size }]) => size > 1).map(([name, where]) => [name, ...where]);
    assert.deepEqual(twice, []);
  });
});
