import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import path from 'node:path';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: {
    extension: 'src/extension.ts',
    // loaded at the first request and with the first page
    dispatch: 'src/services/dispatch.ts',
    page: 'src/core/page.ts',
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
  logLevel: 'warning',
  plugins: [
    {
      name: 'bundles of their own',
      setup({ onResolve }) {
        onResolve({ filter: /^\./ }, ({ path: file, kind }) =>
          kind === 'dynamic-import' ? { path: `./${path.basename(file)}`, external: true } : undefined,
        );
        onResolve({ filter: /^@vscode\/l10n$/ }, ({ kind }) =>
          kind === 'entry-point' ? undefined : { path: './l10n.js', external: true },
        );
      },
    },
  ],
});
