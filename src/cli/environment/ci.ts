import * as l10n from '@vscode/l10n';
import vendors from 'ci-info/vendors.json';
import { readFile } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { membersOf, parseObject } from '../../core/text/json';
import { codeOf } from '../../services/disk/disk';
import { UsageError } from './usageError';

type Variables = Readonly<NodeJS.Dict<string>>;

/**
 * A condition of ci-info’s vendors.json: a variable is set (`'CI'`), one of several is (`{ any }`), or one has a value
 * (`{ CI_NAME: 'x' }`). With `env`, the value of that variable is one of `any`, is not `ne`, and contains `includes`.
 */
type Condition =
  | string
  | {
      readonly env?: string;
      readonly any?: readonly string[];
      readonly ne?: string;
      readonly includes?: string;
    }
  | Readonly<Record<string, string>>;

interface Vendor {
  readonly env: Condition | readonly Condition[];
  readonly pr?: Condition;
}

/** Variables by which ci-info recognizes a build even if it does not know the vendor. */
const ofAnyVendor = [
  ...['BUILD_ID', 'BUILD_NUMBER', 'CI', 'CI_APP_ID', 'CI_BUILD_ID', 'CI_BUILD_NUMBER', 'CI_NAME'],
  ...['CONTINUOUS_INTEGRATION', 'RUN_ID'],
];

/** Builds of pull and merge requests that ci-info does not know, such as a merge request’s child pipeline. */
const otherRequests: readonly Condition[] = [
  { any: ['CI_MERGE_REQUEST_IID', 'CI_EXTERNAL_PULL_REQUEST_IID', 'gitlabMergeRequestIid'] },
  { any: ['SEMAPHORE_GIT_PR_NUMBER', 'bamboo_repository_pr_key'] },
  { env: 'CI_PIPELINE_SOURCE', any: ['merge_request_event', 'external_pull_request_event'] },
  { env: 'CI_PIPELINE_EVENT', any: ['pull_request', 'pull_request_closed', 'pull_request_metadata'] },
  { env: 'GERRIT_EVENT_TYPE', any: ['patchset-created', 'comment-added'] },
  { env: 'JOB_TYPE', any: ['presubmit'] },
];

/** The events of GitHub Actions that only people with write access to the repository can cause. */
const ownEvents = ['push', 'release', 'repository_dispatch', 'schedule', 'workflow_dispatch'];

const builds = (vendors as unknown as readonly Vendor[]).map(({ env, pr }) => ({
  env: Array.isArray(env) ? (env as readonly Condition[]) : [env as Condition],
  pr,
}));

export function isInCi(environment: Variables): boolean {
  return (
    environment.CI !== 'false' &&
    (ofAnyVendor.some((name) => Boolean(environment[name])) ||
      builds.some(({ env }) => env.every((each) => holds(each, environment))))
  );
}

/** Questions go to standard error and answers come from standard input, so both have to be a terminal. */
export function isInteractive(environment: Variables): boolean {
  return isatty(0) && isatty(2) && !isInCi(environment);
}

/** Throws if somebody without write access to the repository may have chosen what would be published. */
export async function requireTrustedBuild(environment: Variables): Promise<void> {
  const event = environment.GITHUB_EVENT_NAME ?? '';
  const requests = builds.flatMap(({ env, pr }) =>
    pr !== undefined && env.every((each) => holds(each, environment)) ? [pr] : [],
  );
  if (
    event.startsWith('pull_request') ||
    [...requests, ...otherRequests].some((each) => holds(each, environment))
  ) {
    throw new UsageError(
      l10n.t(
        'A pull or merge request is not published: whoever opened it chose what is sent. Use “check” or “plan”.',
      ),
    );
  }
  const cause = event === 'workflow_run' ? await causeOfRun(environment.GITHUB_EVENT_PATH ?? '') : event;
  if (cause !== '' && !ownEvents.includes(cause)) {
    throw new UsageError(
      l10n.t(
        'Nothing is published at the event {0}, which strangers can cause. Publish at a push, a release, a schedule or a dispatch.',
        cause,
      ),
    );
  }
}

/**
 * Returns the event of the run that caused this `workflow_run`, or `workflow_run` if the JSON in `file` names none.
 * Throws a `UsageError` if `file` can’t be read.
 */
async function causeOfRun(file: string): Promise<string> {
  try {
    const { event } = membersOf(parseObject(await readFile(file, 'utf8'))?.workflow_run);
    return typeof event === 'string' && event !== '' ? event : 'workflow_run';
  } catch (error) {
    const text = l10n.t('The file of {0} can’t be read ({1}).', 'GITHUB_EVENT_PATH', codeOf(error));
    throw new UsageError(text, { cause: error });
  }
}

function holds(condition: Condition, environment: Variables): boolean {
  if (typeof condition === 'string') {
    return Boolean(environment[condition]);
  }
  const { env, any, ne, includes, ...values } = condition as {
    readonly env?: string;
    readonly any?: readonly string[];
    readonly ne?: string;
    readonly includes?: string;
  };
  if (env === undefined) {
    return any === undefined
      ? Object.entries(values).every(([name, value]) => environment[name] === value)
      : any.some((name) => Boolean(environment[name]));
  }
  const value = environment[env];
  return (
    value !== undefined && value !== ne && (any?.includes(value) ?? true) && value.includes(includes ?? '')
  );
}
