import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../host/folders.js';
import { activation } from './activation.js';
import { checks } from './checks.js';
import { largeDocuments } from './largeDocuments.js';
import { loopback } from './loopback.js';
import { manyFiles } from './manyFiles.js';
import { withMeasured } from './measured.js';
import { planView } from './planView.js';
import { publishing } from './publishing.js';
import { realPlan } from './realPlan.js';
import type { Row } from './row.js';
import { sizes } from './sizes.js';
import { terminal } from './terminal.js';
import { tree } from './tree.js';
import { wikiView } from './wikiView.js';

const baselineFile = path.join(projectRoot, 'test', 'bench', 'baseline.json');
const measuredFile = path.join(projectRoot, 'docs', 'measured.md');
/** What a measurement is of. */
const measuredPaths = ['src', 'build', 'test/bench', 'esbuild.mjs', 'package.json', 'package-lock.json'];
/** A ratio may worsen by so much against the baseline. */
const tolerance = 1.25;
const rounds = 3;
const parts = {
  sizes,
  loopback,
  checks,
  largeDocuments,
  publishing,
  manyFiles,
  tree,
  realPlan,
  planView,
  wikiView,
  activation,
  terminal,
};

/** `npm run bench`: each ratio of one run. Fails when one is over its bound, or a quarter worse than the baseline. */
async function bench(): Promise<void> {
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const baseline = existsSync(baselineFile)
    ? (JSON.parse(readFileSync(baselineFile, 'utf8')) as Record<string, number>)
    : {};
  const commit = process.argv.includes('--write') ? commitNow() : undefined;
  const rows: (Row & { readonly baseline?: number; readonly problem?: string })[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) {
      continue;
    }
    for (const row of await bestOf(measure, (row) => problemOf(row, baseline[row.what]))) {
      const before = baseline[row.what];
      const problem = problemOf(row, before);
      rows.push({
        ...row,
        ...(before !== undefined && { baseline: before }),
        ...(problem !== undefined && { problem }),
      });
      const { what, measured, against, ratio, bound, method } = row;
      console.log(`${problem === undefined ? 'ok  ' : 'FAIL'} ${what}`);
      console.log(
        `     ${measured} against ${against}: ${ratio.toFixed(2)} × (at most ${bound} ×${
          before === undefined ? '' : `, baseline ${before.toFixed(2)} ×`
        })`,
      );
      console.log(`     ${method}${problem === undefined ? '' : `\n     wrong: ${problem}`}`);
    }
  }
  writeFileSync(path.join(projectRoot, 'out', 'bench.json'), JSON.stringify(rows, undefined, 2));
  if (process.argv.includes('--baseline')) {
    const ratios = {
      ...baseline,
      ...Object.fromEntries(
        rows.filter(({ absolute }) => absolute !== true).map(({ what, ratio }) => [what, round(ratio)]),
      ),
    };
    writeFileSync(baselineFile, `${JSON.stringify(ratios, undefined, 2)}\n`);
  }
  if (commit !== undefined) {
    await write(rows, { commit, isAll: wanted.length === 0 });
  }
  const wrong = rows.filter(({ problem }) => problem !== undefined).length;
  console.log(`\n${rows.length} rows, ${wrong} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** Of what is measured; nobody could find again what is in none. */
function commitNow(): string {
  const git = (...all: readonly string[]): string =>
    execFileSync('git', all, { cwd: projectRoot, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--', ...measuredPaths) !== '') {
    throw new Error('Commit what is to be measured, then measure it again.');
  }
  return git('rev-parse', '--short=7', 'HEAD');
}

async function write(
  rows: readonly Row[],
  what: { readonly commit: string; readonly isAll: boolean },
): Promise<void> {
  const options = await resolveConfig(measuredFile);
  const page = withMeasured(readFileSync(measuredFile, 'utf8'), rows, what);
  writeFileSync(measuredFile, await format(page, { ...options, filepath: measuredFile }));
}

/** Whatever else the machine does only worsens a ratio: where one is over, the best of three counts. */
async function bestOf(
  measure: () => Row[] | Promise<Row[]>,
  problem: (row: Row) => string | undefined,
): Promise<Row[]> {
  let rows = await measure();
  for (let round = 1; round < rounds && rows.some((row) => problem(row) !== undefined); round++) {
    const again = await measure();
    rows = rows.map((row) => again.find(({ what, ratio }) => what === row.what && ratio < row.ratio) ?? row);
  }
  return rows;
}

function problemOf({ ratio, bound }: Row, baseline: number | undefined): string | undefined {
  if (!(ratio <= bound)) {
    return `over its bound of ${bound}`;
  }
  return baseline !== undefined && ratio > baseline * tolerance
    ? `a quarter worse than the baseline of ${baseline}`
    : undefined;
}

const round = (ratio: number): number => Math.round(ratio * 1000) / 1000;

void bench().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
