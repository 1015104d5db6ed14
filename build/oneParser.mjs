/**
 * Why: undici carries its parser of HTTP twice, with and without SIMD, and falls back to the second. The second runs everywhere.
 * Saves 15 KB.
 */
export const oneParser = {
  name: 'oneParser',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path, kind, resolveDir }) =>
      resolve(path.replace('llhttp_simd', 'llhttp'), { kind, resolveDir }),
    );
  },
};
