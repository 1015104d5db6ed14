import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { check, type checkSync } from 'recheck';
import ts from 'typescript';

/** Of an attack of 100,000 characters; with the square of its length it would take seconds. */
const longestUs = 200_000;

/** `npm run properties` attacks all of them, each night; otherwise some, and all of files that are changed. */
const isForAll = process.env.EXPRESSIONS === 'all';
const every = 25;

function changedFiles(): ReadonlySet<string> {
  const { stdout } = spawnSync('git', ['diff', '--name-only', '-z', 'main', '--', 'src'], {
    encoding: 'utf8',
  });
  return new Set(stdout.split('\0').map((file) => path.normalize(file)));
}

interface Written {
  readonly source: string;
  readonly flags: string;
  readonly isConstructed: boolean;
}

/** Those between slashes, and those that are put together of constants of their file. */
function expressionsIn(file: string): Written[] {
  const found: Written[] = [];
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      constants.set(node.name.text, node.initializer);
    }
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), isConstructed: false });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map((argument) => textOf(argument, constants));
      assert.ok(source !== undefined, `${file}: ${node.getText()} can’t be read`);
      found.push({ source, flags: flags ?? '', isConstructed: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

function textOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text;
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    return templateText(node.template, constants, ({ rawText = '' }) => rawText);
  }
  if (ts.isTemplateExpression(node)) {
    return templateText(node, constants, ({ text }) => text);
  }
  // Alternatives take together what each takes alone, as it stands between its slashes.
  const [, alternatives = ''] =
    /^(\w+)\.map\(\((?:\{ source \}|\[, \{ source \}\])\) => source\)\.join\('\|'\)$/.exec(node.getText()) ??
    [];
  const list = constants.get(alternatives);
  const isLiteral = (element: ts.Expression | undefined): boolean =>
    element !== undefined &&
    (ts.isArrayLiteralExpression(element)
      ? isLiteral(element.elements[1])
      : ts.isRegularExpressionLiteral(element));
  return list && ts.isArrayLiteralExpression(list) && list.elements.every(isLiteral) ? '' : undefined;
}

function templateText(
  node: ts.TemplateLiteral,
  constants: ReadonlyMap<string, ts.Expression>,
  part: (piece: ts.TemplateLiteralLikeNode) => string,
): string {
  if (ts.isNoSubstitutionTemplateLiteral(node)) {
    return part(node);
  }
  const spans = node.templateSpans.map(({ expression, literal }) => {
    // What is no constant is a key's name
    return (textOf(constants.get(expression.getText()) ?? expression, constants) ?? 'name') + part(literal);
  });
  return part(node.head) + spans.join('');
}

/** The library takes some that look behind for slow; its own attack then tells. */
function isSlow(expression: RegExp, found: ReturnType<typeof checkSync>): boolean {
  if (found.status !== 'vulnerable') {
    return found.status !== 'safe';
  }
  const before = process.cpuUsage();
  expression.exec(found.attack.string);
  return process.cpuUsage(before).user > longestUs;
}

describe('The regular expressions', function () {
  this.timeout(600_000);

  it('take a time that grows with the text, and no faster', async () => {
    const files = readdirSync('src', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name));
    const slow = new Map<string, string>();
    const mentions = files.map((file) => readFileSync(file, 'utf8').split('RegExp(').length - 1);
    const changed = changedFiles();
    let constructed = 0;
    let count = 0;
    for (const file of files.toSorted()) {
      for (const { source, flags, isConstructed } of expressionsIn(file)) {
        constructed += isConstructed ? 1 : 0;
        count++;
        if (!isForAll && !changed.has(file) && count % every !== 0) {
          continue;
        }
        const found = await check(source, flags.replace('v', 'u'), { timeout: 120_000, randomSeed: 1 });
        if (isSlow(new RegExp(source, flags), found)) {
          slow.set(`${file}: /${source}/${flags}`, found.status);
        }
      }
    }
    assert.deepEqual([...slow], []);
    assert.equal(
      constructed,
      mentions.reduce((sum, each) => sum + each, 0),
    );
  });
});
