import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PlanFile } from '../../core/run/row';
import { beginReading } from '../../services/flow/reading';
import { readForPlan } from '../../services/run/readFile';
import { Shared } from '../../services/shared/shared';
import type { WindowServices } from '../publish/windowServices';

interface Reading {
  readonly file: PlanFile;
  /** What it was read from. */
  readonly version: string;
  readonly addresses: string;
}

/** Files as a plan reads them, each read again once something is another one that it was read from. */
export class FileReadings {
  readonly #reading;
  readonly #kept = new Map<string, Reading>();
  #settings = 0;
  #folders = 0;

  constructor(private readonly publishing: WindowServices) {
    // The rows are of the records as they were read last, too
    this.#reading = new Shared(() =>
      beginReading(publishing, publishing.flow.host, undefined, publishing.records.last),
    );
  }

  /** As it stands now. */
  async of(uri: vscode.Uri): Promise<PlanFile> {
    const key = uri.toString();
    const kept = this.#kept.get(key);
    const version = await this.#versionOf(uri);
    if (kept?.version === version && kept.addresses === this.#addressesIn(kept.file)) {
      return kept.file;
    }
    const path = vscode.workspace.asRelativePath(uri);
    const file = await this.#reading.use((reading) => readForPlan(reading, { uri, path }));
    this.#kept.set(key, { file, version, addresses: this.#addressesIn(file) });
    return file;
  }

  /** Files that link to one of these. */
  linkingTo(uris: ReadonlySet<string>): readonly string[] {
    return [...this.#kept].flatMap(([key, { file }]) =>
      file.linked?.some(({ uri }) => uris.has(uri)) === true ? key : [],
    );
  }

  /** Settings or tokens are others now. */
  settingsChanged(): void {
    this.#settings++;
    this.#reading.forget();
  }

  /** A folder that is a page of its own lists what is in it, and a file may be the page of its folder. */
  foldersChanged(): void {
    this.#folders++;
    this.#reading.forget();
  }

  /** Another one whenever the file was written, or its text in an editor is another one. */
  async #versionOf(uri: vscode.Uri): Promise<string> {
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
    const folders = key.endsWith('/') ? this.#folders : '';
    return [this.#settings, folders, open?.version, await versionOnDisk(uri)].join(' ');
  }

  /** Its links are sent with these. */
  #addressesIn({ linked = [] }: PlanFile): string {
    const { last } = this.publishing.records;
    return linked.map(({ uri }) => last.ofFile({ uri })[0]?.wiki?.address ?? '').join(' ');
  }
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
