import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { isCommitId } from '../../core/records/storedPage';
import { plainLine } from '../../core/text/plainLine';
import type { Environment } from '../environment/environment';
import { gitCall, gitIn } from './git';
import { branchOf, isAncestorOfHead } from './gitHistory';
import { UsageError } from '../environment/usageError';

const deadlineMs = 10_000;
const defaultBranch = 'origin/HEAD';
/** Variables for proxies and certificates, which Git reads; `gitCall` passes none of them. */
const network = /^(?:(?:https?|all|no)_proxy|GIT_SSL_CA(?:INFO|PATH)|SSL_CERT_(?:FILE|DIR))$/i;

export interface TipOptions {
  readonly root: string;
  readonly environment: Environment;
  readonly isLastCommitKnown: boolean;
  readonly log: (text: string) => void;
}

/**
 * Throws a UsageError if HEAD lacks the newest commit of its branch (of the default branch for a tag or a release), or
 * if a repeated job knows neither that commit nor the last published one. Asks `origin`, since a CI checkout may set the
 * branch to the job’s commit.
 */
export async function requireBranchTip({
  root,
  environment,
  isLastCommitKnown,
  log,
}: TipOptions): Promise<void> {
  const git = gitIn(root, environment);
  const branch = await branchOf(git, environment);
  const tip = await tipOf(branch, root, environment);
  if (tip?.commit !== undefined) {
    if (await isAncestorOfHead(git, tip.commit)) {
      return;
    }
    throw new UsageError(
      l10n.t(
        'This commit does not follow the newest one of {0}, {1}. Nothing was sent. Say --allow-older to publish it all the same.',
        plainLine(tip.name),
        tip.commit,
      ),
    );
  }
  if (Number(environment.GITHUB_RUN_ATTEMPT ?? 1) > 1 && !isLastCommitKnown) {
    throw new UsageError(
      l10n.t(
        'The job runs again, and nothing tells whether a newer commit was published since. Nothing was sent. Say --allow-older to publish it all the same.',
      ),
    );
  }
  if (tip !== undefined) {
    log(l10n.t('The remote “origin” did not tell whether {0} has a newer commit.', plainLine(tip.name)));
  }
}

/** Settings of the repository that Git needs to reach a forge, and which neither run nor write anything. */
const reaching = ['http.extraHeader', 'http.sslCAInfo'];

/** Without `commit`, the forge names none; undefined if there is no remote `origin` to ask. */
async function tipOf(
  branch: string | undefined,
  root: string,
  environment: Environment,
): Promise<{ readonly name: string; readonly commit?: string } | undefined> {
  const git = gitIn(root, environment);
  const address = (await git('ls-remote', '--get-url', '--', 'origin').catch(() => 'origin')).trim();
  if (address === 'origin') {
    return undefined;
  }
  if (!/^https:/i.test(address)) {
    return { name: branch ?? defaultBranch };
  }
  const [ref, tag] = [`refs/heads/${branch ?? ''}`, `refs/tags/${branch ?? ''}`];
  const settings = await Promise.all(
    reaching.map(async (key) => {
      const value = await git('config', '-z', '--get-urlmatch', key, address).catch(() => undefined);
      return value === undefined ? [] : [[key, value.replace(/\0$/, '')] as const];
    }),
  );
  const { args, options } = gitCall(root, environment, ['ls-remote', '--', address, 'HEAD', ref, tag]);
  const reached = Object.entries(environment).filter(([name]) => network.test(name));
  const env = {
    ...withSettings(options.env, settings.flat()),
    ...Object.fromEntries(reached),
    GIT_ALLOW_PROTOCOL: 'https',
    // Any other setting of the repository could be for this address alone, which none of ours overrides.
    GIT_DIR: devNull,
  };
  const asked = promisify(execFile)('git', args, { ...options, env, timeout: deadlineMs });
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  const told = new Map(
    stdout.split('\n').map((line) => {
      const [hash, name = ''] = line.split('\t');
      return [name, hash] as const;
    }),
  );
  const isOfTag = branch === undefined || (!told.has(ref) && told.has(tag));
  const name = isOfTag ? defaultBranch : branch;
  const commit = told.get(isOfTag ? 'HEAD' : ref);
  return isCommitId(commit) ? { name, commit } : { name };
}

/** Adds to the settings that the variables have: as arguments, others could read them. */
function withSettings(
  environment: Environment,
  settings: readonly (readonly [key: string, value: string])[],
): Environment {
  const first = Number(environment.GIT_CONFIG_COUNT ?? 0);
  const added = settings.flatMap(([key, value], at): [string, string][] => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ]);
  const count = String(first + settings.length);
  return { ...environment, ...Object.fromEntries(added), GIT_CONFIG_COUNT: count };
}
