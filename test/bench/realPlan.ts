import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { globSync } from 'node:fs';
import { projectRoot } from '../host/folders.js';
import { measureInWindow } from './inWindow.js';
import { ms, type Ran, type Row } from './row.js';

/** The documents of the packages that are installed: what people really write. */
export async function realPlan(): Promise<Row[]> {
  const documents = globSync('node_modules/**/*.md', { cwd: projectRoot });
  const { ours, bare } = await measureInWindow<Ran>('realPlanSuite.js', 0, async (workspace) => {
    for (const [folder, files] of [
      ['warm', documents.slice(0, 50)],
      ['all', documents],
    ] as const) {
      await mkdir(path.join(workspace, folder));
      for (const [index, file] of files.entries()) {
        await copyFile(path.join(projectRoot, file), path.join(workspace, folder, `${index}.md`));
      }
    }
  });
  return [
    {
      what: 'a plan of the documents of installed packages, in VS Code',
      method: `${documents.length} documents; one plan in a real extension host, from the command to the plan on the screen; bare is reading each file and parsing it by markdown-it, one after the other in the same process, the mean of once before and once after`,
      measured: ms(ours),
      against: `reading and parsing them: ${ms(bare)}`,
      ratio: ours / bare,
      bound: 1.5,
    },
  ];
}
