import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  resolveUnlessRemote,
  readOuterSettings,
  readSmall,
  settingPath,
  type GitFolder,
  type Variables,
} from './gitSettings';

/**
 * Returns Git's folders if this folder is the top of a repository. `foreign`: it is, but somebody else's, who would decide
 * what is published; Git does not use it either.
 */
export async function gitFolderAt(
  folder: string,
  variables: Variables,
): Promise<GitFolder | 'foreign' | undefined> {
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
  const found = { top: folder, own, common };
  return (await isOurs([git, folder, own], found, variables)) ? found : 'foreign';
}

/** Whether it has what Git looks for, since Git looks further above a folder that is only called `.git`. */
async function isRepository(own: string, common: string): Promise<boolean> {
  const [head, ...folders] = await Promise.all([
    lstat(path.join(own, 'HEAD')).catch(() => undefined),
    ...['objects', 'refs'].map((name) => stat(path.join(common, name)).catch(() => undefined)),
  ]);
  return head !== undefined && folders.every((each) => each?.isDirectory());
}

/** Whether all of it is of who runs this, or they have told Git that it is safe. */
async function isOurs(paths: readonly string[], git: GitFolder, variables: Variables): Promise<boolean> {
  // On Windows a file's owner is not known here.
  const user = process.geteuid?.();
  const owners = await Promise.all(paths.map((each) => lstat(each).then(({ uid }) => uid)));
  const isOwn = (uid: number): boolean => uid === user || (user === 0 && String(uid) === variables.SUDO_UID);
  if (user === undefined || owners.every(isOwn)) {
    return true;
  }
  let isSafe = false;
  for (const [name, value] of await readOuterSettings(variables, git)) {
    if (name === 'safe.directory') {
      isSafe = value !== '' && (isSafe || isNamed(value, git.top, variables));
    }
  }
  return isSafe;
}

function isNamed(value: string, top: string, variables: Variables): boolean {
  const named = settingPath(value.replace(/[\\/]\*$/, ''), top, variables);
  return value === '*' || named === top || (/[\\/]\*$/.test(value) && top.startsWith(`${named}${path.sep}`));
}
