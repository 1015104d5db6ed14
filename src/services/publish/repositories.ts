import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Repository } from '../../core/publish/pageRecord';
import { readRegularFile } from '../page/namedFile';
import { shortHash } from '../shared/shortHash';

/** How long a result is kept, so that a plan of thousands of files reads each folder once. */
const keptMs = 5_000;
/** The most that is read of a file of Git, which are all far smaller. */
const mostBytes = 1_000_000;

/** Finds the repositories of files by reading Git's files, since running Git in a hostile repository could run other programs. */
export class Repositories {
  readonly #found = new Map<string, Promise<Repository | undefined>>();
  #foundAt = 0;

  constructor(private readonly now: () => number) {}

  /** Returns undefined if the file is in no repository. `file`: its real path. */
  of(file: string): Promise<Repository | undefined> {
    const now = this.now();
    if (Math.abs(now - this.#foundAt) > keptMs) {
      this.#found.clear();
      this.#foundAt = now;
    }
    return this.#around(path.dirname(file));
  }

  #around(folder: string): Promise<Repository | undefined> {
    const found = this.#found.get(folder) ?? this.#find(folder);
    this.#found.set(folder, found);
    return found;
  }

  async #find(folder: string): Promise<Repository | undefined> {
    const git = path.join(folder, '.git');
    const there = await stat(git).catch(() => undefined);
    if (there !== undefined) {
      return readRepository(folder, git, there.isDirectory());
    }
    const above = path.dirname(folder);
    return above === folder ? undefined : this.#around(above);
  }
}

async function readRepository(
  folder: string,
  git: string,
  isFolder: boolean,
): Promise<Repository | undefined> {
  const own = isFolder ? git : localPath(folder, /^gitdir: (.+)$/m.exec((await readSmall(git)) ?? '')?.[1]);
  // A worktree shares the settings of its main repository.
  const common = own && (await readSmall(path.join(own, 'commondir')));
  const shared = own && common !== undefined ? localPath(own, common.trim()) : own;
  const config = shared && (await readSmall(path.join(shared, 'config')));
  if (shared === undefined || config === undefined) {
    return undefined;
  }
  const url = originIn(config);
  return { origin: shortHash(url === undefined ? shared : normalizedUrl(url, path.dirname(shared))), folder };
}

/** Refuses paths to other computers, since these would learn who opens the file. */
function localPath(folder: string, to: string | undefined): string | undefined {
  return to === undefined || to === '' || /^[\\/]{2}/.test(to) ? undefined : path.resolve(folder, to);
}

/** Reads the address of the remote “origin” from Git's settings. */
function originIn(config: string): string | undefined {
  const lines = config.split(/[\r\n]+/).map((line) => line.trim());
  const start = lines.findIndex((line) => line.toLowerCase() === '[remote "origin"]');
  const section = start < 0 ? [] : lines.slice(start + 1);
  const end = section.findIndex((line) => line.startsWith('['));
  for (const line of end < 0 ? section : section.slice(0, end)) {
    const [name = '', ...value] = line.split('=');
    if (name.trim().toLowerCase() === 'url') {
      return value.join('=').trim().replaceAll('"', '') || undefined;
    }
  }
  return undefined;
}

/** Normalizes scheme, user and ending of a repository's address; a path is one on this computer. */
function normalizedUrl(url: string, folder: string): string {
  const [, host, rest] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^:/\\]{2,})(?::\d+(?=\/))?[:/](.*)$/i.exec(url) ?? [];
  const isPath = host === undefined || rest === undefined || /^[./\\]|^file:/i.test(url);
  const named = isPath
    ? path.resolve(folder, url.replace(/^file:\/\//i, ''))
    : `${host.toLowerCase()}/${rest}`;
  const parts = named.split('/').filter((part, index) => part !== '' || index === 0);
  return parts.join('/').replace(/\.git$/, '');
}

async function readSmall(file: string): Promise<string | undefined> {
  const { bytes } = await readRegularFile(file, mostBytes);
  return bytes && Buffer.from(bytes).toString('utf8');
}
