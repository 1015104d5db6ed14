import { writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as vscode from 'vscode';
import { answerPrompts } from './answering.js';
import { placed, withSettings } from './folderRun.js';
import { planned, type Planned } from './planView.js';
import { tokenText } from './wire.js';

/** As much of the view's rows as is looked at here. */
interface SeenRow {
  readonly kind: 'group' | 'folder' | 'file';
}

/** What the view was asked for, and when last. */
const seen = { draws: 0, groupDraws: 0, drawnAt: 0, readAt: 0 };
let root: SeenRow | undefined;

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
    await vscode.commands.executeCommand('publishToWiki.replaceToken');
    const before = await settledHeapMb();
    const published = vscode.commands.executeCommand('publishToWiki.publishFolder', uri);
    const delays = monitorEventLoopDelay({ resolution: 1 });
    await until(() => seen.readAt > 0);
    delays.enable();
    await until(() => seen.drawnAt > seen.readAt);
    await drawn();
    const shownMs = seen.drawnAt - seen.readAt;
    const checkedMs = await check(() => seen.groupDraws, 1);
    const longestMs = delays.max / 1e6;
    await vscode.commands.executeCommand('publishToWiki.viewPlanAsList');
    await until(() => seen.draws >= planned);
    await drawn();
    const grownMb = (await settledHeapMb()) - before;
    delays.disable();
    const listedMs = await check(() => seen.draws, planned);
    seen.draws = 0;
    await vscode.commands.executeCommand('publishToWiki.publishChecked');
    await published;
    await drawn();
    const ran: Planned = { shownMs, checkedMs, longestMs, listedMs, draws: seen.draws / planned, grownMb };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    undo();
  }
}

/** Unchecks the group and checks it again, each time until so much was drawn; in ms, the longer of both. */
async function check(draws: () => number, wanted: number): Promise<number> {
  const times: number[] = [];
  for (const command of ['publishToWiki.uncheckRows', 'publishToWiki.checkRows']) {
    const before = draws();
    const startedAt = performance.now();
    await vscode.commands.executeCommand(command, root);
    await until(() => draws() - before >= wanted);
    await drawn();
    times.push(seen.drawnAt - startedAt);
  }
  return Math.max(...times);
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
          seen.groupDraws += row.kind === 'group' ? 1 : 0;
          root = row.kind === 'group' ? row : root;
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
