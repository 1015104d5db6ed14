import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as vscode from 'vscode';
import { answerPrompts } from './answering.js';
import { placed, withSettings } from './folderRun.js';
import type { Planned } from './planView.js';
import { tokenText } from './wire.js';

/** As much of the view's rows as is looked at here. */
interface SeenRow {
  readonly kind: 'group' | 'folder' | 'file';
}

/** What the view was asked for, and when last. */
const seen = { draws: 0, drawnAt: 0, readAt: 0 };

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  const undo = watch();
  try {
    await withSettings(placed(process.env.BENCH_ENDPOINT ?? ''), measure);
  } finally {
    undo();
  }
}

async function measure(): Promise<void> {
  const undo = answerPrompts({ 'API Token for Bench': tokenText() }, []);
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const uri = workspace && vscode.Uri.joinPath(workspace.uri, 'all');
  try {
    await vscode.commands.executeCommand('publishToWiki.manageConnections');
    const before = await settledHeapMb();
    const published = vscode.commands.executeCommand('publishToWiki.publishFolder', uri);
    await until(() => seen.readAt > 0);
    await until(() => seen.drawnAt > seen.readAt);
    await drawn();
    const shownMs = seen.drawnAt - seen.readAt;
    const grownMb = (await settledHeapMb()) - before;
    await vscode.commands.executeCommand('publishToWiki.clearPlan');
    await published;
    const ran: Planned = { shownMs, grownMb };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    undo();
  }
}

/** Nothing was drawn for a while. */
async function drawn(): Promise<void> {
  await until(() => performance.now() - seen.drawnAt > 1_000);
}

function watch(): () => void {
  const { createTreeView, withProgress } = vscode.window;
  Object.assign(vscode.window, {
    createTreeView: (id: string, options: vscode.TreeViewOptions<SeenRow>) => {
      if (id === 'publishToWiki.plan') {
        const { treeDataProvider: provider } = options;
        const getTreeItem = provider.getTreeItem.bind(provider);
        provider.getTreeItem = (row) => {
          seen.drawnAt = performance.now();
          seen.draws += row.kind === 'file' ? 1 : 0;
          return getTreeItem(row);
        };
      }
      return createTreeView(id, options);
    },
    withProgress: async (...given: Parameters<typeof withProgress>) => {
      try {
        return await withProgress(...given);
      } finally {
        seen.readAt ||= performance.now();
      }
    },
  });
  return () => Object.assign(vscode.window, { createTreeView, withProgress });
}

async function until(isSo: () => boolean): Promise<void> {
  const deadlineAt = Date.now() + 300_000;
  while (!isSo()) {
    if (Date.now() > deadlineAt) {
      throw new Error(`Waited too long for ${String(isSo)}.`);
    }
    await pause(10);
  }
}

/** Other extensions of the host begin and end their work too. */
async function settledHeapMb(): Promise<number> {
  for (let before = heapMb(), now; ; before = now) {
    await pause(1_500);
    now = heapMb();
    if (Math.abs(now - before) < 0.2) {
      return now;
    }
  }
}

function heapMb(): number {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
