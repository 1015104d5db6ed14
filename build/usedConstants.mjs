import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Why: undici’s parser comes with every name and number of HTTP, of which its client uses two lists.
 * Saves 3 KB.
 */
export const usedConstants = {
  name: 'usedConstants',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]llhttp[/\\]constants\.js$/ }, ({ path }) => {
      const { ERROR, TYPE } = require(path);
      return { contents: JSON.stringify({ ERROR, TYPE }), loader: 'json' };
    });
  },
};
