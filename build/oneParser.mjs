/**
 * Undici has its parser of HTTP twice, and takes the one without vector instructions where the other can’t be compiled.
 * That one does for short answers on every processor.
 */
export const oneParser = {
  name: 'oneParser',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /[\\/]llhttp_simd-wasm\.js$/ }, ({ path, ...from }) =>
      resolve(path.replace('_simd', ''), { kind: from.kind, resolveDir: from.resolveDir }),
    );
  },
};
