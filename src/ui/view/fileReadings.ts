import { stat } from 'node:fs/promises';
import * as vscode from '../vscode';
import type { PlanFile } from '../../core/plan/row';
import { dependentRowsKey } from '../../core/view/pageState';
import { beginReading } from '../../services/publish/reading';
import { readForPlan } from '../../services/publish/readForPublish';
import { RefCounted } from '../../services/shared/refCounted';
import type { WindowServices } from '../windowServices';
import { workspacePath } from './workspaceFiles';

interface Reading {
  readonly file: PlanFile;
  /** The key that `#versionOf` returned when the file was read. */
  readonly version: string;
  /** The key that `#othersOf` returned when the file was read. */
  readonly others: string;
}

/** Reads a file again only if it has changed, or something that it depends on, such as settings or linked pages. */
export class FileReadings {
  readonly #reading;
  readonly #kept = new Map<string, Reading>();
  readonly #underWay = new Map<string, Promise<PlanFile>>();
  #settings = 0;
  #folders = 0;

  constructor(private readonly services: WindowServices) {
    // The rows were made from `records.index`, so the files are read with the same records.
    this.#reading = new RefCounted(() =>
      beginReading(services, services.flow.host, undefined, services.records.index),
    );
  }

  /** Each file is read by one caller at a time: an earlier reading that ended later would leave an old state. */
  async of(uri: string): Promise<PlanFile> {
    const reading = Promise.allSettled([this.#underWay.get(uri)]).then(() => this.#read(uri));
    this.#underWay.set(uri, reading);
    try {
      return await reading;
    } finally {
      if (this.#underWay.get(uri) === reading) {
        this.#underWay.delete(uri);
      }
    }
  }

  async #read(uri: string): Promise<PlanFile> {
    const kept = this.#kept.get(uri);
    const version = await this.#versionOf(uri);
    if (kept?.version === version && kept.others === this.#othersOf(kept.file)) {
      return kept.file;
    }
    const path = workspacePath(uri);
    const file = await this.#reading.use((reading) => readForPlan(reading, { uri, path }));
    this.#kept.set(uri, { file, version, others: this.#othersOf(file) });
    return file;
  }

  /** All files that `work` asks for are read with the same settings and folders, which are looked up once. */
  async ofMany(work: () => Promise<void>): Promise<void> {
    await this.#reading.use(work);
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** Returns the files that link to one of these files, or whose parent page is the page of one of them. */
  dependingOn(uris: ReadonlySet<string>): readonly string[] {
    return [...this.#kept].flatMap(([key, { file }]) =>
      otherFiles(file).some((uri) => uris.has(uri)) ? key : [],
    );
  }

  /** After a change of settings or tokens, each file is read again when it is asked for. */
  forgetAll(): void {
    this.#settings++;
    this.#reading.forget();
  }

  /**
   * The page of a folder lists files, so it is read again. `isParent`: a parent page came or went, so all files are
   * read again.
   */
  foldersChanged(isParent: boolean): void {
    this.#folders++;
    this.#settings += isParent ? 1 : 0;
    this.#reading.forget();
  }

  /** Returns a key that changes whenever the file, its text in an editor or the settings change. */
  async #versionOf(uri: string): Promise<string> {
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
    const folders = uri.endsWith('/') ? this.#folders : '';
    return [this.#settings, folders, open?.version, await versionOnDisk(vscode.Uri.parse(uri, true))].join(
      ' ',
    );
  }

  /** Returns a key that changes with what the file needs of other files’ pages, such as their addresses for its links. */
  #othersOf(file: PlanFile): string {
    const { index } = this.services.records;
    return otherFiles(file)
      .map((uri) => dependentRowsKey(index.ofFile({ uri })[0]))
      .join(' ');
  }
}

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
