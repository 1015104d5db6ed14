import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PlanFile } from '../../core/plan/row';
import { dependentRowsKey } from '../../core/view/currentPageStatus';
import { beginReading } from '../../services/publish/reading';
import { readForPlan } from '../../services/publish/readForPublish';
import { RefCounted } from '../../services/shared/refCounted';
import type { WindowServices } from '../windowServices';

interface Reading {
  readonly file: PlanFile;
  /** Identifies what the file was read from. */
  readonly version: string;
  /** What the reading used of the pages of other files. */
  readonly others: string;
}

/** Reads files for a plan, and again only if the file, the settings or linked pages changed. */
export class FileReadings {
  readonly #reading;
  readonly #kept = new Map<string, Reading>();
  #settings = 0;
  #folders = 0;

  constructor(private readonly services: WindowServices) {
    // With the records that the rows were made from, so that rows and states agree.
    this.#reading = new RefCounted(() =>
      beginReading(services, services.flow.host, undefined, services.records.index),
    );
  }

  /** Returns the current state of a file. */
  async of(uri: vscode.Uri): Promise<PlanFile> {
    const key = uri.toString();
    const kept = this.#kept.get(key);
    const version = await this.#versionOf(uri);
    if (kept?.version === version && kept.others === this.#othersOf(kept.file)) {
      return kept.file;
    }
    const path = vscode.workspace.asRelativePath(uri);
    const file = await this.#reading.use((reading) => readForPlan(reading, { uri, path }));
    this.#kept.set(key, { file, version, others: this.#othersOf(file) });
    return file;
  }

  /** Whether no file was read yet, so that none depends on another. */
  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** Returns the files that link to one of these, or whose parent page is the page of one. */
  dependingOn(uris: ReadonlySet<string>): readonly string[] {
    return [...this.#kept].flatMap(([key, { file }]) =>
      otherFiles(file).some((uri) => uris.has(uri)) ? key : [],
    );
  }

  /** Has all files read again, since settings or tokens changed. */
  forgetAll(): void {
    this.#settings++;
    this.#reading.forget();
  }

  /** Has folder pages read again, since they list files; all files if this one may be a parent page. */
  foldersChanged(isParent: boolean): void {
    this.#folders++;
    this.#settings += isParent ? 1 : 0;
    this.#reading.forget();
  }

  /** Returns a key that changes whenever the file, its text in an editor or the settings change. */
  async #versionOf(uri: vscode.Uri): Promise<string> {
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
    const folders = key.endsWith('/') ? this.#folders : '';
    return [this.#settings, folders, open?.version, await versionOnDisk(uri)].join(' ');
  }

  /** Returns what the file uses of the pages of other files, as they are now. */
  #othersOf(file: PlanFile): string {
    const { index } = this.services.records;
    return otherFiles(file)
      .map((uri) => dependentRowsKey(index.ofFile({ uri })[0]))
      .join(' ');
  }
}

/** Returns the files that a file links to, and the one of its parent page in a tree. */
function otherFiles({ linked = [], input }: PlanFile): readonly string[] {
  return [...linked.map(({ uri }) => uri), input?.defaults.parentFile?.uri ?? []].flat();
}

async function versionOnDisk(uri: vscode.Uri): Promise<string> {
  try {
    // `vscode.workspace.fs` costs a call to the window for each file.
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
