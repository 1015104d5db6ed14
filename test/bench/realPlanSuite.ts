import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import * as vscode from 'vscode';
import { placed, withSettings } from './folderRun.js';
import { timed, type Ran } from './row.js';

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  await withSettings(placed(process.env.BENCH_ENDPOINT ?? ''), measure);
}

async function measure(): Promise<void> {
  const { createTreeView } = vscode.window;
  let shownAt = 0;
  // The plan is shown, and cleared
  const watched = (tree: vscode.TreeView<unknown>): vscode.TreeView<unknown> =>
    new Proxy(tree, {
      get: (target, key) => Reflect.get(target, key, target) as unknown,
      set: (target, key, value) => {
        if (key === 'badge' && value !== undefined) {
          shownAt = performance.now();
          setTimeout(() => void vscode.commands.executeCommand('publishToWiki.clearPlan'));
        }
        return Reflect.set(target, key, value, target);
      },
    });
  Object.assign(vscode.window, {
    createTreeView: (...given: Parameters<typeof createTreeView>) => {
      const tree = createTreeView(...given);
      return given[0] === 'publishToWiki.plan' ? watched(tree) : tree;
    },
  });
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  if (workspace === undefined) {
    throw new Error('No folder is open.');
  }
  const plan = async (folder: string): Promise<number> => {
    const startedAt = performance.now();
    const uri = vscode.Uri.joinPath(workspace.uri, folder);
    await vscode.commands.executeCommand('publishToWiki.publishFolder', uri);
    return shownAt - startedAt;
  };
  try {
    // Bundles, parsers and the thread are there after the first plan
    await plan('warm');
    const folder = path.join(workspace.uri.fsPath, 'all');
    const before = await bare(folder);
    const ours = await plan('all');
    const ran: Ran = { ours, bare: (before + (await bare(folder))) / 2 };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    Object.assign(vscode.window, { createTreeView });
  }
}

/** Reads and parses the same files, and does nothing else. */
async function bare(folder: string): Promise<number> {
  const parser = new MarkdownIt('commonmark');
  return timed(async () => {
    for (const name of await readdir(folder)) {
      parser.parse(await readFile(path.join(folder, name), 'utf8'), {});
    }
  });
}
