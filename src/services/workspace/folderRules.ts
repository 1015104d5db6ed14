import * as l10n from '@vscode/l10n';
import { IgnoreRules, mostRules } from '../../core/workspace/ignoreRules';
import { formatNumber } from '../../core/text/locale';
import { sentences } from '../../core/text/sentences';
import type { RepositoryAround } from './repositories';
import type { Files, FoundFile, IgnoringRules } from './files';

export const rulesKinds = ['wiki', 'git'] as const;
export const rulesFiles = { wiki: '.wikiignore', git: '.gitignore' } as const;
type Kinds = readonly (typeof rulesKinds)[number][];

/**
 * `wiki` takes precedence over `git`. Paths in both begin at the top of the repository, or at the root outside of one.
 */
export interface FolderIgnoreRules {
  readonly wiki: IgnoreRules;
  readonly git: IgnoreRules;
  /** Whether `files.exclude` hides nothing here, since the chosen folder or one above it is itself ignored. */
  readonly showsHidden: boolean;
  /**
   * The root’s path from the top of its repository, such as `docs/`; empty if the root is the top, or in no
   * repository.
   */
  readonly prefix: string;
}

/**
 * `unread`: a file of rules that can’t be read, with its problem. `excluded`: the folder that `.wikiignore`
 * excludes.
 */
export type FoundRules<FileRef> =
  | { readonly rules: FolderIgnoreRules; readonly unread?: undefined; readonly excluded?: undefined }
  | { readonly rules?: undefined; readonly unread: FoundFile<FileRef>; readonly excluded?: undefined }
  | {
      readonly rules?: undefined;
      readonly unread?: undefined;
      readonly excluded: Pick<FoundFile<FileRef>, 'uri' | 'path'>;
    };

/** Reads ignore rules from the top of the repository down, as Git does, each folder’s once. */
export class FolderRules<FileRef> {
  readonly #read = new Map<string, Promise<FoundRules<FileRef>>>();
  #around: Promise<Pick<RepositoryAround<FileRef>, 'top' | 'names'>> | undefined;

  constructor(
    private readonly files: Files<FileRef>,
    private readonly root: FileRef,
  ) {}

  /** `path`: a folder from the root, ending in “/”, whose own rules are left out. */
  async inheritedRules(path: string): Promise<FoundRules<FileRef>> {
    const { names } = await this.#findTop();
    const prefix = names.map((name) => `${name}/`).join('');
    return this.#above(prefix + path, prefix, rulesKinds);
  }

  /** Returns the same as `inheritedRules`, but with the folder’s own rules, and only those of `kinds`. */
  async allRules(path: string, kinds: Kinds): Promise<FoundRules<FileRef>> {
    const { names } = await this.#findTop();
    const prefix = names.map((name) => `${name}/`).join('');
    return this.#within(prefix + path, prefix, kinds);
  }

