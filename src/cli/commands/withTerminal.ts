import * as l10n from '@vscode/l10n';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainLine } from '../../core/text/plainLine';
import { ignoredText } from '../../services/plan/planTexts';
import { filesToPublish, type IgnoredUri } from '../../services/workspace/filesToPublish';
import { withFolderPages } from '../../services/documents/folderPage';
import { recordArrivedPages } from '../unattended/arrivedPages';
import { findFileArguments, urisOf } from '../workspace/fileArguments';
import type { Authority } from '../unattended/authority';
import type { Environment } from '../environment/environment';
import type { Interruption } from '../environment/interruption';
import { requireBranchTip } from '../git/branchTip';
import { findChangesSinceBase } from '../workspace/changesSinceBase';
import { readMergeBase, type MergeBase } from '../workspace/mergeBase';
import { topLevelOf } from '../git/git';
import { parseSettings, readFolderSettings, settingsFile } from '../workspace/folderSettings';
import { readPaths } from '../workspace/listedPaths';
import type { CommandResult } from '../output/result';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal';
import type { ParsedArguments } from '../environment/usage';
import { openState, type JobState } from '../state/state';
import { exitCodes, UsageError } from '../environment/usageError';

export interface CommandContext {
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly log: (text: string) => void;
  readonly interruption: Interruption;
}

export type Subcommand = (parsed: ParsedArguments, context: CommandContext) => Promise<CommandResult>;

type Given = Pick<TerminalOptions, 'connection' | 'token' | 'platform' | 'isAsked' | 'isPlanSaved'>;

type Work = (
  terminal: Terminal,
  uris: readonly string[],
  state: JobState | undefined,
  ignored: Ignoring,
) => Promise<Omit<CommandResult, 'command'>>;

type Ignoring = (entry: IgnoredUri) => void;

/**
 * Opens `--state` and the services, runs `work`, and adds findings about changes since `--base`. Throws a UsageError
 * before `work` if `publish` may not send, as at an older commit.
 */
export async function withTerminal(
  parsed: ParsedArguments,
  context: CommandContext,
  given: Given,
  work: Work,
): Promise<CommandResult> {
  const root = await rootOf(context, textOption(parsed, 'root'));
  const revision = textOption(parsed, 'base');
  const base =
    revision === undefined
      ? undefined
      : await readMergeBase(root, revision, context.environment, [settingsFile]);
  try {
    return await runWithBase({ root, base }, parsed, context, given, work);
  } finally {
    base?.close();
  }
}

async function runWithBase(
  { root, base }: { readonly root: string; readonly base: MergeBase | undefined },
  parsed: ParsedArguments,
  { environment, log, workingDirectory: current }: CommandContext,
  given: Given,
  work: Work,
): Promise<CommandResult> {
  const shared = await readFolderSettings(root);
  const settingsBefore = base && (await readSettingsAt(base));
  const usesSettingsBefore = parsed.command === 'check';
  // With `--base`, `check` takes the settings of the base: a pull request’s author must not choose how it is checked.
  const settings = {
    ...(base !== undefined && usesSettingsBefore ? (settingsBefore ?? {}) : shared),
    ...placeOption(parsed, 'space'),
    ...placeOption(parsed, 'parent'),
  };
  const list = textOption(parsed, 'files-from');
  const paths = [...parsed.paths, ...(list === undefined ? [] : await readPaths(list, current))];
  const isNothing = list !== undefined && paths.length === 0;
  const chosen = isNothing ? [] : await findFileArguments(paths, current, root);
  const concurrency = integerOption(parsed, 'concurrency', 1, 10) ?? 4;
  const folder = textOption(parsed, 'state');
  const isPublish = parsed.command === 'publish';
  const state =
    folder === undefined
      ? undefined
      : await openState({
          folder: path.resolve(current, folder),
          ...{ root, environment, isPublish, log },
        });
  let terminal: Terminal | undefined;
  try {
    terminal = await openTerminal({ ...given, root, settings, environment, concurrency, log, state });
    if (isPublish && parsed.options['allow-older'] !== true) {
      await state?.requireGit();
      const { records } = await terminal.services.records.read();
      const isLastCommitKnown = records.some(({ commit }) => commit !== undefined);
      // A person at the terminal sees in the plan what an older commit would replace, and decides.
      await (given.isAsked === true
        ? undefined
        : requireBranchTip({ root, environment, isLastCommitKnown, log }));
    }
    await (state === undefined ? undefined : recordArrivedPages(terminal.services));
    const ignored = ignoredLine(list !== undefined, log);
    const uris = await urisOf(chosen, terminal.workspace, ignored);
    const result = await work(terminal, uris, state, ignored);
    const exitCode = state?.hasFailed() === true ? result.exitCode || exitCodes.needsPerson : result.exitCode;
    const since =
      base === undefined
        ? []
        : await findChangesSinceBase({
            base,
            settings: shared,
            settingsBefore,
            usesSettingsBefore,
            // A pattern such as `docs/*.md` matches no deleted file, so all files of its folder `docs` count.
            uris: chosen.map(({ uri }) => uri),
            workspace: terminal.workspace,
            documentsIn: terminal.documentsIn,
            uriOf: (file) => pathToFileURL(path.join(root, file)).href,
          });
    return { command: parsed.command, root, ...result, exitCode, findings: [...result.findings, ...since] };
  } finally {
    terminal?.close();
    await state?.close();
  }
}

