import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PlanFile } from '../../core/run/row';
import { beginReading } from '../../services/flow/reading';
import { readForPlan } from '../../services/run/readFile';
import { Shared } from '../../services/shared/shared';
import type { WindowServices } from '../publish/windowServices';

/** Files as a plan reads them. */
export class FileReadings {
  readonly #reading;

  constructor(publishing: WindowServices) {
    this.#reading = new Shared(() => beginReading(publishing, publishing.flow.host));
  }

  read(uri: vscode.Uri): Promise<PlanFile> {
    const path = vscode.workspace.asRelativePath(uri);
    return this.#reading.use((reading) => readForPlan(reading, { uri, path }));
  }

  /** Settings, tokens or pages of folders are others now. */
  forget(): void {
    this.#reading.forget();
  }
}

/** Another one whenever the file was written, or its text in an editor is another one. */
export async function versionOf(uri: vscode.Uri): Promise<string> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  return [open?.version, await versionOnDisk(uri)].join(' ');
}

async function versionOnDisk(uri: vscode.Uri): Promise<string> {
  try {
    // VS Code would ask its window about each file
    const { mtimeMs, size } = uri.scheme === 'file' ? await stat(uri.fsPath) : await virtualStat(uri);
    return `${mtimeMs} ${size}`;
  } catch {
    return '';
  }
}

async function virtualStat(uri: vscode.Uri): Promise<{ readonly mtimeMs: number; readonly size: number }> {
  const { mtime, size } = await vscode.workspace.fs.stat(uri);
  return { mtimeMs: mtime, size };
}
