import path from 'node:path';

const file = path.join(import.meta.dirname, 'vscode.mjs');

/** Loads VS Code’s names once: each `import * as vscode` would copy all 200, 10 ms of activation. */
export const oneNamespace = {
  name: 'oneNamespace',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^vscode$/ }, ({ importer }) => (importer === file ? undefined : { path: file })),
};
