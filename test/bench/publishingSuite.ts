import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { extension } from '../vscode/extension.js';
import { answerPrompts, setPlatformToken } from './answering.js';
import { rounds, type Published } from './publishing.js';
import { inTurn, median, timed } from './row.js';
import { bareRequest, pageOf, tokenText } from './wire.js';

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  const endpoint = process.env.BENCH_ENDPOINT ?? '';
  const settings = vscode.workspace.getConfiguration('publishToWiki');
  const connections = [{ name: 'Bench', endpoint }];
  await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
  await extension().activate();
  const undo = answerPrompts({ 'API Token for Bench': tokenText() }, ['1001', '100102', 'A Page', '']);
  try {
    await vscode.commands.executeCommand('publishToWiki.manageConnections');
    const measured = await measure(pageOf(10_000), endpoint);
    const withoutToken = await measureAnswered();
    await setPlatformToken();
    const ran: Published = { ...measured, withoutToken, withToken: await measureAnswered() };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    undo();
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
  }
}

/** As a person answers the list that asks where it goes; measured from their answer on. */
const answerAfterMs = 400;

async function measureAnswered(): Promise<number> {
  const undo = answerPrompts({}, [], undefined, answerAfterMs);
  try {
    const publish = async () =>
      (await timed(async () => vscode.commands.executeCommand('publishToWiki.publish'))) - answerAfterMs;
    await publish();
    const all: number[] = [];
    for (let round = 0; round < rounds.token; round++) {
      all.push(await publish());
    }
    return median(all);
  } finally {
    undo();
  }
}

async function measure(content: string, endpoint: string): Promise<Pick<Published, 'ours' | 'bare'>> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = path.join(folder?.uri.fsPath ?? '', 'page.md');
  await writeFile(file, content);
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  const bare = bareRequest(endpoint, content);
  const publish = (): Thenable<unknown> => vscode.commands.executeCommand('publishToWiki.publish');
  const ours = () => timed(async () => publish());
  // Connections and parsers are there after the first ones
  await inTurn(3, ours, () => timed(bare.send));
  const found = await inTurn(rounds.bare, ours, () => timed(bare.send));
  bare.close();
  return found;
}
