import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';

interface Written {
  readonly source: string;
  readonly flags: string;
}

function expressionsIn(file: string): Written[] {
  const found: Written[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

describe('The regular expressions', function () {
  this.timeout(600_000);

  it('take a time that grows with the text, and no faster', () => {
    const files = readdirSync('src', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name));
    const slow = new Map<string, string>();
    for (const file of files) {
      for (const { source, flags } of expressionsIn(file)) {
        const { status } = checkSync(source, flags.replace('v', 'u'), { timeout: 20_000 });
        if (status !== 'safe') {
          slow.set(`${file}: /${source}/${flags}`, status);
        }
      }
    }
    assert.deepEqual([...slow], []);
  });
});
