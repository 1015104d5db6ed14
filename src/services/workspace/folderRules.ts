import * as l10n from '@vscode/l10n';
import { IgnoreRules, mostRules } from '../../core/workspace/ignoreRules';
import { formatNumber } from '../../core/text/locale';
import { sentences } from '../../core/text/sentences';
import type { RepositoryAround } from './repositories';
import type { Files, FoundFile, IgnoringRules } from './files';

export const rulesKinds = ['wiki', 'git'] as const;
export const rulesFiles = { wiki: '.wikiignore', git: '.gitignore' } as const;
type Kinds = readonly (typeof rulesKinds)[number][];

/** The rules of a folder, those with priority first. Their paths begin at the top of the repository, or else at the root. */
export interface FolderIgnoreRules {
  readonly wiki: IgnoreRules;
  readonly git: IgnoreRules;
  /** The folder was chosen although it is hidden. */
  readonly showsHidden: boolean;
  /** The path of the root. */
  readonly prefix: string;
}

/** The rules of a folder, or why there are none: a file of them can't be read, or the folder is excluded. */
export type FoundRules<Place> =
  | { readonly rules: FolderIgnoreRules; readonly unread?: undefined; readonly excluded?: undefined }
  | { readonly rules?: undefined; readonly unread: FoundFile<Place>; readonly excluded?: undefined }
  | {
      readonly rules?: undefined;
      readonly unread?: undefined;
      readonly excluded: Pick<FoundFile<Place>, 'uri' | 'path'>;
    };

/** The rules of chosen folders, which are read from the top of the repository down, as git does, each once. */
export class FolderRules<Place> {
  readonly #read = new Map<string, Promise<FoundRules<Place>>>();
  #around: Promise<Pick<RepositoryAround<Place>, 'top' | 'names'>> | undefined;

  constructor(
    private readonly files: Files<Place>,
    private readonly root: Place,
  ) {}

  /** Returns the rules that apply to what is in a folder (a path from the root that ends in “/”), without its own. */
  async inheritedRules(path: string): Promise<FoundRules<Place>> {
    const { names } = await this.#findTop();
    const prefix = names.map((name) => `${name}/`).join('');
    return this.#above(prefix + path, prefix, rulesKinds);
  }

  /** Returns the same, with the rules of the folder itself. */
  async allRules(path: string, kinds: Kinds): Promise<FoundRules<Place>> {
    const { names } = await this.#findTop();
    const prefix = names.map((name) => `${name}/`).join('');
    return this.#within(prefix + path, prefix, kinds);
  }

  async #above(folder: string, prefix: string, kinds: Kinds): Promise<FoundRules<Place>> {
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

  #within(folder: string, prefix: string, kinds: Kinds): Promise<FoundRules<Place>> {
    const key = `${kinds.join()}:${folder}`;
    const read = this.#read.get(key) ?? this.#readWithin(folder, prefix, kinds);
    this.#read.set(key, read);
    return read;
  }

  async #readWithin(folder: string, prefix: string, kinds: Kinds): Promise<FoundRules<Place>> {
    const above = await this.#above(folder, prefix, kinds);
    return above.rules === undefined
      ? above
      : addOwnRules(this.files, await this.#placeOf(folder, prefix), folder, above.rules, kinds);
  }

  #findTop(): Promise<Pick<RepositoryAround<Place>, 'top' | 'names'>> {
    this.#around ??= this.files.repository(this.root).then((found) => found ?? { top: this.root, names: [] });
    return this.#around;
  }

  async #placeOf(folder: string, prefix: string): Promise<Place> {
    const { top } = await this.#findTop();
    const [from, path] = folder.startsWith(prefix) ? [this.root, folder.slice(prefix.length)] : [top, folder];
    return path
      .split('/')
      .filter(Boolean)
      .reduce((place, name) => this.files.join(place, name), from);
  }
}

/**
 * Returns which rules ignore a path; undefined if none does, or if `.wikiignore` lets in what the others ignore. `path`:
 * relative to the top of the repository, or else to the root, as in the rules.
 */
export function ignoredBy<Place>(
  files: Pick<Files<Place>, 'isHidden'>,
  { wiki, git, showsHidden }: FolderIgnoreRules,
  uri: Place,
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
 * Adds the rules in the folder to those above. If they can’t be read, nobody knows what they exclude.
 * `folder`: its path, relative to the same folder as in `ignoredBy`.
 */
export async function addOwnRules<Place>(
  files: Files<Place>,
  uri: Place,
  folder: string,
  above: FolderIgnoreRules,
  kinds: Kinds,
): Promise<Exclude<FoundRules<Place>, { readonly excluded: object }>> {
  let rules = above;
  for (const kind of kinds) {
    const name = rulesFiles[kind];
    const own = {
      uri: files.join(uri, name),
      name,
      ...((await files.rules(files.join(uri, name))) ?? { value: '' }),
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

/** Returns what git reads outside of the tree, if the folder is the top of a repository. */
async function outerRulesIn<Place>(files: Files<Place>, folder: Place) {
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
