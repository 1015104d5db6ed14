import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { exportingFaults } from './exporting.js';
import { fileFaults } from './files.js';
import { lookupFaults } from './lookups.js';
import { play, type Row } from './row.js';
import { sendingFaults } from './sending.js';
import { storingFaults } from './storing.js';
import { playInWindow } from './window.js';

/** `npm run faults`: each fault, what the person reads, and what is there afterwards. Fails when a row is wrong. */
async function faults(): Promise<void> {
  const rows: Row[] = [];
  const show = (row: Row): void => {
    rows.push(row);
    console.log(`${row.problem === undefined ? 'ok  ' : 'FAIL'} ${row.fault} (${row.where})`);
    console.log(`     told: ${row.told}\n     kept: ${row.kept}`);
    if (row.problem !== undefined) {
      console.log(`     wrong: ${row.problem}`);
    }
  };
  const only = process.argv[2];
  if (only !== 'window') {
    for (const fault of [
      ...sendingFaults,
      ...storingFaults,
      ...lookupFaults,
      ...exportingFaults,
      ...fileFaults,
    ]) {
      show(await play(fault));
    }
  }
  if (only !== 'services') {
    await playInWindow(show);
  }
  writeFileSync(path.join(projectRoot, 'out', 'faults.json'), JSON.stringify(rows, undefined, 2));
  const wrong = rows.filter(({ problem }) => problem !== undefined).length;
  console.log(`\n${rows.length} faults, ${wrong} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

void faults().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
