import { oneNamespace } from './oneNamespace.mjs';
import { ownBundles } from './ownBundles.mjs';

/** What both builds share. */
export const options = {
  entryPoints: {
    extension: 'src/extension.ts',
    // Loaded at the first request, with the first page, with the first command, and where a client of the export API is set
    dispatch: 'src/services/network/dispatch.ts',
    page: 'src/core/pull/pageWork.ts',
    commands: 'src/ui/commands.ts',
    exportSession: 'src/services/export/exportSession.ts',
    // A thread of its own, which uses `page`
    pageWorker: 'src/services/page/pageWorker.ts',
    // Holds the translations for all of them
    l10n: '@vscode/l10n',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
  plugins: [oneNamespace, ownBundles],
};

/** What the package has. */
export const production = { ...options, minify: true };

/** What F5 runs: the log says when a build ends, which .vscode/tasks.json waits for. */
export const development = { ...options, sourcemap: 'linked', logLevel: 'info' };
