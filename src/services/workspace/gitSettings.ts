import path from 'node:path';
import { IgnoreRules } from '../../core/workspace/ignoreRules';
import { parseGitConfig, type GitSetting } from '../../core/workspace/gitConfig';
import { readRegularFile } from './namedFile';

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The most that is read of a file of Git, which are all far smaller. */
const mostBytes = 1_000_000;
/** The most files that are read for settings, since each can include others. */
const mostFiles = 100;

/** Git's own folders of a repository. */
export interface GitDirectories {
  /** The folder that has `.git`. */
  readonly workTree: string;
  readonly gitDir: string;
  /** What a worktree shares with its main repository. */
  readonly commonDir: string;
}

/**
 * Reads Git’s settings from outside of the repository, which its author can’t have written. The last one
 * counts.
 */
export function readOuterSettings(variables: Variables, git: GitDirectories): Promise<readonly GitSetting[]> {
  return settingsIn(outerFiles(variables), variables, git);
}

/** Reads the settings of a repository, with those from outside. The last one counts. */
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

/** Returns the path of the folder of the person's settings for programs. */
export function configFolder({ XDG_CONFIG_HOME: config = '', ...variables }: Variables): string | undefined {
  const home = homeOf(variables);
  return config === '' ? home && path.join(home, '.config') : config;
}

/** Returns the path that a setting names; undefined if it is none on this computer. */
export function settingPath(value: string, folder: string, variables: Variables): string | undefined {
  const home = homeOf(variables);
  const whole = /^~(?=[\\/]|$)/.test(value) ? home && home + value.slice(1) : value;
  return whole === undefined || /^[~%]/.test(whole) ? undefined : resolveUnlessRemote(folder, whole);
}

/** Resolves a path, but none to another computer: that would learn who opens the file. */
export function resolveUnlessRemote(folder: string, to: string | undefined): string | undefined {
  return to === undefined || to === '' || /^[\\/]{2}/.test(to) ? undefined : path.resolve(folder, to);
}

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

/** Whether the setting names a file with more settings, for this repository. */
function isInclude(name: string, file: string, variables: Variables, { gitDir }: GitDirectories): boolean {
  const [, condition] = /^includeif\.gitdir(?:\/i)?:(.*)\.path$/s.exec(name) ?? [];
  if (condition === undefined) {
    return name === 'include.path';
  }
  const isPlaced = /^(?:~|\.(?=[\\/])|[\\/]|[a-z]:)/i.test(condition);
  const placed = isPlaced ? settingPath(condition, path.dirname(file), variables) : `**/${condition}`;
  // In Git, a “/” at the end stands for all inside.
  const pattern = placed?.replace(/[\\/]$/, '').concat(/[\\/]$/.test(condition) ? '/**' : '');
  const inside = (each: string): string => each.split(path.sep).filter(Boolean).join('/');
  return (
    pattern !== undefined &&
    IgnoreRules.none.within('', `/${inside(pattern)}`)?.ignores(inside(gitDir)) === true
  );
}

/** Returns the settings that environment variables name. */
function namedSettings(variables: Variables): readonly GitSetting[] {
  const count = Math.min(Number(variables.GIT_CONFIG_COUNT ?? 0) || 0, 1_000);
  return Array.from({ length: Math.max(0, Math.trunc(count)) }, (_, at): GitSetting => {
    const key = variables[`GIT_CONFIG_KEY_${at}`] ?? '';
    // A name’s middle part, such as an address, keeps its case.
    const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
    return [
      key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase(),
      variables[`GIT_CONFIG_VALUE_${at}`] ?? '',
    ];
  });
}
