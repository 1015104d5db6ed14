import { isMarkdownName } from '../../core/page/markdownName';
import { withoutQueryAndFragment, percentDecoded } from '../../core/page/localLink';
import { fileType, isOwnFile } from './namedFile';
import { pagesOfFolder } from './folderPages';
import { filesOf } from './filesToPublish';
import { pathFromRoot, type Workspace } from './workspace';

interface Folder {
  readonly types: ReadonlyMap<string, number>;
  readonly markdown: readonly string[];
  /** The names in `markdown`, by those names without extension: `guide` → `guide.md`. */
  readonly named: ReadonlyMap<string, readonly string[]>;
}

const folderMs = 500;
/** How long the list of all files is cached, longer than a folder’s entries, since making it takes longer. */
const filesMs = 10_000;

interface Kept<T> {
  readonly until: number;
  readonly value: Promise<T>;
}
const folders = new WeakMap<Workspace, Map<string, Kept<Folder>>>();
const files = new WeakMap<Workspace, Map<string, Kept<readonly string[]>>>();

function kept<T>(
  all: WeakMap<Workspace, Map<string, Kept<T>>>,
  workspace: Workspace,
  key: string,
  lifeMs: number,
  make: () => Promise<T>,
): Promise<T> {
  const known = all.get(workspace) ?? new Map<string, Kept<T>>();
  all.set(workspace, known);
  const now = performance.now();
  const last = known.get(key);
  if (last !== undefined && last.until > now) {
    return last.value;
  }
  for (const [old, { until }] of known) {
    if (until <= now) {
      known.delete(old);
    }
  }
  const value = make();
  known.set(key, { until: now + lifeMs, value });
  return value;
}

/**
 * Resolves links without a file’s full name, such as `guide`, `guide/`, `guide.html`, `/guide` and `[[Guide]]`, to
 * a path from the root such as `/docs/guide.md`. Undefined if none or several files fit.
 */
export async function findLinkedFile(
  workspace: Workspace,
  document: string,
  to: string,
): Promise<string | undefined> {
  const root = workspace.rootOf(document);
  const own = root === undefined ? undefined : pathFromRoot(workspace, document);
  if (root === undefined || own === undefined) {
    return undefined;
  }
  const finding: Finding = { workspace, root, folder: own.slice(0, own.lastIndexOf('/') + 1) };
  const [, name] = /^\[\[([^#]*)/.exec(to) ?? [];
  const written = withoutQueryAndFragment(to);
  // Files exported from some wikis have names with codes such as `%2D`, which links repeat as they are.
  const path =
    name === undefined
      ? ((await byPath(finding, percentDecoded(written))) ?? (await byPath(finding, written)))
      : await byName(finding, name.replace(/\]\]$/, ''));
  return path === undefined ? undefined : `/${path.split('/').map(encodeURIComponent).join('/')}`;
}

interface Finding {
  readonly workspace: Workspace;
  readonly root: string;
  /** The document's folder from the root: '' or 'docs/'. */
  readonly folder: string;
}

async function byPath(finding: Finding, path: string): Promise<string | undefined> {
  if (!path.startsWith('/')) {
    return fileAt(finding, finding.folder + path);
  }
  const atRoot = await fileAt(finding, path.slice(1));
  if (atRoot !== undefined) {
    return atRoot;
  }
  // A link like `/guide` begins at the root of a published site, which may be any folder above the document.
  const found = new Set<string>();
  for (
    let above = finding.folder;
    above !== '';
    above = above.slice(0, above.lastIndexOf('/', above.length - 2) + 1)
  ) {
    const file = await fileAt(finding, above + path.slice(1));
    if (file !== undefined) {
      found.add(file);
    }
  }
  return onlyOne([...found]);
}

/** `docs/guide` may mean `docs/guide.md` or the page of the folder `docs/guide/`; undefined if several files fit. */
async function fileAt(finding: Finding, path: string): Promise<string | undefined> {
  const names = namesIn(path);
  const name = names?.at(-1);
  if (names === undefined || name === undefined) {
    return names === undefined ? undefined : pageOfFolder(finding, '');
  }
  const above = names
    .slice(0, -1)
    .map((each) => `${each}/`)
    .join('');
  const { types, named } = await folderAt(finding, above);
  const type = types.get(name);
  const isFolder = type !== undefined && (type & fileType.folder) !== 0;
  if (!isFolder && type !== undefined) {
    return isMarkdownName(name) ? above + name : undefined;
  }
  const stem = path.endsWith('/') ? name : name.replace(/\.html?$/i, '');
  const beside = named.get(stem) ?? [];
  const inside = isFolder ? await pageOfFolder(finding, `${above}${name}/`) : undefined;
  const ofIndex = stem !== name && /^index$/i.test(stem) ? await pageOfFolder(finding, above) : undefined;
  const found = [...beside.map((each) => above + each), inside, ofIndex].filter((each) => each !== undefined);
  return onlyOne([...new Set(found)]);
}

/** Resolves “.” and “..”; undefined outside of the root. */
function namesIn(path: string): readonly string[] | undefined {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) {
        return undefined;
      }
    } else if (name !== '' && name !== '.') {
      names.push(name);
    }
  }
  return names;
}

async function pageOfFolder(finding: Finding, folder: string): Promise<string | undefined> {
  const inside = (await folderAt(finding, folder)).markdown.map((name) => folder + name);
  return pagesOfFolder(folder, inside)[0];
}

/** Searches the document’s folder, then all files; undefined unless one fits. `name` may have folders: `guide/intro`. */
async function byName(finding: Finding, name: string): Promise<string | undefined> {
  const wanted = alike(name.replace(/^\/+/, ''));
  const isMeant = (path: string): boolean => {
    const found = alike(isMarkdownName(name) ? path : withoutEnding(path));
    return found === wanted || found.endsWith(`/${wanted}`);
  };
  const near = (await folderAt(finding, finding.folder)).markdown.filter(isMeant);
  if (near.length > 0 || wanted === '') {
    return onlyOne(near.map((each) => finding.folder + each));
  }
  return onlyOne((await allFiles(finding)).filter(isMeant));
}

/** `[[Getting started]]` means `getting-started.md` as well as `Getting_started.md`. */
function alike(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '-');
}

function onlyOne(found: readonly string[]): string | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function withoutEnding(name: string): string {
  return name.replace(/\.\w+$/, '');
}

function folderAt({ workspace, root }: Finding, folder: string): Promise<Folder> {
  const uri = folder === '' ? root : workspace.join(root, ...folder.split('/').filter(Boolean));
  return kept(folders, workspace, uri, folderMs, async () => {
    const entries = (await workspace.files.entries(uri)) ?? [];
    const markdown = entries
      .filter(([name, type]) => isOwnFile(type) && isMarkdownName(name))
      .map(([name]) => name);
    return { types: new Map(entries), markdown, named: Map.groupBy(markdown, withoutEnding) };
  });
}

function allFiles({ workspace, root }: Finding): Promise<readonly string[]> {
  return kept(files, workspace, root, filesMs, async () => {
    const found: string[] = [];
    for await (const { path, problem } of filesOf(workspace, root, () => undefined)) {
      if (problem === undefined) {
        found.push(path);
      }
    }
    return found;
  });
}
