import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** This file stands for the module: the bill of materials takes one without a file for a package. */
const module = import.meta.filename;
const value = /^\s+export (?:class|enum|namespace|const|function) (\w+)/gm;

/** Takes from VS Code the names that a bundle uses: `import * as vscode` copies all 200, milliseconds of activation. */
export const oneNamespace = {
  name: 'oneNamespace',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^vscode$/ }, ({ importer }) => (importer === module ? undefined : { path: module }));
    onLoad({ filter: /[\\/]build[\\/]oneNamespace\.mjs$/ }, async () => {
      const types = createRequire(import.meta.url).resolve('@types/vscode/index.d.ts');
      const names = new Set([...(await readFile(types, 'utf8')).matchAll(value)].map(([, name]) => name));
      // Marked as pure, so that a name that is not used is left out
      const taken = [...names].map((name) => `export const ${name} = /* @__PURE__ */ (() => api.${name})();`);
      return { contents: ["const api = require('vscode');", ...taken].join('\n') };
    });
  },
};
