import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../host/folders.js';

/** What names of files, pages and people are held in. */
const foreign = /^(?:fileName|path|fsPath|uri|workspacePath|realPath|title|author|displayName|label)$/;
const foreignCalls = /^(?:fileNameOf|basename|asRelativePath)$/;

/** The arguments of messages that are such a name as it is. */
function rawNames(file: string, source: string): string[] {
  const found: string[] = [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const initializers = new Map<string, ts.Expression>();
  const each = (node: ts.Node, look: (node: ts.Node) => void): void => {
    look(node);
    ts.forEachChild(node, (child) => each(child, look));
  };
  const nameOf = (node: ts.Expression): string =>
    ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
  const isRaw = (node: ts.Expression): boolean => {
    if (ts.isBinaryExpression(node)) {
      return isRaw(node.left) || isRaw(node.right);
    }
    if (ts.isConditionalExpression(node)) {
      return isRaw(node.whenTrue) || isRaw(node.whenFalse);
    }
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.some(({ expression }) => isRaw(expression));
    }
    if (ts.isCallExpression(node)) {
      return foreignCalls.test(nameOf(node.expression));
    }
    const initializer = ts.isIdentifier(node) ? initializers.get(node.text) : undefined;
    return initializer === undefined ? foreign.test(nameOf(node)) : isRaw(initializer);
  };
  each(parsed, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      initializers.set(node.name.text, node.initializer);
    }
  });
  each(parsed, (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') {
      const raw = node.arguments.slice(1).filter(isRaw);
      found.push(
        ...raw.map((argument) => `${file}: ${argument.getText()} in ${node.arguments[0]?.getText()}`),
      );
    }
  });
  return found;
}

describe('A message', () => {
  it('names nothing from elsewhere as it is: only as plain text', () => {
    const files = globSync('src/**/*.ts', { cwd: projectRoot });
    const raw = files.flatMap((file) => rawNames(file, readFileSync(path.join(projectRoot, file), 'utf8')));
    assert.deepEqual(raw, [], 'Take `plain` or `quote`.');
  });

  it('is seen to name something as it is', () => {
    for (const argument of [
      'fileName',
      'snapshot.fileName',
      'fileNameOf(uri)',
      'path.basename(x)',
      'a ?? b.title',
      'shown',
    ]) {
      const source = `const shown = row.path; l10n.t('{0} is gone.', ${argument});`;
      assert.equal(rawNames('a.ts', source).length, 1, argument);
      assert.deepEqual(
        rawNames('a.ts', source.replace(argument === 'shown' ? 'row.path' : argument, 'plain(x)')),
        [],
      );
    }
  });
});
