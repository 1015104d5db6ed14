import { cyclonedxEsbuildPlugin as sbom } from '@cyclonedx/cyclonedx-esbuild';
import { build } from 'esbuild';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: {
    extension: 'src/extension.ts',
    // loaded at the first request, with the first page, with the first run, and where a client of the export API is set
    dispatch: 'src/services/network/dispatch.ts',
    page: 'src/core/page/page.ts',
    publishFiles: 'src/ui/run/publishFiles.ts',
    exportSession: 'src/services/export/exportSession.ts',
    // a thread of its own, which uses the one above
    pageWorker: 'src/services/page/pageWorker.ts',
    // holds the translations for all of them
    l10n: '@vscode/l10n',
  },
  outdir: 'dist',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  supported: { 'dynamic-import': false },
  // undici's own switch for bundlers: leaves out its second, experimental parser
  define: { esbuildDetection: 'true' },
  logLevel: 'warning',
  plugins: [
    sbom({
      outputFile: 'sbom.json',
      gatherLicenseTexts: true,
      outputReproducible: true,
      logLevel: 'warning',
    }),
    {
      name: 'bundles of their own',
      setup({ onLoad, onResolve }) {
        onResolve({ filter: /^\./ }, ({ path: file, kind }) =>
          kind === 'dynamic-import' ? { path: `./${path.basename(file)}`, external: true } : undefined,
        );
        // the parsers that need SIMD come once more without it
        onResolve({ filter: /simd/ }, ({ path: file, importer }) => ({
          path: path.resolve(
            path.dirname(importer),
            file.replace('llhttp_simd-wasm', 'llhttp-wasm').replace(/\/simd/, '/no-simd'),
          ),
        }));
        // what base64 hides from the package's own compression: 24 KB become 15
        onLoad({ filter: /llhttp-wasm\.js$/ }, ({ path: file }) => {
          const [, wasm] = /'([\w+/=]{9999,})'/.exec(readFileSync(file, 'utf8'));
          const packed = brotliCompressSync(Buffer.from(wasm, 'base64')).toString('base64');
          const contents = `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'))`;
          return { contents };
        });
        // links in a text are never looked for
        onLoad({ filter: /node_modules.linkify-it./ }, () => ({ contents: 'export class LinkifyIt {}' }));
        // of an imported namespace esbuild makes a copy in each file, of a required one none
        onLoad({ filter: /src.*\.ts$/ }, ({ path: file }) => ({
          contents: readFileSync(file, 'utf8').replaceAll(
            /^import \* as (vscode|l10n) from (.*);$/gm,
            'const $1 = require($2);',
          ),
          loader: 'ts',
        }));
        onResolve({ filter: /^@vscode\/l10n$/ }, ({ kind }) =>
          kind === 'entry-point' ? undefined : { path: './l10n.js', external: true },
        );
      },
    },
  ],
});

// Some packages name the licence and leave out its text, which is ours but for the copyright
const mit = readFileSync('LICENSE', 'utf8')
  .replace(/^Copyright .*$/m, 'Copyright (c) {author}')
  .trim();
const { components } = JSON.parse(readFileSync('dist/sbom.json', 'utf8'));
const notices = components.map(({ group, name, version, author, licenses, evidence }) => {
  const title = [group, `${name} ${version}`].filter(Boolean).join('/');
  const ids = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ');
  const texts = (evidence?.licenses ?? []).map(({ license: { text } }) =>
    Buffer.from(text.content, text.encoding).toString().trim(),
  );
  if (texts.length === 0 && ids !== 'MIT') throw new Error(`${title} comes without the text of ${ids}.`);
  if (texts.length === 0) texts.push(mit.replace('{author}', author));
  return [`${title} (${ids})`, ...texts].join('\n\n');
});
const heading = 'Publish to Wiki contains the following works of others, each under its own licence.';
writeFileSync('dist/ThirdPartyNotices.txt', `${[heading, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
