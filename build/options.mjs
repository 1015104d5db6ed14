import { noFormData } from './noFormData.mjs';
import { noHttp2 } from './noHttp2.mjs';
import { oneNamespace } from './oneNamespace.mjs';
import { oneParser } from './oneParser.mjs';
import { ownBundles } from './ownBundles.mjs';
import { packedParser } from './packedParser.mjs';
import { sharedKeys } from './sharedKeys.mjs';
import { usedConstants } from './usedConstants.mjs';

/** What both builds share. The plugins' order counts: the first that resolves a path wins. */
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
  // Undici's own switch for bundlers leaves out its second, experimental parser: 29 KB
  define: { esbuildDetection: 'true' },
  alias: { 'linkify-it': './build/noLinkify.mjs' },
  logLevel: 'warning',
  plugins: [
    oneNamespace,
    ownBundles,
    noFormData,
    noHttp2,
    oneParser,
    packedParser,
    usedConstants,
    sharedKeys,
  ],
};

/** What the package has. */
export const production = { ...options, minify: true };

/** What F5 runs. */
export const development = { ...options, sourcemap: 'linked' };
