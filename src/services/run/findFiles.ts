import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { isMarkdownName } from '../../core/page/markdownName';
import { unreadableText } from '../../core/page/unreadable';
import { IgnoreRules, mostRules } from '../../core/run/ignoreRules';
import { formatNumber } from '../../core/text/locale';
import type { Parsed } from '../../core/text/parsed';
import { sentences } from '../../core/text/sentences';
import { fileType } from '../page/namedFile';

/** Reads folders and their rules, in any file system that VS Code supports. */
export interface Files<Place> {
  /** Returns what is in a folder, nothing if the folder is gone; undefined if it can’t be read. */
  entries(folder: Place): Promise<readonly (readonly [name: string, type: number])[] | undefined>;
  /** Returns the text of a `.wikiignore` or `.gitignore`; undefined if there is none. */
  rules(file: Place): Promise<Parsed<string> | undefined>;
  join(folder: Place, name: string): Place;
  /** Whether the setting `files.exclude` hides a file or folder. */
  isHidden(place: Place): boolean;
}

export interface FoundFile<Place> {
  readonly uri: Place;
  /** The path from the root, with “/” between names. */
  readonly path: string;
  /** Why the file can't be published, whatever its text is. */
  readonly problem?: string | undefined;
}

/** A Markdown file or a folder that is skipped; the path of a folder ends in “/”. */
export interface Ignored<Place> {
  readonly uri: Place;
  readonly path: string;
  /** `usual`: folders of this name are always skipped. */
  readonly by: '.wikiignore' | '.gitignore' | 'files.exclude' | 'usual';
}

const rulesKinds = ['wiki', 'git'] as const;
const rulesFiles = { wiki: '.wikiignore', git: '.gitignore' } as const;

/** The rules of a folder, those with priority first. */
interface Ignoring {
  readonly wiki: IgnoreRules;
  readonly git: IgnoreRules;
  /** The folder was chosen although it is hidden. */
  readonly showsHidden: boolean;
}

const ignoringNothing: Ignoring = { wiki: IgnoreRules.none, git: IgnoreRules.none, showsHidden: false };

/** After so long, matching rules pauses so that the window stays responsive. */
const holdsMs = 10;

/**
 * Finds the Markdown files in a folder (a path from the root), in order, and reports what is skipped. Only
 * `.wikiignore` can exclude the chosen folder itself. If the rules of a folder can't be read, their file is returned
 * with the problem instead of the folder's files.
 */
export async function* findMarkdown<Place>(
  files: Files<Place>,
  root: Place,
  folder = '',
  ignored: (entry: Ignored<Place>) => void = () => undefined,
  isDeep = true,
): AsyncGenerator<FoundFile<Place>> {
  let rules = ignoringNothing;
  let uri = root;
  let path = '';
  for (const name of folder.split('/').filter(Boolean)) {
    const read = await rulesIn(files, uri, path, rules);
    if (read.unread !== undefined) {
      yield read.unread;
      return;
    }
    rules = read.rules;
    path += `${name}/`;
    uri = files.join(uri, name);
    const by = ignoredBy(files, rules, uri, path);
    if (by === '.wikiignore') {
      ignored({ uri, path, by });
      return;
    }
    if (by !== undefined) {
      rules = { wiki: rules.wiki, git: IgnoreRules.none, showsHidden: true };
    }
  }
  let heldSince = performance.now();
  const pause = async (): Promise<void> => {
    if (performance.now() - heldSince > holdsMs) {
      await nextTurn();
      heldSince = performance.now();
    }
  };
  yield* walkFolder(files, uri, path, { rules, ignored, pause, isDeep });
}

/** Says why `.wikiignore` excludes a chosen file, given by its path from the root; undefined if it does not. */
export async function whyIgnored<Place>(
  files: Files<Place>,
  root: Place,
  path: string,
): Promise<string | undefined> {
  const parts = path.split('/');
  let rules = ignoringNothing;
  for (const depth of parts.keys()) {
    const folder = parts
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('');
    const uri = parts.slice(0, depth).reduce((above, name) => files.join(above, name), root);
    const read = await rulesIn(files, uri, folder, rules, ['wiki']);
    if (read.unread !== undefined) {
      return read.unread.problem;
    }
    rules = read.rules;
    if (rules.wiki.ignores(depth === parts.length - 1 ? path : `${folder}${parts[depth] ?? ''}/`) === true) {
      return l10n.t('It is excluded by .wikiignore.');
    }
  }
  return undefined;
}

interface Walk<Place> {
  /** The rules of the parent folders. */
  readonly rules: Ignoring;
  readonly ignored: (entry: Ignored<Place>) => void;
  readonly pause: () => Promise<void>;
  /** Also what is in folders of it. */
  readonly isDeep: boolean;
}

async function* walkFolder<Place>(
  files: Files<Place>,
  folder: Place,
  path: string,
  { rules: above, ignored, pause, isDeep }: Walk<Place>,
): AsyncGenerator<FoundFile<Place>> {
  const found = await files.entries(folder);
  if (found === undefined) {
    yield { uri: folder, path, problem: unreadableText(path || './', { kind: 'failed' }) };
    return;
  }
  const entries = found.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const own = rulesKinds.filter((kind) => entries.some(([name]) => name === rulesFiles[kind]));
  const read = await rulesIn(files, folder, path, above, own);
  if (read.unread !== undefined) {
    yield read.unread;
    return;
  }
  const { rules } = read;
  for (const [name, type] of entries) {
    const uri = files.join(folder, name);
    // A symbolic link to a folder may lead back to a parent folder.
    const isFolder = isDeep && (type & fileType.folder) !== 0 && (type & fileType.link) === 0;
    const isFile = (type & fileType.file) !== 0 && isMarkdownName(name);
    for (const within of [...(isFile ? [path + name] : []), ...(isFolder ? [`${path}${name}/`] : [])]) {
      await pause();
      const by = ignoredBy(files, rules, uri, within);
      if (by !== undefined) {
        ignored({ uri, path: within, by });
      } else if (within.endsWith('/')) {
        yield* walkFolder(files, uri, within, { rules, ignored, pause, isDeep });
      } else {
        yield { uri, path: within };
      }
    }
  }
}

/** `.wikiignore` has priority over all other rules. */
function ignoredBy<Place>(
  files: Files<Place>,
  { wiki, git, showsHidden }: Ignoring,
  uri: Place,
  path: string,
): Ignored<Place>['by'] | undefined {
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

type Rules<Place> =
  { readonly rules: Ignoring; readonly unread?: undefined } | { readonly unread: FoundFile<Place> };

/** Adds the rules of the folder itself. If they can't be read, it is not known what they exclude. */
async function rulesIn<Place>(
  files: Files<Place>,
  folder: Place,
  path: string,
  above: Ignoring,
  own: readonly (typeof rulesKinds)[number][] = rulesKinds,
): Promise<Rules<Place>> {
  let rules = above;
  for (const kind of own) {
    const name = rulesFiles[kind];
    const uri = files.join(folder, name);
    const { value: text = '', problem } = (await files.rules(uri)) ?? { value: '' };
    const within = above[kind].within(path, text);
    if (problem !== undefined || within === undefined) {
      const unknown = l10n.t('What it leaves out is not known, so nothing is published from its folder.');
      return { unread: { uri, path: path + name, problem: sentences(problem ?? tooMany(name), unknown) } };
    }
    rules = { ...rules, [kind]: within };
  }
  return { rules };
}

function tooMany(name: string): string {
  return l10n.t(
    '{0} has more than {1} rules, with those of the folders above it.',
    name,
    formatNumber(mostRules),
  );
}
