import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { extension } from '../vscode/extension.js';
import { answerPrompts, setPlatformToken } from './answering.js';
import type { Published, WithToken } from './publishing.js';
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
    await vscode.commands.executeCommand('publishToWiki.replaceToken');
    const results: Published[] = [];
    const withToken: WithToken = { without: 0, with: 0, rounds: 20 };
    for (const [what, bytes, rounds] of [
      ['10 KB', 10_000, 25],
      ['1 MB', 1_000_000, 15],
    ] as const) {
      results.push(await measure(what, pageOf(bytes), endpoint, rounds));
    }
    withToken.without = await measureAnswered(withToken.rounds);
    await setPlatformToken();
    withToken.with = await measureAnswered(withToken.rounds);
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify({ results, withToken }));
  } finally {
    undo();
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
  }
}

/** As a person answers the list that asks where it goes; measured from their answer on. */
const answerAfterMs = 400;

async function measureAnswered(rounds: number): Promise<number> {
  const undo = answerPrompts({}, [], undefined, answerAfterMs);
  try {
    const publish = async () =>
      (await timed(async () => vscode.commands.executeCommand('publishToWiki.publish'))) - answerAfterMs;
    await publish();
    const all: number[] = [];
    for (let round = 0; round < rounds; round++) {
      all.push(await publish());
    }
    return median(all);
  } finally {
    undo();
  }
}

async function measure(what: string, content: string, endpoint: string, rounds: number): Promise<Published> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = path.join(folder?.uri.fsPath ?? '', `${what.replace(' ', '')}.md`);
  await writeFile(file, content);
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  const bare = bareRequest(endpoint, content);
  const publish = (): Thenable<unknown> => vscode.commands.executeCommand('publishToWiki.publish');
  const ours = () => timed(async () => publish());
  // Connections and parsers are there after the first ones
  await inTurn(3, ours, () => timed(bare.send));
  const found = await inTurn(rounds, ours, () => timed(bare.send));
  bare.close();
  return { what, rounds, ...found };
}
