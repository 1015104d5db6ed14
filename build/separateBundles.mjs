import path from 'node:path';

/**
 * Puts what is loaded later into bundles of its own, so that activation does not load it. `@vscode/l10n` is
 * one too, since it holds the translations for all bundles.
 */
export const ownBundles = {
  name: 'ownBundles',
  setup({ initialOptions, onResolve }) {
    const bundles = Object.entries(initialOptions.entryPoints);
    onResolve({ filter: /^\./ }, ({ kind, path: file, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = path.resolve(resolveDir, file.replace(/\.js$/, '.ts'));
      const bundle = bundles.find(([, entry]) => path.resolve(entry) === source)?.[0];
      return bundle === undefined
        ? { errors: [{ text: `${importer} loads ${file} later, which is no bundle of its own.` }] }
        : { path: `./${bundle}.js`, external: true };
    });
    const shared = bundles.filter(([, entry]) => !entry.startsWith('src/'));
    for (const [bundle, entry] of shared) {
      onResolve({ filter: new RegExp(`^${entry}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${bundle}.js`, external: true },
      );
    }
  },
};
