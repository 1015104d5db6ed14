// Two parts are loaded only when they are needed, so they are bundles of their own:
// undici (the first request) and the Markdown and YAML parsers (the first page).
import { build } from 'esbuild';
import { existsSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/extension.ts', 'src/services/dispatch.ts', 'src/core/page.ts'].filter(existsSync),
  entryNames: '[name]',
  outdir: 'dist',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  logLevel: 'warning',
});
