import { glob } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { projectRoot } from './folders.js';
import CountingReporter from './results.js';

/** Begins each line of the report, which the workbench's own lines surround. */
export const reportMark = '│ ';

/** Runs inside the extension host: every test of `test/vscode`. */
export async function run(): Promise<void> {
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => {
    console.log(format(...values).replaceAll(/^/gm, reportMark));
  };
  const mocha = new Mocha({ reporter: CountingReporter, timeout: 30_000, color: false });
  for await (const file of glob('out/test/vscode/**/*.test.js', { cwd: projectRoot })) {
    mocha.addFile(path.join(projectRoot, file));
  }
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) {
    throw new Error(`${failures} failing`);
  }
}