/** `--space` and `--parent` count as settings, so that a first publish needs no settings file. */
function placeOption(parsed: ParsedArguments, name: 'space' | 'parent'): Readonly<Record<string, string>> {
  const value = textOption(parsed, name);
  return value === undefined ? {} : { [`publishToWiki.${name}`]: value };
}

/** A missing settings file counts as empty; undefined means that the file is invalid. */
async function readSettingsAt(base: MergeBase): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await base.textOf(settingsFile);
  try {
    return parseSettings(text ?? '');
  } catch {
    return undefined;
  }
}

async function rootOf(
  { workingDirectory, environment }: CommandContext,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) {
    const root = path.resolve(workingDirectory, named);
    if (!(await stat(root).catch(() => undefined))?.isDirectory()) {
      throw new UsageError(l10n.t('There is no folder {0}.', named));
    }
    return realpath(root);
  }
  const real = await realpath(workingDirectory);
  return (await topLevelOf(real, environment)) ?? real;
}

export function authorityOf(
  { options }: ParsedArguments,
  uris: readonly string[],
  state: JobState | undefined,
): Authority {
  return {
    takesOver: options['take-over'] === true,
    isStateEmpty: state?.isEmpty === true,
    isNamed: (uri) => uris.includes(uri),
    isGone: (file, commit) => state?.isGone(file, commit) ?? Promise.resolve(false),
    isTouched: (record) => state?.isTouched(record) ?? Promise.resolve(false),
  };
}

export function runRequestFor(
  { workspace }: Terminal,
  uris: readonly string[],
  ignored: Ignoring,
): Parameters<Terminal['runs']['plan']>[0] {
  return {
    find: (findParentFile) => withFolderPages(filesToPublish(workspace, uris, ignored), findParentFile),
  };
}

/**
 * Logs files that can’t be published, but none that ignore rules exclude, and no files of other types from
 * `--files-from`.
 */
function ignoredLine(isListed: boolean, log: CommandContext['log']): Ignoring {
  return (entry) => {
    if (entry.by === 'noFile' || entry.by === 'link' || (entry.by === 'name' && !isListed)) {
      log(l10n.t('{0}: {1}', plainLine(entry.path), ignoredText(entry)));
    }
  };
}

/** Throws a UsageError if no file was found, unless `--allow-empty` is given: a mistyped path would look like success. */
export function requireFiles(count: number, { options }: ParsedArguments): void {
  if (count === 0 && options['allow-empty'] !== true) {
    throw new UsageError(l10n.t('There are no Markdown files here.'));
  }
}

export function textOption({ options }: ParsedArguments, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Undefined if the option is not given. Throws a UsageError unless it is an integer from `least` to `most`. */
export function integerOption(
  parsed: ParsedArguments,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = textOption(parsed, name);
  const value = Number(text);
  if (text !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
    throw new UsageError(l10n.t('--{0}: {1} to {2}', name, least, most));
  }
  return text === undefined ? undefined : value;
}
