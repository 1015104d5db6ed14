import { readFileSync } from 'node:fs';
import { oneParser } from './oneParser.mjs';
import { ownBundles } from './separateBundles.mjs';

const shared = {
  // Loaded at the first request, and with the first page
  dispatch: 'src/services/network/dispatch.ts',
  page: 'src/services/page/pageWork.ts',
  // A thread of its own, which uses `page`
  pageWorker: 'src/services/page/pageWorker.ts',
  // Holds the translations for all of them
  l10n: '@vscode/l10n',
};

/** What all builds share. */
export const options = {
  entryPoints: {
    extension: 'src/extension.ts',
    // Loaded with the first command, and where a client of the export API is set
    commands: 'src/ui/commands.ts',
    exportSession: 'src/services/export/exportSession.ts',
    // Loaded when somebody signs in for export
    signIn: 'src/ui/export/signIn.ts',
    ...shared,
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  supported: { 'dynamic-import': false },
  // Undici's experimental parser, which only an environment variable turns on, is left out as Node.js does
  define: { esbuildDetection: 'true' },
  logLevel: 'warning',
  plugins: [oneParser, ownBundles],
};

/** What the extension’s package contains. */
export const production = { ...options, minify: true };

/** What the npm package contains: the command line, and its entry for a forge’s action. */
export const terminal = {
  ...production,
  entryPoints: {
    main: 'src/cli/main.ts',
    commandLine: 'src/cli/commandLine.ts',
    action: 'src/cli/action.ts',
    ...shared,
  },
  outdir: 'dist/npm',
  // The main file of a parser can’t be bundled.
  mainFields: ['module', 'main'],
  define: {
    ...options.define,
    packageVersion: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version),
  },
};

/** What F5 runs: the log says when a build ends, which .vscode/tasks.json waits for. */
export const development = { ...options, sourcemap: 'linked', logLevel: 'info' };
