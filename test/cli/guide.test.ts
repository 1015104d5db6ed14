import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { usages } from '../../src/cli/environment/usage.js';
import { projectRoot } from '../host/folders.js';

describe('What a terminal says', () => {
  let guide: string;

  before(async () => {
    guide = await readFile(path.join(projectRoot, 'docs', 'guide', 'terminal.md'), 'utf8');
  });

  it('names only options and variables that there are', () => {
    const options = new Set(
      Object.values(usages).flatMap((usage) => usage.options.map(({ name }) => `--${name}`)),
    );
    const named = [...guide.matchAll(/publish-to-wiki(?:@\S+)? [^`\n]*|`--[^`]*`/g)].flatMap(
      ([text]) => text.match(/(?<![\w-])--[a-z-]+/g) ?? [],
    );
    assert.ok(named.length > 3);
    assert.deepEqual(
      named.filter((name) => name !== '--help' && !options.has(name)),
      [],
    );
    const variables = new Set(
      Object.values(usages).flatMap((usage) => usage.variables.map(([name]) => name)),
    );
    const told = guide.match(/\bWIKI_[A-Z_]+/g) ?? [];
    assert.deepEqual(
      told.filter((name) => !variables.has(name)),
      [],
    );
  });
});
