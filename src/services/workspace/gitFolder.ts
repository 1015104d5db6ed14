import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  resolveUnlessRemote,
  readOuterSettings,
  readSmall,
  settingPath,
  type GitDirectories,
  type Variables,
} from './gitSettings';

/** `dubious`, in Git’s word: another user owns the repository and could decide what is published; Git refuses it, too. */
export async function gitFolderAt(
  folder: string,
  variables: Variables,
): Promise<GitDirectories | 'dubious' | undefined> {
  const git = path.join(folder, '.git');
  const there = await stat(git).catch(() => undefined);
  const written = there?.isFile() === true ? await readSmall(git) : undefined;
  const own =
    there?.isDirectory() === true
      ? git
      : resolveUnlessRemote(folder, /^gitdir: (.+)$/m.exec(written ?? '')?.[1]);
  if (own === undefined) {
    return undefined;
  }
  const named = await readSmall(path.join(own, 'commondir'));
  const common = named === undefined ? own : resolveUnlessRemote(own, named.trim());
  if (common === undefined || !(await isRepository(own, common))) {
    return undefined;
  }
  const found = { workTree: folder, gitDir: own, commonDir: common };
  return (await isOurs([git, folder, own], found, variables)) ? found : 'dubious';
}

/** False without `HEAD`, `objects` or `refs`: the folders above are searched then, as Git does for a `.git` folder. */
async function isRepository(own: string, common: string): Promise<boolean> {
  const [head, ...folders] = await Promise.all([
    lstat(path.join(own, 'HEAD')).catch(() => undefined),
    ...['objects', 'refs'].map((name) => stat(path.join(common, name)).catch(() => undefined)),
  ]);
  return head !== undefined && folders.every((each) => each?.isDirectory());
}

/** Whether the user (also as root by `sudo`) owns all paths, or Git’s `safe.directory` names the repository. */
async function isOurs(paths: readonly string[], git: GitDirectories, variables: Variables): Promise<boolean> {
  // On Windows, Node.js tells neither the user nor a file’s owner, so every repository counts as ours.
  const user = process.geteuid?.();
  const owners = await Promise.all(paths.map((each) => lstat(each).then(({ uid }) => uid)));
  const isOwn = (uid: number): boolean => uid === user || (user === 0 && String(uid) === variables.SUDO_UID);
  if (user === undefined || owners.every(isOwn)) {
    return true;
  }
  let isSafe = false;
  for (const [name, value] of await readOuterSettings(variables, git)) {
    if (name === 'safe.directory') {
      isSafe = value !== '' && (isSafe || isNamed(value, git.workTree, variables));
    }
  }
  return isSafe;
}

function isNamed(value: string, top: string, variables: Variables): boolean {
  const named = settingPath(value.replace(/[\\/]\*$/, ''), top, variables);
  return value === '*' || named === top || (/[\\/]\*$/.test(value) && top.startsWith(`${named}${path.sep}`));
}
