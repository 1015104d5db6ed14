import { cyclonedxEsbuildPlugin as sbom } from '@cyclonedx/cyclonedx-esbuild';
import { build, context } from 'esbuild';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeNotices } from './build/notices.mjs';
import { writeReadme } from './build/readme.mjs';
import { development, production } from './build/options.mjs';

const { watch, outdir } = parseArgs({
  options: { watch: { type: 'boolean' }, outdir: { type: 'string', default: 'dist' } },
}).values;

if (watch) {
  await (await context({ ...development, outdir })).watch();
} else {
  rmSync(outdir, { recursive: true, force: true });
  const bill = sbom({
    outputFile: 'sbom.json',
    gatherLicenseTexts: true,
    outputReproducible: true,
    logLevel: 'warning',
  });
  await build({ ...production, outdir, plugins: [bill, ...production.plugins] });
  writeNotices(outdir);
  writeReadme(outdir);
}
