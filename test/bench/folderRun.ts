import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { extension } from '../vscode/extension.js';
import { answerPrompts } from './answering.js';
import type { Ran } from './row.js';
import { tokenText } from './wire.js';

export interface FolderRun {
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Before anything is published. */
  readonly prepare?: (endpoint: string) => Promise<void>;
  /** In ms, half of what ours is compared with: before the run and after it. */
  readonly bare: (endpoint: string) => Promise<number>;
  /** That nothing was left out. */
  readonly check?: (endpoint: string) => Promise<void>;
}

/** Publishes the folder “all”, after the folder “warm”, inside the extension host. */
export async function publishFolder({ settings, prepare, bare, check }: FolderRun): Promise<void> {
  const endpoint = process.env.BENCH_ENDPOINT ?? '';
  await withSettings({ ...placed(endpoint), ...settings }, async () => {
    await prepare?.(endpoint);
    let answeredAt = 0;
    const answeredSince = (): (() => boolean) => {
      const before = answeredAt;
      return () => answeredAt > before;
    };
    const texts = { 'API Token for Bench': tokenText() };
    const undo = answerPrompts(texts, [], () => (answeredAt = performance.now()));
    try {
      await vscode.commands.executeCommand('publishToWiki.manageConnections');
      // Bundles, parsers and connections are there after the first run
      await publish('warm', answeredSince());
      const before = await bare(endpoint);
      await publish('all', answeredSince());
      const ours = performance.now() - answeredAt;
      await check?.(endpoint);
      const ran: Ran = { ours, bare: before + (await bare(endpoint)) };
      await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
    } finally {
      undo();
    }
  });
}

/** Settings that say where all pages go. */
export function placed(endpoint: string): Readonly<Record<string, unknown>> {
  return { connections: [{ name: 'Bench', endpoint }], space: '1001', parent: '100102' };
}

/** Activates the extension with these settings of the person, and takes them back. */
export async function withSettings(
  wanted: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  const settings = vscode.workspace.getConfiguration('publishToWiki');
  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const key of Object.keys(wanted)) {
      await settings.update(key, values[key], vscode.ConfigurationTarget.Global);
    }
  };
  try {
    await set(wanted);
    await extension().activate();
    await work();
  } finally {
    await set({});
  }
}

async function publish(folder: string, isAnswered: () => boolean): Promise<void> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const uri = workspace && vscode.Uri.joinPath(workspace.uri, folder);
  const over = new AbortController();
  const published = vscode.commands
    .executeCommand('publishToWiki.publishFolder', uri)
    .then(() => over.abort());
  while (!over.signal.aborted && !isAnswered()) {
    // Goes on with the plan as soon as it is there; after that, each command would cost the run messages
    await vscode.commands.executeCommand('publishToWiki.publishChecked');
    await delay(20);
  }
  await published;
}
