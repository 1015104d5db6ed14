import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { isMarkdownName, isMdx } from '../../core/page/markdownName';
import { unreadableText } from '../../core/page/unreadableReason';
import { compareNames } from '../../core/text/compareNames';
import { fileType } from './namedFile';
import type { Files, FoundFile, Ignored } from './files';
import {
  FolderRules,
  ignoredBy,
  rulesFiles,
  addOwnRules,
  rulesKinds,
  type FolderIgnoreRules,
} from './folderRules';

/** Matching rules pauses after this time, so that the window stays responsive. */
const holdsMs = 10;

interface FindOptions<FileRef> {
  readonly isDeep?: boolean;
  readonly rules?: FolderRules<FileRef>;
}

/**
 * Yields files in the order of their names. Only `.wikiignore` can exclude the chosen `folder`, a path from the root.
 * For a folder whose ignore rules can’t be read, yields the file of these rules with the problem instead.
 */
export async function* findMarkdown<FileRef>(
  files: Files<FileRef>,
  root: FileRef,
  folder = '',
  ignored: (entry: Ignored<FileRef>) => void = () => undefined,
  { isDeep = true, rules: found = new FolderRules(files, root) }: FindOptions<FileRef> = {},
): AsyncGenerator<FoundFile<FileRef>> {
  const path = folder
    .split('/')
    .filter(Boolean)
    .map((name) => `${name}/`)
    .join('');
  const { rules, unread, excluded } = await found.inheritedRules(path);
  if (rules === undefined) {
    if (unread === undefined) {
      ignored({ ...excluded, by: '.wikiignore' });
    } else {
      yield unread;
    }
    return;
  }
  let heldSince = performance.now();
  const pause = async (): Promise<void> => {
    if (performance.now() - heldSince > holdsMs) {
      await nextTurn();
      heldSince = performance.now();
    }
  };
  const uri = path
    .split('/')
    .filter(Boolean)
    .reduce((place, name) => files.join(place, name), root);
  yield* walkFolder(files, uri, path, { rules, ignored, pause, isDeep });
}

/** Asks `.wikiignore` alone: a file that was chosen itself is published although other rules ignore it. */
export async function exclusionText<FileRef>(
  path: string,
  rules: FolderRules<FileRef>,
): Promise<string | undefined> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const { unread, rules: found } = await rules.allRules(folder, ['wiki']);
  if (unread !== undefined) {
    return unread.problem;
  }
  const isIncluded = found !== undefined && found.wiki.ignores(found.prefix + path) !== true;
  return isIncluded ? undefined : l10n.t('It is excluded by .wikiignore.');
}

interface Walk<FileRef> {
  readonly rules: FolderIgnoreRules;
  readonly ignored: (entry: Ignored<FileRef>) => void;
  readonly pause: () => Promise<void>;
  readonly isDeep: boolean;
}

async function* walkFolder<FileRef>(
  files: Files<FileRef>,
  folder: FileRef,
  path: string,
  { rules: above, ignored, pause, isDeep }: Walk<FileRef>,
): AsyncGenerator<FoundFile<FileRef>> {
  const found = await files.entries(folder);
  if (found === undefined) {
    yield { uri: folder, path, problem: unreadableText(path || './', { kind: 'failed' }) };
    return;
  }
  const entries = found.toSorted(([one], [other]) => compareNames(one, other));
  const own = rulesKinds.filter((kind) => entries.some(([name]) => name === rulesFiles[kind]));
  const isTop = entries.some(([name]) => name === '.git');
  const { rules, unread } = await addOwnRules(
    files,
    folder,
    above.prefix + path,
    above,
    isTop ? rulesKinds : own,
  );
  if (rules === undefined) {
    yield unread;
    return;
  }
  for (const [name, type] of entries) {
    const uri = files.join(folder, name);
    const isFolder = (type & fileType.folder) !== 0;
    if (isFolder ? !isDeep : !isMarkdownName(name) && !isMdx(name)) {
      continue;
    }
    const within = isFolder ? `${path}${name}/` : path + name;
    await pause();
    const by = ignoredBy(files, rules, uri, rules.prefix + within) ?? unfitBy(name, type);
    if (by !== undefined) {
      ignored({ uri, path: within, by });
    } else if (isFolder) {
      yield* walkFolder(files, uri, within, { rules, ignored, pause, isDeep });
    } else {
      yield { uri, path: within };
    }
  }
}

/** Returns why an entry is skipped whatever the ignore rules say. */
function unfitBy(name: string, type: number): Ignored<unknown>['by'] | undefined {
  if ((type & (fileType.folder | fileType.file)) === 0) {
    return 'noFile';
  }
  // It may lead to a file that nobody meant, or back to a parent folder, and the walk would not end.
  const isFollowed = (type & fileType.link) === 0;
  return !isFollowed ? 'link' : (type & fileType.file) !== 0 && isMdx(name) ? 'name' : undefined;
}