  async #above(folder: string, prefix: string, kinds: Kinds): Promise<FoundRules<FileRef>> {
    if (folder === '') {
      return { rules: { wiki: IgnoreRules.none, git: IgnoreRules.none, showsHidden: false, prefix } };
    }
    const found = await this.#within(parentOf(folder), prefix, kinds);
    if (found.rules === undefined) {
      return found;
    }
    const { rules } = found;
    const uri = await this.#placeOf(folder, prefix);
    const isInside = folder.length > prefix.length;
    const by = ignoredBy({ isHidden: (place) => isInside && this.files.isHidden(place) }, rules, uri, folder);
    if (by === '.wikiignore') {
      return { excluded: { uri, path: isInside ? folder.slice(prefix.length) : '' } };
    }
    const isKept = rules.wiki.ignores(folder) === false || rules.git.ignores(folder) !== true;
    return {
      rules: {
        ...rules,
        git: isKept ? rules.git : rules.git.withoutRulesFor(folder),
        showsHidden: rules.showsHidden || (isInside && by !== undefined),
      },
    };
  }

  #within(folder: string, prefix: string, kinds: Kinds): Promise<FoundRules<FileRef>> {
    const key = `${kinds.join()}:${folder}`;
    const read = this.#read.get(key) ?? this.#readWithin(folder, prefix, kinds);
    this.#read.set(key, read);
    return read;
  }

  async #readWithin(folder: string, prefix: string, kinds: Kinds): Promise<FoundRules<FileRef>> {
    const above = await this.#above(folder, prefix, kinds);
    return above.rules === undefined
      ? above
      : addOwnRules(this.files, await this.#placeOf(folder, prefix), folder, above.rules, kinds);
  }

  #findTop(): Promise<Pick<RepositoryAround<FileRef>, 'top' | 'names'>> {
    this.#around ??= this.files.repository(this.root).then((found) => found ?? { top: this.root, names: [] });
    return this.#around;
  }

  async #placeOf(folder: string, prefix: string): Promise<FileRef> {
    const { top } = await this.#findTop();
    const [from, path] = folder.startsWith(prefix) ? [this.root, folder.slice(prefix.length)] : [top, folder];
    return path
      .split('/')
      .filter(Boolean)
      .reduce((place, name) => this.files.join(place, name), from);
  }
}

/**
 * `.wikiignore` comes first, and can let in what other rules ignore. `path`: from the top of the repository, or
 * from the root outside of one.
 */
export function ignoredBy<FileRef>(
  files: Pick<Files<FileRef>, 'isHidden'>,
  { wiki, git, showsHidden }: FolderIgnoreRules,
  uri: FileRef,
  path: string,
): IgnoringRules | undefined {
  const isIgnored = wiki.ignores(path);
  if (isIgnored !== undefined) {
    return isIgnored ? '.wikiignore' : undefined;
  }
  if (IgnoreRules.usual.ignores(path) === true) {
    return 'usual';
  }
  if (git.ignores(path) === true) {
    return '.gitignore';
  }
  return !showsHidden && files.isHidden(uri) ? 'files.exclude' : undefined;
}

/**
 * Returns `unread` if a file of rules can’t be read or has too many: publishing without it could send what it
 * excludes. `folder`: the path of `uri`, as `path` of `ignoredBy`.
 */
export async function addOwnRules<FileRef>(
  files: Files<FileRef>,
  uri: FileRef,
  folder: string,
  above: FolderIgnoreRules,
  kinds: Kinds,
): Promise<Exclude<FoundRules<FileRef>, { readonly excluded: object }>> {
  let rules = above;
  for (const kind of kinds) {
    const name = rulesFiles[kind];
    const own = {
      uri: files.join(uri, name),
      name,
      ...((await files.readRules(files.join(uri, name))) ?? { value: '' }),
    };
    const outer = kind === 'git' ? await outerRulesIn(files, uri) : [];
    for (const { uri: place, name: named, value: text = '', problem } of [...outer, own]) {
      const within = rules[kind].within(folder, text);
      if (problem !== undefined || within === undefined) {
        const unknown = l10n.t('What it leaves out is not known, so nothing is published from its folder.');
        const path = folder.slice(rules.prefix.length) + named;
        return { unread: { uri: place, path, problem: sentences(problem ?? tooMany(named), unknown) } };
      }
      rules = { ...rules, [kind]: within };
    }
  }
  return { rules };
}

/**
 * Returns, at the top of a repository, the rules of `.git/info/exclude` and of the file that `core.excludesFile` names.
 */
async function outerRulesIn<FileRef>(files: Files<FileRef>, folder: FileRef) {
  const around = await files.repository(folder);
  const rules = around?.names.length === 0 ? await around.excludes() : [];
  return rules.map(({ file, rules: read }) => ({ uri: files.join(folder, '.git'), name: file, ...read }));
}

function parentOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
}

function tooMany(name: string): string {
  return l10n.t(
    '{0} has more than {1} rules, with those of the folders above it.',
    name,
    formatNumber(mostRules),
  );
}
