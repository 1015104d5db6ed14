import { isMarkdownName } from '../../core/page/markdownName';
import { WikiIgnore } from '../../core/run/wikiIgnore';

/** A folder's entries, and the text of a file: of any file system that VS Code knows. */
export interface Files<Place> {
  entries(folder: Place): Promise<readonly (readonly [name: string, type: number])[]>;
  /** Undefined when there is none. */
  text(file: Place): Promise<string | undefined>;
  join(folder: Place, name: string): Place;
}

export interface FoundFile<Place> {
  readonly uri: Place;
  /** From the root, with “/” between. */
  readonly path: string;
  /** What keeps it from being published, whatever is in it. */
  readonly problem?: string | undefined;
}

// The bits of vscode.FileType, of which this floor has the type alone
const fileBit = 1;
const folderBit = 2;
const linkBit = 64;

const ignoreFile = '.wikiignore';

/** Finds the Markdown files in a folder (a path from the root), in order, without what `.wikiignore` leaves out. */
export async function* findMarkdown<Place>(
  files: Files<Place>,
  root: Place,
  folder = '',
): AsyncGenerator<FoundFile<Place>> {
  let rules = WikiIgnore.standard;
  let uri = root;
  let path = '';
  for (const name of folder.split('/').filter(Boolean)) {
    rules = await rulesIn(files, uri, path, rules);
    path += `${name}/`;
    uri = files.join(uri, name);
    if (rules.ignores(path)) {
      return;
    }
  }
  yield* walk(files, uri, path, rules);
}

/** Whether `.wikiignore` leaves out a file, given by its path from the root. */
export async function isIgnored<Place>(files: Files<Place>, root: Place, path: string): Promise<boolean> {
  const parts = path.split('/');
  let rules = WikiIgnore.standard;
  for (const depth of parts.keys()) {
    const folder = parts
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('');
    const uri = parts.slice(0, depth).reduce((above, name) => files.join(above, name), root);
    rules = await rulesIn(files, uri, folder, rules);
    if (rules.ignores(depth === parts.length - 1 ? path : `${folder}${parts[depth] ?? ''}/`)) {
      return true;
    }
  }
  return false;
}

async function* walk<Place>(
  files: Files<Place>,
  folder: Place,
  path: string,
  above: WikiIgnore,
): AsyncGenerator<FoundFile<Place>> {
  const entries = [...(await files.entries(folder))].sort(([one], [other]) => (one < other ? -1 : 1));
  const own = entries.some(([name]) => name === ignoreFile);
  const rules = own ? await rulesIn(files, folder, path, above) : above;
  for (const [name, type] of entries) {
    const uri = files.join(folder, name);
    if ((type & fileBit) !== 0 && isMarkdownName(name) && !rules.ignores(path + name)) {
      yield { uri, path: path + name };
    }
    // A link to a folder may lead back up
    const within = `${path}${name}/`;
    if ((type & folderBit) !== 0 && (type & linkBit) === 0 && !rules.ignores(within)) {
      yield* walk(files, uri, within, rules);
    }
  }
}

async function rulesIn<Place>(
  files: Files<Place>,
  folder: Place,
  path: string,
  above: WikiIgnore,
): Promise<WikiIgnore> {
  const text = await files.text(files.join(folder, ignoreFile));
  return text === undefined ? above : above.within(path, text);
}
