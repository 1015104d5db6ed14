import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { extension } from '../vscode/extension.js';
import { answerPrompts } from './answering.js';
import { concurrency, count, type Ran } from './manyFiles.js';
import { timed } from './row.js';
import { bareRequest, pageOf, tokenText } from './wire.js';

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  const endpoint = process.env.BENCH_ENDPOINT ?? '';
  const settings = vscode.workspace.getConfiguration('publishToWiki');
  const wanted: Readonly<Record<string, unknown>> = {
    connections: [{ name: 'Bench', endpoint }],
    space: '1001',
    parent: '100102',
  };
  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const key of Object.keys(wanted)) {
      await settings.update(key, values[key], vscode.ConfigurationTarget.Global);
    }
  };
  await set(wanted);
  await extension().activate();
  let answeredAt = 0;
  const texts = { 'API Token for Bench': tokenText() };
  const undo = answerPrompts(texts, [], () => (answeredAt = performance.now()));
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const publish = async (folder: string): Promise<void> => {
    const uri = workspace && vscode.Uri.joinPath(workspace.uri, folder);
    await vscode.commands.executeCommand('publishToWiki.publishFolder', uri);
  };
  try {
    await vscode.commands.executeCommand('publishToWiki.replaceToken');
    // Bundles, parsers and connections are there after the first run
    await publish('warm');
    const before = await bareRun(endpoint, count / 2);
    await publish('all');
    const ours = performance.now() - answeredAt;
    const ran: Ran = { ours, bare: before + (await bareRun(endpoint, count / 2)) };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    undo();
    await set({});
  }
}

/** As many bare requests, as many at a time. */
async function bareRun(endpoint: string, requests: number): Promise<number> {
  const { send, close } = bareRequest(endpoint, pageOf(1_500));
  let left = requests;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      await send();
    }
  };
  const took = await timed(() => Promise.all(Array.from({ length: concurrency }, work)));
  close();
  return took;
}
