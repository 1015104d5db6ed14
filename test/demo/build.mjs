// Before `npm start`: the same files as the compiler writes, without its check of types, which takes most of the time
import { build } from 'esbuild';
import { globSync } from 'node:fs';

await build({
  entryPoints: globSync('{src,test/{demo,host,wiki}}/**/*.ts'),
  outdir: 'out',
  outbase: '.',
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  sourcemap: true,
  logLevel: 'warning',
});
