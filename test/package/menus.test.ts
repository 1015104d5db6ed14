import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

interface Item {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

describe('The menu of an editor', () => {
  it('has Preview where it has Copy as curl, one above the other', () => {
    const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
      contributes: { menus: Readonly<Record<string, readonly Item[]>> };
    };
    const items = manifest.contributes.menus['editor/context'] ?? [];
    const sorted = items.toSorted((one, other) => (one.group ?? '').localeCompare(other.group ?? ''));
    const [preview, copy] = sorted.slice(-2);
    assert.deepEqual(
      [preview?.command, copy?.command],
      ['publishToWiki.preview', 'publishToWiki.copyAsCurl'],
    );
    assert.equal(preview?.when, copy?.when);
  });
});
