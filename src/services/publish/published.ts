import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Memento } from 'vscode';
import {
  changeSince,
  readLastPublished,
  type Change,
  type LastPublished,
} from '../../core/publish/lastPublished';
import type { Target } from '../../core/wiki/target';

/** What a file would publish, or published. */
export interface Sent {
  readonly endpoint: string;
  readonly target: Target;
  readonly content: string;
}

/** What was last published of each file: where and its hash in the workspace's state, the text in a folder. */
export class Published {
  /** The text of a file that is being written: the next one waits, and so does who reads it. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(
    private readonly workspaceState: Memento,
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  of(uri: string): LastPublished | undefined {
    return readLastPublished(this.workspaceState.get(key(uri)));
  }

  /** What publishing this would change since the last time. */
  change(uri: string, { endpoint, target, content }: Sent): Change {
    return changeSince(this.of(uri), { endpoint, target, hash: hashOf(content) });
  }

  /** The text that was last published; undefined when it is not there any more. */
  async text(uri: string): Promise<string | undefined> {
    await this.#written(uri);
    const last = this.of(uri);
    const text = last && (await readFile(this.#file(last.kept), 'utf8').catch(() => undefined));
    return text !== undefined && hashOf(text) === last?.hash ? text : undefined;
  }

  async remember(uri: string, { endpoint, target, content }: Sent): Promise<void> {
    const kept = this.of(uri)?.kept ?? randomUUID();
    const last: LastPublished = { endpoint, target, hash: hashOf(content), publishedAt: this.now(), kept };
    const stored = this.workspaceState.update(key(uri), last);
    const writing = this.#written(uri).then(() => this.#write(kept, content));
    this.#writing.set(kept, writing);
    try {
      await Promise.all([stored, writing]);
    } finally {
      if (this.#writing.get(kept) === writing) {
        this.#writing.delete(kept);
      }
    }
  }

  async #write(kept: string, content: string): Promise<void> {
    // Whole or not at all: it is renamed into its place
    const partial = this.#file(`${kept}.${randomUUID()}`);
    const write = (): Promise<void> => writeFile(partial, content, { mode: 0o600 });
    await write().catch(async () => {
      await mkdir(this.folder, { recursive: true });
      await write();
    });
    await rename(partial, this.#file(kept));
  }

  async forget(uri: string): Promise<void> {
    const last = this.of(uri);
    if (last !== undefined) {
      await this.#written(uri);
      await this.workspaceState.update(key(uri), undefined);
      await rm(this.#file(last.kept), { force: true });
    }
  }

  /** A folder's move moves all files in it; their texts stay where they are. */
  async moveFiles(from: string, to: string): Promise<void> {
    const oldKey = key(from);
    for (const stored of this.workspaceState.keys()) {
      if (stored === oldKey || stored.startsWith(`${oldKey}/`)) {
        const moved = key(to) + stored.slice(oldKey.length);
        await this.workspaceState.update(moved, this.workspaceState.get(stored));
        await this.workspaceState.update(stored, undefined);
      }
    }
  }

  async #written(uri: string): Promise<void> {
    await this.#writing.get(this.of(uri)?.kept ?? '')?.catch(() => undefined);
  }

  #file(name: string): string {
    return path.join(this.folder, name);
  }
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

const key = (uri: string): string => `published:${uri}`;
