import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import unicorn from 'eslint-plugin-unicorn';

const vscodeTypesOnly = {
  name: 'vscode',
  message: 'Only src/ui and src/extension.ts run vscode; import its types.',
  allowTypeImports: true,
};
const nodeModules = { regex: '^node:', message: 'Floor 0 does no I/O: take it as a parameter.' };
const upperFloors = (...floors) => ({
  regex: `^\\.\\.?/(.*/)?(${floors.join('|')})(/|(\\.js)?$)`,
  message: 'Imports point down only: core, services, ui, extension.',
});
// Whoever wrote a workspace may have made a device or a pipe of what it names
const namedFile = 'What a workspace names is opened by services/page/namedFile.ts alone.';
const noOpening = ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'].map((name) => ({
  name,
  message: namedFile,
  allowImportNames: ['realpath', 'stat', 'lstat', 'readdir'],
}));
const opening = (...properties) => properties.map((property) => ({ property, message: namedFile }));
const ownInput = ['createInputBox', 'showInputBox'].map((property) => ({
  property,
  message: 'Its texts are parsed for links: take createInputBox of ui/prompt/steps.ts.',
}));
const restrict = (paths, patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }],
});

export default defineConfig(
  { ignores: ['out/', 'dist/', '.vscode-test/', 'node_modules/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { unicorn },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'unicorn/filename-case': ['error', { case: 'camelCase', ignore: ['\\.test\\.ts$'] }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      // What is taken apart to leave something out
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      curly: 'error',
      'capitalized-comments': ['error', 'always', { ignoreConsecutiveComments: true }],
      'unicorn/import-style': ['error', { styles: { path: { default: true } } }],
    },
  },
  {
    files: ['src/core/**'],
    rules: {
      ...restrict(
        [{ ...vscodeTypesOnly, allowTypeImports: false, message: 'Floor 0 does not name vscode.' }],
        [nodeModules, upperFloors('services', 'cli', 'ui', 'extension')],
      ),
      'no-restricted-globals': ['error', 'fetch', 'process', 'setTimeout', 'setInterval', 'console'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take now as a parameter.' },
      ],
    },
  },
  {
    files: ['src/services/**'],
    rules: restrict([vscodeTypesOnly, ...noOpening], [upperFloors('cli', 'ui', 'extension')]),
  },
  {
    // Files of the extension’s own, and the one that opens what a workspace names
    files: [
      'src/services/export/system/*.ts',
      'src/services/page/{blockingReader,namedFile}.ts',
      'src/services/publish/writeWhole.ts',
      'src/services/shared/*.ts',
      'src/services/store/*.ts',
    ],
    rules: restrict([vscodeTypesOnly], [upperFloors('cli', 'ui', 'extension')]),
  },
  {
    files: ['src/cli/**'],
    rules: restrict(
      [{ ...vscodeTypesOnly, allowTypeImports: false, message: 'A terminal has no vscode.' }],
      [upperFloors('ui', 'extension')],
    ),
  },
  {
    files: ['src/ui/**'],
    rules: {
      ...restrict(noOpening, [upperFloors('cli', 'extension')]),
      'no-restricted-properties': [
        'error',
        ...ownInput,
        ...opening('readFile', 'openTextDocument', 'openNotebookDocument'),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.name=/^set(Timeout|Interval)$/] > ArrowFunctionExpression > UnaryExpression[operator='void'] > CallExpression:not([callee.property.name='reportErrors'])",
          message: 'Nobody would be told when it fails: a timer does its work in reportErrors.',
        },
      ],
    },
  },
  {
    // What they open is no file, or was looked at
    files: [
      'src/ui/page/document.ts',
      'src/ui/publish/showRequest.ts',
      'src/ui/pull/getPage.ts',
      'src/ui/run/runReports.ts',
    ],
    rules: { 'no-restricted-properties': ['error', ...ownInput, ...opening('readFile')] },
  },
  {
    // mocha's functions return promises and its `this` is typed by context
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: ['it', 'describe'] }],
    },
  },
);
