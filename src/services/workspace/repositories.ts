import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { unreadableText } from '../../core/page/unreadableReason';
import type { Repository } from '../../core/records/fileIdentity';
import { parseGitConfig } from '../../core/workspace/gitConfig';
import type { Parsed } from '../../core/text/parsed';
import { mostRulesBytes, readRegularFile } from './namedFile';
import { shortHash } from '../shared/shortHash';
import { gitFolderAt } from './gitFolder';
import {
  configFolder,
  lastValueOf,
  readGitSettings,
  readSmall,
  settingPath,
  type GitDirectories,
  type Variables,
} from './gitSettings';

/** How long results are kept, so that a plan of thousands of files does not read each folder for each of its files. */
const keptMs = 5_000;

/** Ignore rules outside of the working tree, such as `.git/info/exclude`. */
export interface OuterRules {
  readonly file: string;
  readonly rules: Parsed<string>;
}

export interface RepositoryAround<FileRef> {
  readonly top: FileRef;
  /** The folder names from `top` down to the folder, such as `['docs', 'api']`. */
  readonly names: readonly string[];
  /** The name in the address of the remote repository, which all clones have; undefined without one. */
  readonly name: () => Promise<string | undefined>;
  /** The rules that Git reads outside of the working tree, the least important first. */
  readonly excludes: () => Promise<readonly OuterRules[]>;
}

/** Reads Git’s files instead of running Git, which a hostile repository could make run other programs. */
export class Repositories {
  readonly #found = new Map<string, Promise<GitDirectories | undefined>>();
  readonly #read = new Map<string, Promise<readonly OuterRules[]>>();
  readonly #repositories = new Map<string, Promise<Repository | undefined>>();
  #foundAt = 0;

  constructor(
    private readonly now: () => number,
    private readonly variables: Variables,
  ) {}

  /** `file`: a path without symbolic links. */
  async of(file: string): Promise<Repository | undefined> {
    const git = await this.gitDirectoriesAround(path.dirname(file));
    if (git === undefined) {
      return undefined;
    }
    const repository = this.#repositories.get(git.workTree) ?? readRepository(git);
    this.#repositories.set(git.workTree, repository);
    return repository;
  }

  /** `folder`: a path without symbolic links. Undefined also if another user owns the repository. */
  gitDirectoriesAround(folder: string): Promise<GitDirectories | undefined> {
    const now = this.now();
    if (Math.abs(now - this.#foundAt) > keptMs) {
      this.#found.clear();
      this.#read.clear();
      this.#repositories.clear();
      this.#foundAt = now;
    }
    return this.#around(folder);
  }

  /** Returns what ignore rules need. Unlike `gitDirectoriesAround`, takes a path with symbolic links. */
  async repositoryAround(folder: string): Promise<RepositoryAround<string> | undefined> {
    const real = await realpath(folder).catch(() => undefined);
    const git = real === undefined ? undefined : await this.gitDirectoriesAround(real);
    return real === undefined || git === undefined
      ? undefined
      : {
          top: git.workTree,
          names: path.relative(git.workTree, real).split(path.sep).filter(Boolean),
          name: async () => {
            const remote = await remoteOf(git);
            return remote === '' ? undefined : remote?.split('/').at(-1);
          },
          excludes: () => this.#excludes(git),
        };
  }

  #excludes(git: GitDirectories): Promise<readonly OuterRules[]> {
    const read = this.#read.get(git.workTree) ?? readExcludes(git, this.variables);
    this.#read.set(git.workTree, read);
    return read;
  }

  #around(folder: string): Promise<GitDirectories | undefined> {
    const found = this.#found.get(folder) ?? this.#find(folder);
    this.#found.set(folder, found);
    return found;
  }

  async #find(folder: string): Promise<GitDirectories | undefined> {
    const found = await gitFolderAt(folder, this.variables);
    const above = path.dirname(folder);
    return found === 'dubious' || (found === undefined && above === folder)
      ? undefined
      : (found ?? this.#around(above));
  }
}

async function readRepository({
  workTree,
  gitDir,
  commonDir,
}: GitDirectories): Promise<Repository | undefined> {
  const remote = await remoteOf({ workTree, gitDir, commonDir });
  const head = (await readSmall(path.join(gitDir, 'HEAD')))?.trim();
  return remote === undefined
    ? undefined
    : {
        remote: remote === '' ? undefined : shortHash(remote),
        folder: workTree,
        branch: head?.replace(/^ref: (?:refs\/heads\/)?/, ''),
      };
}

/** Empty without a remote; undefined if Git’s settings can’t be read. */
async function remoteOf({ commonDir }: GitDirectories): Promise<string | undefined> {
  const config = await readSmall(path.join(commonDir, 'config'));
  const url = lastValueOf(parseGitConfig(config ?? ''), 'remote.origin.url') ?? '';
  return config === undefined ? undefined : url && normalizedUrl(url, path.dirname(commonDir));
}

async function readExcludes(git: GitDirectories, variables: Variables): Promise<readonly OuterRules[]> {
  const named = lastValueOf(await readGitSettings(variables, git), 'core.excludesfile');
  const config = configFolder(variables);
  const files = [
    named === undefined
      ? config && path.join(config, 'git', 'ignore')
      : settingPath(named.replace(/^:\(optional\)/, ''), git.workTree, variables),
    path.join(git.commonDir, 'info', 'exclude'),
  ];
  const read = files.map(async (file): Promise<readonly OuterRules[]> => {
    if (file === undefined) {
      return [];
    }
    const { bytes, why } = await readRegularFile(file, mostRulesBytes);
    if (bytes !== undefined) {
      return [{ file, rules: { value: new TextDecoder().decode(bytes) } }];
    }
    // Git, too, goes on without a file that is missing or can’t be opened, such as one of another user.
    return why.kind === 'tooLarge' ? [{ file, rules: { problem: unreadableText(file, why) } }] : [];
  });
  return (await Promise.all(read)).flat();
}

/** Makes one text of a repository’s HTTPS and SSH addresses: `git@Host:a/b.git` → `host/a/b`. */
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
