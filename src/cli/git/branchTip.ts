import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plain } from '../../core/text/plain';
import type { Environment } from '../environment/environment';
import { gitCall, gitIn } from './git';
import { branchOf, isFollowed } from './gitHistory';
import { UsageError } from '../environment/usageError';

/** How long the forge may take to answer. */
const deadlineMs = 10_000;
/** How the network is reached, which Git reads from variables too. */
const network = /^(?:(?:https?|all|no)_proxy|GIT_SSL_CA(?:INFO|PATH)|SSL_CERT_(?:FILE|DIR))$/i;

export interface TipOptions {
  readonly root: string;
  readonly environment: Environment;
  /** Whether a state tells which commit was published last. */
  readonly isLastKnown: boolean;
  readonly log: (text: string) => void;
}

/**
 * Throws if the branch has a newer commit at the forge, which is asked: a forge’s checkout may set what was fetched to the
 * commit of the job. Where it does not answer, a rerun may be of an older commit than the state that is missing.
 */
export async function requireBranchTip({ root, environment, isLastKnown, log }: TipOptions): Promise<void> {
  const git = gitIn(root, environment);
  const branch = await branchOf(git, environment);
  const tip = branch === undefined ? undefined : await tipOf(branch, root, environment);
  if (tip?.commit !== undefined) {
    if (await isFollowed(git, tip.commit)) {
      return;
    }
    throw new UsageError(
      l10n.t(
        'This commit does not follow the newest one of {0}, {1}. Nothing was sent. Say --allow-older to publish it all the same.',
        plain(branch ?? ''),
        tip.commit,
      ),
    );
  }
  if (Number(environment.GITHUB_RUN_ATTEMPT ?? 1) > 1 && !isLastKnown) {
    throw new UsageError(
      l10n.t(
        'The job runs again, and nothing tells whether a newer commit was published since. Nothing was sent. Say --allow-older to publish it all the same.',
      ),
    );
  }
  if (tip !== undefined) {
    log(l10n.t('The forge did not tell whether {0} has a newer commit.', plain(branch ?? '')));
  }
}

/** Returns the newest commit of a branch, as far as the forge tells; undefined where there is no forge to ask. */
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
  // What would ask for a password is left out.
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
