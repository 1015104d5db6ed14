import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { groupHeading, isAsked, stateKinds, stateLabel, states } from '../../../src/core/publish/states.js';
import { examples } from './stateExamples.js';
import { projectRoot } from '../../host/folders.js';
import { kindsOfView } from './kindsOfView.js';

/** The words of states, and their icons and colors. */
const tables = ['src/core/publish/states.ts', 'src/ui/page/fileItem.ts'];
/** What is read of a stored run, not said. */
const schemas = ['src/core/plan/fileOutcome.ts'];
const kinds: ReadonlySet<string> = new Set(stateKinds);

/** Whether something is said there: a text for a person, or a word. */
function isWords(node: ts.Node): boolean {
  const says = (each: ts.Node): boolean =>
    (ts.isCallExpression(each) && /^(l10n\.t|icon)$/.test(each.expression.getText())) ||
    (ts.isNewExpression(each) && each.expression.getText().endsWith('ThemeIcon')) ||
    (ts.isReturnStatement(each) && ts.isStringLiteralLike(each.expression ?? each)) ||
    ts.forEachChild(each, says) === true;
  return says(node);
}

/** Returns the states that a node lists with words, or one after the other. */
function listed(node: ts.Node): readonly string[] {
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties
      .filter((each) => ts.isPropertyAssignment(each))
      .filter(({ initializer }) => ts.isStringLiteralLike(initializer) || isWords(initializer))
      .map(({ name }) => name.getText().replace(/^'|'$/g, ''));
  }
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.filter((each) => ts.isStringLiteralLike(each)).map(({ text }) => text);
  }
  return ts.isCaseBlock(node) ? casesOf(node) : [];
}

/** Returns the cases in which something is said; one without statements is said with the next. */
function casesOf({ clauses }: ts.CaseBlock): readonly string[] {
  return clauses.flatMap((clause, index) => {
    const said = clauses.slice(index).find(({ statements }) => statements.length > 0);
    return ts.isCaseClause(clause) && ts.isStringLiteralLike(clause.expression) && said && isWords(said)
      ? clause.expression.text
      : [];
  });
}

/** Returns the lists of at least three states in a source. */
function listsIn(name: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const own = listed(node).filter((each) => kinds.has(each));
    if (own.length > 2) {
      found.push(`${name}: ${own.join(', ')}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('The states of files and their pages', () => {
  it('have words of their own, which no other state has', () => {
    const labels = stateKinds.map((kind) => stateLabel({ kind, reason: kind }));
    assert.equal(new Set(labels).size, stateKinds.length);
    assert.ok(!labels.includes(''));
  });

  it('have one heading for all that a person decides about, and no other needs a decision', () => {
    const asked = stateKinds.filter((kind) => states[kind].needs === 'decision');
    assert.deepEqual([...new Set(asked.map(groupHeading))], ['Needs a Decision']);
    assert.ok(
      stateKinds.every((kind) => asked.includes(kind) === (groupHeading(kind) === 'Needs a Decision')),
    );
  });

  it('are asked about with a question of their own and at least two answers, of which one sends nothing that was not asked', () => {
    for (const kind of stateKinds) {
      const row = states[kind];
      if (row.needs === 'decision') {
        const offers = row.offers([examples[kind]]);
        assert.ok(
          offers.length > 1 && new Set(offers.map(({ label }) => label)).size === offers.length,
          kind,
        );
        assert.notDeepEqual(row.question[0]('“a.md”'), row.question[1]('2'));
        const [{ answer } = assert.fail()] = offers;
        assert.ok('does' in answer && (answer.does === 'stop' || answer.does === 'leaveOut'), kind);
      }
    }
    const asked = stateKinds.filter((kind) => isAsked(examples[kind]));
    const orders = asked.flatMap((kind) => {
      const row = states[kind];
      return 'askingOrder' in row ? row.askingOrder : [];
    });
    assert.equal(new Set(orders).size, asked.length);
  });

  it('have their words in one table, and in no other list', () => {
    const files = globSync('src/**/*.ts', { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));
    assert.ok(tables.every((file) => files.includes(file)));
    const others = files.filter((file) => ![...tables, ...schemas].includes(file));
    const found = others.flatMap((file) => listsIn(file, readFileSync(path.join(projectRoot, file), 'utf8')));
    assert.deepEqual(found, []);
  });

  for (const [what, text] of [
    [
      'an object',
      "const words = { new: () => l10n.t('Fresh'), changed: () => l10n.t('Other'), moved: () => l10n.t('Gone') };",
    ],
    ['an object of codes', "const codes = { new: 'n', changed: 'c', 'not sent': 'x' };"],
    [
      'icons',
      "const icons = { new: icon('add'), changed: icon('edit'), blocked: new vscode.ThemeIcon('x') };",
    ],
    ['an array', "const open = ['retitled', 'moved', 'others'];"],
    [
      'a switch',
      "switch (kind) { case 'new': return l10n.t('New'); case 'moved': case 'draft': return 'other'; }",
    ],
  ] as const) {
    it(`would be found in ${what} elsewhere`, () => {
      assert.equal(listsIn('elsewhere.ts', text).length, 1);
    });
  }

  it('are not found where something is decided by them', () => {
    const text =
      "switch (kind) { case 'new': return made; case 'moved': return left; case 'changed': return { sends: true }; }";
    assert.deepEqual(listsIn('elsewhere.ts', text), []);
  });

  it('is one that agents can ask for unless only a plan, its run or a terminal has it', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
      contributes: {
        languageModelTools: {
          name: string;
          modelDescription: string;
          inputSchema: { properties: { state?: { enum: string[] } } };
        }[];
      };
    };
    const tool = contributes.languageModelTools.find(({ name }) => name === 'wiki_pages');
    assert.deepEqual(tool?.inputSchema.properties.state?.enum, kindsOfView);
    const untold = kindsOfView.filter((kind) => !new RegExp(`\\b${kind}\\b`).test(tool.modelDescription));
    assert.deepEqual(untold, []);
  });
});
