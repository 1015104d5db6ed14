import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PlanFile } from '../../core/run/row';
import { readForPlan } from '../../services/run/readFile';
import type { RunDependencies } from '../run/executeRun';
import { readingFor } from '../run/planDependencies';

interface Reading {
  readonly version: string;
  readonly file: Promise<PlanFile>;
}

/** Files as a plan reads them, each again only when it is another one. */
export class FileReadings {
  readonly #readings = new Map<string, Reading>();
  #reading: ReturnType<typeof readingFor> | undefined;

  constructor(private readonly publishing: RunDependencies) {}

  async read(uri: vscode.Uri): Promise<PlanFile> {
    const key = uri.toString();
    const version = await versionOf(uri);
    const known = this.#readings.get(key);
    if (known?.version === version) {
      return known.file;
    }
    const file = this.#read(uri);
    this.#readings.set(key, { version, file });
    return file;
  }

  /** The settings are others now. */
  forget(): void {
    this.#readings.clear();
    this.#reading = undefined;
  }

  /** The files that link to one of these: they become other pages now. */
  async forgetLinking(uris: ReadonlySet<string>): Promise<readonly vscode.Uri[]> {
    const linking: vscode.Uri[] = [];
    for (const [key, { file }] of this.#readings) {
      const { linked = [] } = await file;
      if (linked.some(({ uri }) => uris.has(uri))) {
        this.#readings.delete(key);
        linking.push(vscode.Uri.parse(key, true));
      }
    }
    return linking;
  }

  async #read(uri: vscode.Uri): Promise<PlanFile> {
    this.#reading ??= readingFor(this.publishing);
    return readForPlan(await this.#reading, { uri, path: vscode.workspace.asRelativePath(uri) });
  }
}

/** Another one whenever the file was written, or its text in an editor is another one. */
async function versionOf(uri: vscode.Uri): Promise<string> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  return `${open?.version} ${await versionOnDisk(uri)}`;
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
