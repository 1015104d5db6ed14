import { createVSIX } from '@vscode/vsce';
import path from 'node:path';
import { readFile, rm } from 'node:fs/promises';
import { projectRoot } from '../host/folders.js';
import { packProbe, probe } from '../ui/probe.js';
import { setStage } from '../ui/stage.js';
import { median, ms, type Row } from './row.js';

const rounds = 7;

/** Load and activation as VS Code itself measures them, with each extension alone in a window that is opened anew. */
export async function activation(): Promise<Row[]> {
  const empty = await packEmpty();
  await packProbe();
  const ours = path.join(projectRoot, 'dist', 'publish-to-wiki.vsix');
  const times = {
    ours: await activate('publish-to-wiki.publish-to-wiki', ours),
    bare: await activate('test.empty', empty),
  };
  const [one, other] = [median(times.ours), median(times.bare)];
  return [
    {
      what: 'activation in a real VS Code (load + activate)',
      method: `median of ${rounds} starts by Developer: Startup Performance, against an extension that does nothing`,
      measured: ms(one),
      against: ms(other),
      ratio: one / other,
      bound: 1.5,
    },
  ];
}

async function packEmpty(): Promise<string> {
  const packagePath = path.join(projectRoot, 'out', 'empty.vsix');
  await createVSIX({
    cwd: path.join(projectRoot, 'test', 'bench', 'empty'),
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}

async function activate(id: string, vsix: string): Promise<number[]> {
  const stage = await setStage({ files: { 'page.md': '# Page\n' }, vsix, neighbours: [probe] });
  const report = path.join(stage.folder, 'performance.txt');
  const times: number[] = [];
  try {
    // the first start compiles; the next ones are what people wait for each time
    for (let round = 0; round <= rounds; round++) {
      if (round > 0) await stage.window.reload();
      await stage.window.command('Probe: Write Performance');
      const row = await stage.window.screen.until('the report', async () => {
        const text = await readFile(report, 'utf8').catch(() => '');
        return text.split('\n').find((line) => line.includes(id));
      });
      await rm(report);
      const [load = NaN, call = NaN, finish = NaN] = row
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => /^\d+$/.test(cell))
        .map(Number);
      if (round > 0) times.push(load + call + finish);
    }
    return times;
  } finally {
    await stage.close();
  }
}
