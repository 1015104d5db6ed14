import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { setPlatformToken } from './answering.js';
import { publishFolder } from './folderRun.js';
import { concurrency } from './manyFolder.js';
import { timed } from './row.js';
import { pagesOf, thousandPages, type Branch } from './tree.js';
import { bareRequest, pageOf } from './wire.js';

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  await publishFolder({
    settings: { folders: { warm: { layout: 'tree' }, all: { layout: 'tree' } } },
    prepare: setPlatformToken,
    bare: async (endpoint) => (await bareTree(endpoint)) / 2,
    check: assertPublished,
  });
}

/** The last page is there: nothing was left out. */
async function assertPublished(endpoint: string): Promise<void> {
  const url = `${new URL(endpoint).origin}/wiki/api/v2/pages?title=1.8.9.2.1`;
  const { body } = await request(url);
  const { results } = (await body.json()) as { readonly results: readonly unknown[] };
  assert.equal(results.length, 1);
}

/** As many bare requests as ours, so many sends at a time; what is under a page is free once that was looked up. */
async function bareTree(endpoint: string): Promise<number> {
  const { send, close } = bareRequest(endpoint, pageOf(1_500));
  const agent = new Agent();
  const lookup = `${new URL(endpoint).origin}/wiki/api/v2/pages?title=A+Page`;
  const root = thousandPages();
  const free: Branch[] = [root];
  let left = pagesOf(root);
  assert.equal(left, 1_000);
  let freed = Promise.withResolvers<undefined>();
  const release = (below: readonly Branch[]): void => {
    free.push(...below);
    freed.resolve(undefined);
    freed = Promise.withResolvers();
  };
  const work = async (): Promise<void> => {
    while (left > 0) {
      const parent = free.findIndex(({ below }) => below.length > 0);
      const [next] = free.splice(Math.max(0, parent), 1);
      if (next === undefined) {
        await freed.promise;
        continue;
      }
      left--;
      await send();
      if (next.below.length > 0) {
        void request(lookup, { dispatcher: agent })
          .then(({ body }) => body.text())
          .then(() => release(next.below));
      } else if (left === 0) {
        release([]);
      }
    }
  };
  const took = await timed(() => Promise.all(Array.from({ length: concurrency }, work)));
  close();
  void agent.destroy();
  return took;
}
