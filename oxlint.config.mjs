import { defineConfig } from 'oxlint';

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
const namedFile = 'What a workspace names is opened by services/workspace/namedFile.ts alone.';
const noOpening = ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'].map((name) => ({
  name,
  message: namedFile,
  allowImportNames: ['realpath', 'stat', 'lstat', 'readdir'],
}));
const opening = (...properties) => properties.map((property) => ({ property, message: namedFile }));
const ownInput = ['createInputBox', 'showInputBox'].map((property) => ({
  property,
  message: 'Its texts are parsed for links: take createInputBox of ui/prompt/inputBox.ts.',
}));
const restrict = (paths, patterns) => ({
  'no-restricted-imports': ['error', { paths, patterns }],
});

/** typescript-eslint’s strict and stylistic rules that need no options. */
const strict = `
  adjacent-overload-signatures array-type await-thenable ban-tslint-comment class-literal-property-style
  consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions consistent-type-definitions
  consistent-type-imports dot-notation no-array-delete no-base-to-string no-confusing-non-null-assertion no-deprecated
  no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete no-empty-object-type no-explicit-any
  no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array no-generated-empty-object-type
  no-implied-eval no-inferrable-types no-invalid-void-type no-meaningless-void-operator no-misused-new no-misused-promises
  no-misused-spread no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain
  no-non-null-assertion no-redundant-type-constituents no-require-imports no-this-alias
  no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression
  no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging
  no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
  no-useless-default-assignment no-wrapper-object-types non-nullable-type-assertion-style only-throw-error prefer-as-const
  prefer-find prefer-for-of prefer-function-type prefer-includes prefer-literal-enum-member prefer-namespace-keyword
  prefer-nullish-coalescing prefer-optional-chain prefer-promise-reject-errors prefer-reduce-type-parameter
  prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with related-getter-setter-pairs require-await
  triple-slash-reference unbound-method unified-signatures use-unknown-in-catch-callback-variable`;
/** ESLint’s own that those presets have. */
const plain = `
  eqeqeq curly no-array-constructor no-empty-function no-unused-expressions no-useless-constructor no-var prefer-const
  prefer-rest-params prefer-spread`;
const errors = (names, plugin = '') =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [plugin + name, 'error']),
  );

export default defineConfig({
  plugins: ['typescript', 'unicorn'],
  jsPlugins: ['./build/lintRules.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['out/', 'dist/', '.vscode-test/', 'node_modules/'],
  overrides: [
    {
      files: ['{src,test}/**/*.ts'],
      rules: {
        ...errors(strict, 'typescript/'),
        ...errors(plain),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'unicorn/filename-case': ['error', { case: 'camelCase', ignore: ['\\.test\\.ts$'] }],
        'unicorn/import-style': ['error', { styles: { path: { default: true } } }],
        // What is taken apart to leave something out
        'no-unused-vars': ['error', { ignoreRestSiblings: true }],
        'capitalized-comments': ['error', 'always', { ignoreConsecutiveComments: true }],
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
        'src/services/disk/*.ts',
        'src/services/export/system/*.ts',
        'src/services/workspace/{blockingReader,namedFile}.ts',
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
        ...restrict(
          [
            { ...vscodeTypesOnly, message: 'A bundle would copy all of it: import src/ui/vscode.ts.' },
            ...noOpening,
          ],
          [upperFloors('cli', 'extension')],
        ),
        'no-restricted-properties': [
          'error',
          ...ownInput,
          ...opening('readFile', 'openTextDocument', 'openNotebookDocument'),
        ],
        'house/timers-report-errors': 'error',
      },
    },
    { files: ['src/ui/vscode.ts'], rules: restrict(noOpening, [upperFloors('cli', 'extension')]) },
    {
      // What they open is no file, or was looked at
      files: [
        'src/ui/page/document.ts',
        'src/ui/publish/preview.ts',
        'src/ui/pull/openPageAsMarkdown.ts',
        'src/ui/plan/runReports.ts',
      ],
      rules: { 'no-restricted-properties': ['error', ...ownInput, ...opening('readFile')] },
    },
    {
      // mocha's functions return promises and its `this` is typed by context
      files: ['test/**/*.ts'],
      rules: {
        'typescript/no-floating-promises': ['error', { allowForKnownSafeCalls: ['it', 'describe'] }],
      },
    },
  ],
});
