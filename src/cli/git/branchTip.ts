import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plainLine } from '../../core/text/plainLine';
import type { Environment } from '../environment/environment';
import { gitCall, gitIn } from './git';
import { branchOf, isAncestorOfHead } from './gitHistory';
import { UsageError } from '../environment/usageError';

const deadlineMs = 10_000;
/** Variables for proxies and certificates, which Git reads; `gitCall` passes none of them. */
const network = /^(?:(?:https?|all|no)_proxy|GIT_SSL_CA(?:INFO|PATH)|SSL_CERT_(?:FILE|DIR))$/i;

export interface TipOptions {
  readonly root: string;
  readonly environment: Environment;
  readonly isLastCommitKnown: boolean;
  readonly log: (text: string) => void;
}

/**
 * Throws a UsageError if HEAD lacks the newest commit of its branch, or if a repeated job knows neither that commit nor
 * the last published one. Asks `origin`, since a CI checkout may set the branch to the job’s commit.
 */
export async function requireBranchTip({
  root,
  environment,
  isLastCommitKnown,
  log,
}: TipOptions): Promise<void> {
  const git = gitIn(root, environment);
  const branch = await branchOf(git, environment);
  const tip = branch === undefined ? undefined : await tipOf(branch, root, environment);
  if (tip?.commit !== undefined) {
    if (await isAncestorOfHead(git, tip.commit)) {
      return;
    }
    throw new UsageError(
      l10n.t(
        'This commit does not follow the newest one of {0}, {1}. Nothing was sent. Say --allow-older to publish it all the same.',
        plainLine(branch ?? ''),
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
    log(l10n.t('The forge did not tell whether {0} has a newer commit.', plainLine(branch ?? '')));
  }
}

/** Returns `{}` if the forge names no commit, and undefined if there is no remote `origin` to ask. */
async function tipOf(
  branch: string,
  root: string,
  environment: Environment,
): Promise<{ readonly commit?: string } | undefined> {
  const address = await gitIn(root, environment)('ls-remote', '--get-url', 'origin').catch(() => 'origin');
  if (address.trim() === 'origin') {
    return undefined;
  }
  const ref = `refs/heads/${branch}`;
  // Keeps a credential helper from waiting for somebody to enter a password.
  const { args, options } = gitCall(root, environment, [
    ...['-c', 'credential.helper=', '-c', 'core.askPass='],
    ...['ls-remote', 'origin', ref],
  ]);
  const reached = Object.entries(environment).filter(([name]) => network.test(name));
  const env = { ...options.env, ...Object.fromEntries(reached), GIT_ALLOW_PROTOCOL: 'https' };
  const asked = promisify(execFile)('git', args, { ...options, env, timeout: deadlineMs });
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  const [commit] = stdout.split('\n').flatMap((line) => {
    const [hash = '', name] = line.split('\t');
    return name === ref && /^[\da-f]{40,64}$/.test(hash) ? [hash] : [];
  });
  return commit === undefined ? {} : { commit };
}
