import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/**
 * Why: undici's parser is WebAssembly written as base64, of which the package's own compression makes little.
 * Saves 9 KB.
 */
export const packedParser = {
  name: 'packedParser',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]llhttp(_simd)?-wasm\.js$/ }, ({ path }) => {
      const wasm = /'([\w+/=]{9999,})'/.exec(readFileSync(path, 'utf8'))?.[1];
      if (wasm === undefined) return { errors: [{ text: 'The parser is no longer written as base64.' }] };
      const packed = brotliCompressSync(Buffer.from(wasm, 'base64')).toString('base64');
      return {
        contents: `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'))`,
      };
    });
  },
};
