import path from 'node:path';
import { readFile, rm } from 'node:fs/promises';
import { projectRoot } from '../host/folders.js';
import { packExtension } from '../host/packExtension.js';
import { setStage, type SetStage, type Stage } from '../ui/setStage.js';
import { ms, type Row } from './row.js';

const rounds = 9;

/** What the extension host computes for load and activation, with each extension alone in a window that is opened anew. */
export async function activation(): Promise<Row[]> {
  const stopwatch = await pack('stopwatch');
  const packages = [path.join(projectRoot, 'dist', 'publish-to-wiki.vsix'), await pack('empty')];
  const stages: SetStage[] = [];
  try {
    const files = { 'page.md': '# Page\n' };
    for (const vsix of packages) {
      stages.push(await setStage({ files, vsix, neighbours: [stopwatch], allBuiltIn: true }));
    }
    // The first start compiles; the next ones are what people wait for each time
    for (const stage of stages) {
      await activated(stage);
    }
    const times: number[][] = stages.map(() => []);
    // In turn, since a machine is not always as quick
    for (let round = 0; round < rounds; round++) {
      for (const [at, stage] of stages.entries()) {
        await stage.window.reload();
        times[at]?.push(await activated(stage));
      }
    }
    const [ours = 0, bare = 0] = times.map(lowerQuartile);
    return [
      {
        what: 'activation in a real VS Code (load + activate)',
        method: `the time that the thread of the extension host computes, from an activation that another extension asks for until its end; the lower quartile of ${rounds} starts of a window, since whatever else the thread does meanwhile only adds to it, in turn with an extension that does nothing`,
        measured: ms(ours),
        against: `one that does nothing: ${ms(bare)}`,
        ratio: ours / bare,
        bound: 1.25,
      },
    ];
  } finally {
    for (const stage of stages) {
      await stage.close();
    }
  }
}

function lowerQuartile(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? 0;
}

async function pack(name: string): Promise<string> {
  const packagePath = path.join(projectRoot, 'out', `${name}.vsix`);
  await packExtension(path.join(projectRoot, 'test', 'bench', name), packagePath);
  return packagePath;
}

/** How many milliseconds the extension host’s thread computed for the activation in this window. */
async function activated({ folder, window }: Stage): Promise<number> {
  const report = path.join(folder, 'activation.json');
  const took = await window.screen.until('the report', () => readReport(report));
  await rm(report);
  if (took.wasActive) {
    throw new Error('The extension was active before it was measured.');
  }
  return took.ms;
}

/** Undefined while it is not there, or not whole. */
async function readReport(file: string): Promise<{ wasActive: boolean; ms: number } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { wasActive: boolean; ms: number };
  } catch {
    return undefined;
  }
}
