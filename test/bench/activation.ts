import path from 'node:path';
import { readFile, rm } from 'node:fs/promises';
import { projectRoot } from '../host/folders.js';
import { packExtension } from '../host/packExtension.js';
import { setStage } from '../ui/stage.js';
import { median, ms, type Row } from './row.js';

const rounds = 15;

/** Load and activation as the extension host takes for them, with each extension alone in a window that is opened anew. */
export async function activation(): Promise<Row[]> {
  const stopwatch = await pack('stopwatch');
  const ours = await activate(path.join(projectRoot, 'dist', 'publish-to-wiki.vsix'), stopwatch);
  const bare = await activate(await pack('empty'), stopwatch);
  return [
    {
      what: 'activation in a real VS Code (load + activate)',
      method: `median of ${rounds} starts of a window, from an activation that another extension asks for until its end, against an extension that does nothing`,
      measured: ms(ours),
      against: ms(bare),
      ratio: ours / bare,
      bound: 1.5,
    },
  ];
}

async function pack(name: string): Promise<string> {
  const packagePath = path.join(projectRoot, 'out', `${name}.vsix`);
  await packExtension(path.join(projectRoot, 'test', 'bench', name), packagePath);
  return packagePath;
}

async function activate(vsix: string, stopwatch: string): Promise<number> {
  const stage = await setStage({
    files: { 'page.md': '# Page\n' },
    vsix,
    neighbours: [stopwatch],
    allBuiltIn: true,
  });
  const report = path.join(stage.folder, 'activation.json');
  const times: number[] = [];
  try {
    // The first start compiles; the next ones are what people wait for each time
    for (let round = 0; round <= rounds; round++) {
      if (round > 0) {
        await stage.window.reload();
      }
      const took = await stage.window.screen.until('the report', () => readReport(report));
      await rm(report);
      if (took.wasActive) {
        throw new Error(`${vsix} was active before it was measured.`);
      }
      if (round > 0) {
        times.push(took.ms);
      }
    }
    return median(times);
  } finally {
    await stage.close();
  }
}

/** Undefined while it is not there, or not whole. */
async function readReport(file: string): Promise<{ wasActive: boolean; ms: number } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { wasActive: boolean; ms: number };
  } catch {
    return undefined;
  }
}
