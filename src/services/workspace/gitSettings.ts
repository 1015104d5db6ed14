import path from 'node:path';
import { IgnoreRules } from '../../core/workspace/ignoreRules';
import { parseGitConfig, type GitSetting } from '../../core/workspace/gitConfig';
import { readRegularFile } from './namedFile';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The files of Git that are read here are all far smaller. */
const mostBytes = 1_000_000;
/** There is a limit, since each file of settings can include others. */
const mostFiles = 100;

export interface GitDirectories {
  /** The folder that has `.git`. */
  readonly workTree: string;
  readonly gitDir: string;
  /** The `.git` folder of the main repository, which its worktrees share; otherwise the same as `gitDir`. */
  readonly commonDir: string;
}

/**
 * Reads the settings of the system and the user, which the repository’s author can’t have written. Of several with
 * one name, the last counts.
 */
export function readOuterSettings(variables: Variables, git: GitDirectories): Promise<readonly GitSetting[]> {
  return settingsIn(outerFiles(variables), variables, git);
}

/** Reads the settings of the repository and its worktree, too, after those that `readOuterSettings` returns. */
export async function readGitSettings(
  variables: Variables,
  git: GitDirectories,
): Promise<readonly GitSetting[]> {
  const files = [...outerFiles(variables), path.join(git.commonDir, 'config')];
  const settings = await settingsIn(files, variables, git);
  return lastValueOf(settings, 'extensions.worktreeconfig')?.toLowerCase() === 'true'
    ? settingsIn([...files, path.join(git.gitDir, 'config.worktree')], variables, git)
    : settings;
}

export function lastValueOf(settings: readonly GitSetting[], name: string): string | undefined {
  return settings.findLast(([each]) => each === name)?.[1];
}

/** Follows the XDG Base Directory Specification: `~/.config` unless XDG_CONFIG_HOME is set. */
export function configFolder({ XDG_CONFIG_HOME: config = '', ...variables }: Variables): string | undefined {
  const home = homeOf(variables);
  return config === '' ? home && path.join(home, '.config') : config;
}

/** Resolves `~/`; undefined also for `~user` and `%(prefix)`, which it can’t resolve, and paths on other computers. */
export function settingPath(value: string, folder: string, variables: Variables): string | undefined {
  const home = homeOf(variables);
  const whole = /^~(?=[\\/]|$)/.test(value) ? home && home + value.slice(1) : value;
  return whole === undefined || /^[~%]/.test(whole) ? undefined : resolveUnlessRemote(folder, whole);
}

/** Undefined also for a path such as `\\server\share`: opening it would tell that computer who the user is. */
export function resolveUnlessRemote(folder: string, to: string | undefined): string | undefined {
  return to === undefined || to === '' || /^[\\/]{2}/.test(to) ? undefined : path.resolve(folder, to);
}

/** Undefined if the file is missing, unreadable, no regular file, or larger than `mostBytes`. */
export async function readSmall(file: string): Promise<string | undefined> {
  const { bytes } = await readRegularFile(file, mostBytes);
  return bytes && Buffer.from(bytes).toString('utf8');
}

function homeOf({ HOME, USERPROFILE }: Variables): string | undefined {
  return [HOME, USERPROFILE].find((each) => each !== undefined && each !== '');
}

function outerFiles(variables: Variables): readonly string[] {
  const { GIT_CONFIG_NOSYSTEM: without = '', GIT_CONFIG_SYSTEM: system, ProgramFiles } = variables;
  const { GIT_CONFIG_GLOBAL: global } = variables;
  const config = configFolder(variables);
  const home = homeOf(variables);
  const usual = [
    '/etc/gitconfig',
    '/usr/local/etc/gitconfig',
    '/opt/homebrew/etc/gitconfig',
    ...(ProgramFiles === undefined ? [] : [path.join(ProgramFiles, 'Git', 'etc', 'gitconfig')]),
  ];
  return [
    ...(/^(?:|0|false|no|off)$/i.test(without) ? (system === undefined ? usual : [system]) : []),
    ...(global === undefined
      ? [config && path.join(config, 'git', 'config'), home && path.join(home, '.gitconfig')]
      : [global]),
  ].flatMap((file) => (file === undefined || file === '' ? [] : [file]));
}

async function settingsIn(
  files: readonly string[],
  variables: Variables,
  git: GitDirectories,
): Promise<readonly GitSetting[]> {
  const settings: GitSetting[] = [];
  let left = mostFiles;
  const read = async (file: string, depth: number): Promise<void> => {
    const text = left-- > 0 && depth <= 10 ? await readSmall(file) : undefined;
    for (const setting of parseGitConfig(text ?? '')) {
      const [name, value] = setting;
      const included = isInclude(name, file, variables, git)
        ? settingPath(value, path.dirname(file), variables)
        : undefined;
      settings.push(setting);
      if (included !== undefined) {
        await read(included, depth + 1);
      }
    }
  };
  for (const file of files) {
    await read(file, 0);
  }
  return [...settings, ...namedSettings(variables)];
}

/**
 * True for `include.path`, and for `includeIf.gitdir:….path` if the pattern fits this repository; other conditions
 * count as false.
 */
function isInclude(name: string, file: string, variables: Variables, { gitDir }: GitDirectories): boolean {
  const [, condition] = /^includeif\.gitdir(?:\/i)?:(.*)\.path$/s.exec(name) ?? [];
  if (condition === undefined) {
    return name === 'include.path';
  }
  const isPlaced = /^(?:~|\.(?=[\\/])|[\\/]|[a-z]:)/i.test(condition);
  const placed = isPlaced ? settingPath(condition, path.dirname(file), variables) : `**/${condition}`;
  // Git reads a pattern that ends in “/” as `…/**`.
  const pattern = placed?.replace(/[\\/]$/, '').concat(/[\\/]$/.test(condition) ? '/**' : '');
  const inside = (each: string): string => each.split(path.sep).filter(Boolean).join('/');
  return (
    pattern !== undefined &&
    IgnoreRules.none.within('', `/${inside(pattern)}`)?.ignores(inside(gitDir)) === true
  );
}

function namedSettings(variables: Variables): readonly GitSetting[] {
  const count = Math.min(Number(variables.GIT_CONFIG_COUNT ?? 0) || 0, 1_000);
  return Array.from({ length: Math.max(0, Math.trunc(count)) }, (_, at): GitSetting => {
    const key = variables[`GIT_CONFIG_KEY_${at}`] ?? '';
    // Case counts only in the middle of a name: `url.https://Host/.insteadOf`.
    const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
    return [
      key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase(),
      variables[`GIT_CONFIG_VALUE_${at}`] ?? '',
    ];
  });
}
