import vendors from 'ci-info/vendors.json';
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { isInCi, requireTrustedBuild } from '../../src/cli/environment/ci.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';

type Variables = Readonly<Record<string, string>>;
const load = createRequire(__filename);

/** What ci-info itself says in an environment, which it reads as it is loaded. */
function judged(environment: Variables): { readonly isCI: boolean; readonly isPR: boolean | null } {
  const { env } = process;
  try {
    process.env = { ...environment };
    Reflect.deleteProperty(load.cache, load.resolve('ci-info'));
    const { isCI, isPR } = load('ci-info') as { isCI: boolean; isPR: boolean | null };
    return { isCI, isPR };
  } finally {
    process.env = env;
  }
}

/** The variables that one of ci-info's conditions is about, as they are when it holds. */
function variablesOf(condition: unknown): Variables {
  if (condition === undefined) {
    return {};
  }
  if (typeof condition === 'string') {
    return { [condition]: '7' };
  }
  if (Array.isArray(condition)) {
    return Object.assign({}, ...condition.map(variablesOf)) as Variables;
  }
  const { env, any, includes, ne, ...values } = condition as Record<string, string> & { any?: string[] };
  return env === undefined
    ? { ...(any?.[0] && { [any[0]]: '7' }), ...values }
    : { [env]: includes ?? any?.[0] ?? `not ${ne}` };
}

const isRefused = (environment: Variables): Promise<boolean> =>
  requireTrustedBuild(environment).then(
    () => false,
    () => true,
  );

describe('Builds of pull and merge requests', () => {
  for (const vendor of vendors) {
    const build = variablesOf(vendor.env);
    const pr = 'pr' in vendor ? vendor.pr : undefined;
    it(`are ${pr === undefined ? 'not told apart' : 'not published'} at ${vendor.name}`, async () => {
      const request = { ...build, ...variablesOf(pr) };
      assert.deepEqual([judged(build).isCI, isInCi(build)], [true, true]);
      assert.deepEqual(
        [judged(request).isPR ?? false, await isRefused(request)],
        Array(2).fill(pr !== undefined),
      );
      assert.deepEqual([judged(build).isPR ?? false, await isRefused(build)], [false, false]);
      // Some say so that warnings are no errors; it is a build all the same.
      assert.equal(await isRefused({ CI: 'false', ...request }), pr !== undefined);
    });
  }

  it('are those that ci-info knows, whatever else is in the environment', async () => {
    const known = vendors.flatMap((vendor) => [
      ...Object.entries(variablesOf(vendor.env)),
      ...Object.entries(variablesOf('pr' in vendor ? vendor.pr : undefined)),
    ]);
    const others = ['CI', 'BUILD_ID', 'BUILD_NUMBER', 'RUN_ID', 'CI_NAME', 'CONTINUOUS_INTEGRATION'];
    const values = ['', 'false', 'true', '1', 'pull_request'];
    const variable = fc.oneof(
      fc.constantFrom(...known),
      fc.tuple(fc.constantFrom(...known.map(([name]) => name), ...others), fc.constantFrom(...values)),
    );
    const environment = fc.array(variable, { maxLength: 8 }).map((all) => Object.fromEntries(all));
    await fc.assert(
      fc.asyncProperty(environment, async (variables) => {
        const { isCI, isPR } = judged(variables);
        assert.equal(isInCi(variables), isCI);
        assert.ok(isPR !== true || (await isRefused(variables)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found where ci-info does not know them', async () => {
    for (const variables of [
      { CI_PIPELINE_SOURCE: 'parent_pipeline', CI_MERGE_REQUEST_IID: '5' },
      { CI_PIPELINE_SOURCE: 'external_pull_request_event' },
      { CI: 'woodpecker', CI_PIPELINE_EVENT: 'pull_request' },
      { SEMAPHORE: 'true', SEMAPHORE_GIT_PR_NUMBER: '5' },
      { GITHUB_EVENT_NAME: 'pull_request_target' },
    ]) {
      assert.ok(await isRefused(variables), JSON.stringify(variables));
    }
  });

  describe('of a workflow', () => {
    let folder: string;
    let file: string;
    before(async () => {
      folder = await temporaryFolder('event');
      file = path.join(folder, 'event.json');
    });
    after(() => removeFolder(folder));

    const causedBy = async (event: unknown): Promise<boolean> => {
      await writeFile(file, JSON.stringify({ action: 'completed', workflow_run: { event } }));
      return isRefused({ GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: file });
    };

    it('are what another one of theirs has caused', async () => {
      for (const event of ['push', 'schedule', 'workflow_dispatch']) {
        assert.equal(await causedBy(event), false, event);
      }
      for (const event of ['pull_request', 'pull_request_target', 'issue_comment', 'workflow_run', 7]) {
        assert.equal(await causedBy(event), true, String(event));
      }
      for (const text of ['', '[]', '{}', '{"workflow_run":null}']) {
        await writeFile(file, text);
        assert.ok(await isRefused({ GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: file }), text);
      }
      await rm(file);
      assert.ok(await isRefused({ GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: file }));
    });

    it('are as little published as what strangers cause', async () => {
      for (const name of ['push', 'release', 'repository_dispatch', 'schedule', 'workflow_dispatch']) {
        assert.equal(await isRefused({ GITHUB_EVENT_NAME: name }), false, name);
      }
      for (const name of ['issue_comment', 'issues', 'discussion', 'fork', 'watch', 'deployment_status']) {
        await assert.rejects(
          requireTrustedBuild({ GITHUB_EVENT_NAME: name }),
          new RegExp(`the event ${name},`),
        );
      }
    });
  });
});
