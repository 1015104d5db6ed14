import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as vscode from 'vscode';
import { readPage } from '../../src/core/page/page.js';
import { contentForTitle } from '../../src/core/publish/contentForTitle.js';
import type { PageRecords } from '../../src/services/records/pageRecords.js';
import { openRecords } from '../services/records/publishing.js';
import { extension } from '../vscode/extension.js';
import { pages, type Looked } from './wikiView.js';
import { usualOptions } from '../host/usualOptions.js';

const load = createRequire(__filename);
const limitMs = 60_000;

/** As much of the view's rows as is looked at here. */
interface SeenRow {
  readonly record?: object;
  readonly status?: object;
}

interface Seen {
  tree?: vscode.TreeView<SeenRow>;
  /** How often a page was drawn, all together. */
  draws: number;
}

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  await extension().activate();
  const endpoint = new URL(process.env.BENCH_ENDPOINT ?? '').href;
  const settings = vscode.workspace.getConfiguration('publishToWiki');
  const connections = [{ name: 'Bench', endpoint }];
  await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
  const storage = await mkdtemp(path.join(os.tmpdir(), 'wiki-view-'));
  const files = await vscode.workspace.findFiles('all/**/*.md');
  if (files.length === 0) {
    throw new Error('There is no file.');
  }
  const subscriptions: vscode.Disposable[] = [];
  try {
    await writeRecords(storage, files, endpoint);
    const seen = activateOn(storage, subscriptions);
    const { tree, rows, groups } = seen;
    // The code that the view loads is none of its rows
    load(path.join(extension().extensionPath, 'dist', 'commands.js'));
    const before = await settledHeapMb();
    const busy = process.threadCpuUsage();
    await vscode.commands.executeCommand('publishToWiki.pages.focus');
    await until(() => groups.length >= 2);
    const [, under] = groups;
    // Its answer comes long after the rows, and meanwhile files are read for their states
    void (under && tree.reveal(under, { expand: true }));
    await until(() => seen.draws >= pages);
    const { user, system } = process.threadCpuUsage(busy);
    const openMs = (user + system) / 1000;
    await until(() => rows.every(({ status }) => status !== undefined));
    const grownMb = (await settledHeapMb()) - before;
    const ran: Looked = { openMs, grownMb };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    vscode.Disposable.from(...subscriptions).dispose();
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    await rm(storage, { recursive: true, force: true });
  }
}

/** As if each file had been published by a window before. */
async function writeRecords(folder: string, files: readonly vscode.Uri[], endpoint: string): Promise<void> {
  const records = openRecords(folder, { keepText: () => false });
  // All at once, since outcomes wait for each other to share a commit
  const write = async (uri: vscode.Uri): Promise<void> => {
    const text = await readFile(uri.fsPath, 'utf8');
    const page = readPage(text, path.basename(uri.path), usualOptions);
    const { title } = page;
    const target = { space: '1001', parent: '100102', title, overwrite: false };
    const destination = { endpoint, target, suggestedTitle: title, suggestedPlace: {} };
    const file = { uri: uri.toString(), realPath: uri.fsPath };
    await records.recordOutcome(file, destination, contentForTitle(page, title), {
      kind: 'answered',
      answer: { meaning: 'published' },
    } as Parameters<PageRecords['recordOutcome']>[3]);
  };
  await Promise.all(files.map(write));
}

/** A second run of activate, with a storage of its own; its view takes the place of the first. */
function activateOn(
  storage: string,
  subscriptions: vscode.Disposable[],
): Record<'rows' | 'groups', readonly SeenRow[]> & Required<Seen> {
  const rows: SeenRow[] = [];
  const groups: SeenRow[] = [];
  const seen: Seen = { draws: 0 };
  const parents = new Map<SeenRow, SeenRow>();
  const memento = {
    get: () => undefined,
    keys: () => [],
    update: () => Promise.resolve(),
  };
  const nothing = () => ({ dispose: () => undefined, set: () => undefined, delete: () => undefined });
  const { createTreeView } = vscode.window;
  const replaced = [
    [vscode.commands, { registerCommand: nothing }],
    [vscode.languages, { createDiagnosticCollection: nothing }],
    [vscode.window, { registerUriHandler: nothing, createTreeView: watched }],
    [vscode.authentication, { registerAuthenticationProvider: nothing }],
  ] as const;
  function watched(id: string, options: vscode.TreeViewOptions<SeenRow>): vscode.TreeView<SeenRow> {
    const { treeDataProvider: provider } = options;
    const getChildren = provider.getChildren.bind(provider);
    const getTreeItem = provider.getTreeItem.bind(provider);
    provider.getTreeItem = (row) => {
      seen.draws += row.record === undefined ? 0 : 1;
      return getTreeItem(row);
    };
    provider.getChildren = async (row) => {
      const children = (await getChildren(row)) ?? [];
      for (const child of children) {
        (child.record === undefined ? groups : rows).push(child);
        // Of the groups alone: what is kept here counts too
        if (row !== undefined && child.record === undefined) {
          parents.set(child, row);
        }
      }
      return children;
    };
    // To open a row as a person does
    provider.getParent = (row) => parents.get(row);
    seen.tree = createTreeView(id, options);
    return seen.tree;
  }
  const undo = replaced.map(([api, instead]) => {
    const before = Object.fromEntries(
      Object.keys(instead).map((name) => [name, Reflect.get(api, name) as unknown]),
    );
    Object.assign(api, instead);
    return () => Object.assign(api, before);
  });
  try {
    const { activate } = load(path.join(extension().extensionPath, 'dist', 'extension.js')) as {
      activate: (context: unknown) => void;
    };
    activate({
      subscriptions,
      extension: extension(),
      globalState: memento,
      workspaceState: {
        ...memento,
        get: (key: string) => (key === 'publishToWiki.pages' ? true : undefined),
      },
      globalStorageUri: vscode.Uri.file(storage),
      secrets: { get: () => Promise.resolve(undefined), onDidChange: nothing },
    });
  } finally {
    undo.forEach((each) => each());
  }
  const { tree } = seen;
  if (tree === undefined) {
    throw new Error('There is no view.');
  }
  return Object.assign(seen, { tree, rows, groups });
}

async function until(isSo: () => boolean): Promise<void> {
  const deadlineAt = Date.now() + limitMs;
  while (!isSo()) {
    if (Date.now() > deadlineAt) {
      throw new Error(`Waited ${limitMs} ms for ${String(isSo)}.`);
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
