import { cyclonedxEsbuildPlugin as sbom } from '@cyclonedx/cyclonedx-esbuild';
import { build, context } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeNotices } from './build/notices.mjs';
import { pageByItself, writeGuide } from './build/readme.mjs';
import { writeNpmPackage } from './build/npmPackage.mjs';
import { development, production, terminal } from './build/options.mjs';

const { watch, outdir } = parseArgs({
  options: { watch: { type: 'boolean' }, outdir: { type: 'string', default: 'dist' } },
}).values;

if (watch) {
  await (await context({ ...development, outdir })).watch();
} else {
  rmSync(outdir, { recursive: true, force: true });
  const withNotices = async (options) => {
    const bill = sbom({
      outputFile: 'sbom.json',
      gatherLicenseTexts: true,
      outputReproducible: true,
      logLevel: 'warning',
    });
    await build({ ...options, plugins: [bill, ...options.plugins] });
    writeNotices(options.outdir);
  };
  await withNotices({ ...production, outdir });
  writeFileSync(join(outdir, 'readme.md'), pageByItself('README.md'));
  writeGuide(outdir);
  await withNotices({ ...terminal, outdir: join(outdir, 'npm') });
  writeNpmPackage(join(outdir, 'npm'));
}
