import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { TurnMeter } from '../host/turnMeter.js';
import { shapes } from '../services/page/shapes.js';
import { withSettings } from './folderRun.js';
import { longestBlockMs, type Block } from './largeDocuments.js';

const rounds = 3;
/** A document that takes longer is given up: see pageThread.ts. */
const givenUpMs = 22_000;

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  await withSettings({ check: 'open' }, measure);
}

async function measure(): Promise<void> {
  const blocks: Block[] = [];
  await busiestMs('warm ![]()');
  for (const [what, textOf] of shapes) {
    const text = textOf();
    let busyMs = Infinity;
    for (let round = 0; round < rounds && busyMs >= longestBlockMs; round++) {
      // Another text each time: the same is not read again
      busyMs = Math.min(busyMs, await busiestMs(`${text}${round}`));
    }
    blocks.push({ what, busyMs });
  }
  await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(blocks));
}

/** Opening a document is VS Code’s: the time begins when that is over. */
async function busiestMs(content: string): Promise<number> {
  const opened = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  const { uri } = await vscode.languages.setTextDocumentLanguage(opened, 'markdown');
  // VS Code’s own Markdown extension has told its server by then; problems are looked for 300 ms after a document was opened
  await delay(100);
  const meter = new TurnMeter();
  const until = Date.now() + givenUpMs;
  // What is given up has none
  while (vscode.languages.getDiagnostics(uri).length === 0 && Date.now() < until) {
    await delay(20);
  }
  return meter.end();
}
