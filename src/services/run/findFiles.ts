import { isMarkdownName } from '../../core/page/markdownName';
import { IgnoreRules } from '../../core/run/ignoreRules';

/** A folder's entries, and the text of a file: of any file system that VS Code knows. */
export interface Files<Place> {
  entries(folder: Place): Promise<readonly (readonly [name: string, type: number])[]>;
  /** Undefined when there is none. */
  text(file: Place): Promise<string | undefined>;
  join(folder: Place, name: string): Place;
  /** Whether the setting `files.exclude` hides it. */
  isHidden(place: Place): boolean;
}

export interface FoundFile<Place> {
  readonly uri: Place;
  /** From the root, with “/” between. */
  readonly path: string;
  /** What keeps it from being published, whatever is in it. */
  readonly problem?: string | undefined;
}

/** A Markdown file that is not taken, or a folder that is not looked into; the path of a folder ends in “/”. */
export interface Ignored<Place> {
  readonly uri: Place;
  readonly path: string;
  /** `usual`: a folder of that name is left out everywhere. */
  readonly by: '.wikiignore' | '.gitignore' | 'files.exclude' | 'usual';
}

// The bits of vscode.FileType, of which this floor has the type alone
const fileBit = 1;
const folderBit = 2;
const linkBit = 64;

/** The rules of a folder, those that stand over the others first. */
interface Ignoring {
  readonly wiki: IgnoreRules;
  readonly git: IgnoreRules;
  /** The folder was chosen although it is hidden. */
  readonly showsHidden: boolean;
}

const ignoringNothing: Ignoring = { wiki: IgnoreRules.none, git: IgnoreRules.none, showsHidden: false };

/**
 * Finds the Markdown files in a folder (a path from the root), in order, and tells of what is ignored. The folder itself was
 * chosen: `.wikiignore` alone keeps it out.
 */
export async function* findMarkdown<Place>(
  files: Files<Place>,
  root: Place,
  folder = '',
  ignored: (entry: Ignored<Place>) => void = () => undefined,
): AsyncGenerator<FoundFile<Place>> {
  let rules = ignoringNothing;
  let uri = root;
  let path = '';
  for (const name of folder.split('/').filter(Boolean)) {
    rules = await rulesIn(files, uri, path, rules);
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
  yield* walk(files, uri, path, { rules, ignored });
}

/** Whether `.wikiignore` leaves out a file that was chosen, given by its path from the root. */
export async function isIgnored<Place>(files: Files<Place>, root: Place, path: string): Promise<boolean> {
  const parts = path.split('/');
  let rules = ignoringNothing;
  for (const depth of parts.keys()) {
    const folder = parts
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('');
    const uri = parts.slice(0, depth).reduce((above, name) => files.join(above, name), root);
    rules = await rulesIn(files, uri, folder, rules);
    if (rules.wiki.ignores(depth === parts.length - 1 ? path : `${folder}${parts[depth] ?? ''}/`) === true) {
      return true;
    }
  }
  return false;
}

interface Walk<Place> {
  /** Those above. */
  readonly rules: Ignoring;
  readonly ignored: (entry: Ignored<Place>) => void;
}

async function* walk<Place>(
  files: Files<Place>,
  folder: Place,
  path: string,
  { rules: above, ignored }: Walk<Place>,
): AsyncGenerator<FoundFile<Place>> {
  const entries = [...(await files.entries(folder))].sort(([one], [other]) => (one < other ? -1 : 1));
  const own = entries.some(([name]) => name === '.wikiignore' || name === '.gitignore');
  const rules = own ? await rulesIn(files, folder, path, above) : above;
  for (const [name, type] of entries) {
    const uri = files.join(folder, name);
    // A link to a folder may lead back up
    const isFolder = (type & folderBit) !== 0 && (type & linkBit) === 0;
    const isFile = (type & fileBit) !== 0 && isMarkdownName(name);
    for (const within of [...(isFile ? [path + name] : []), ...(isFolder ? [`${path}${name}/`] : [])]) {
      const by = ignoredBy(files, rules, uri, within);
      if (by !== undefined) {
        ignored({ uri, path: within, by });
      } else if (within.endsWith('/')) {
        yield* walk(files, uri, within, { rules, ignored });
      } else {
        yield { uri, path: within };
      }
    }
  }
}

/** What `.wikiignore` says stands over everything else. */
function ignoredBy<Place>(
  files: Files<Place>,
  { wiki, git, showsHidden }: Ignoring,
  uri: Place,
  path: string,
): Ignored<Place>['by'] | undefined {
  const said = wiki.ignores(path);
  if (said !== undefined) {
    return said ? '.wikiignore' : undefined;
  }
  if (IgnoreRules.usual.ignores(path) === true) {
    return 'usual';
  }
  if (git.ignores(path) === true) {
    return '.gitignore';
  }
  return !showsHidden && files.isHidden(uri) ? 'files.exclude' : undefined;
}

async function rulesIn<Place>(
  files: Files<Place>,
  folder: Place,
  path: string,
  above: Ignoring,
): Promise<Ignoring> {
  const [wiki, git] = await Promise.all(
    ['.wikiignore', '.gitignore'].map((name) => files.text(files.join(folder, name))),
  );
  return {
    ...above,
    wiki: wiki === undefined ? above.wiki : above.wiki.within(path, wiki),
    git: git === undefined ? above.git : above.git.within(path, git),
  };
}
