import path from 'node:path';

const file = path.join(import.meta.dirname, 'vscode.mjs');

/** Why: `import * as vscode` copies VS Code’s 200 names, here once for all files and not once a file, which is 10 ms of activation. */
export const oneNamespace = {
  name: 'oneNamespace',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^vscode$/ }, ({ importer }) => (importer === file ? undefined : { path: file })),
};
