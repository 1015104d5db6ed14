import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'undici';
import * as vscode from 'vscode';
import { extension } from '../vscode/extension.js';
import { answerPrompts, setPlatformToken } from './answering.js';
import { concurrency, type Ran } from './manyFiles.js';
import { timed } from './row.js';
import { pagesOf, thousandPages, type Branch } from './tree.js';
import { bareRequest, pageOf, tokenText } from './wire.js';

/** Runs inside the extension host. */
export async function run(): Promise<void> {
  const endpoint = process.env.BENCH_ENDPOINT ?? '';
  const settings = vscode.workspace.getConfiguration('publishToWiki');
  const wanted: Readonly<Record<string, unknown>> = {
    connections: [{ name: 'Bench', endpoint }],
    space: '1001',
    parent: '100102',
    folders: { warm: { layout: 'tree' }, all: { layout: 'tree' } },
  };
  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const key of Object.keys(wanted)) {
      await settings.update(key, values[key], vscode.ConfigurationTarget.Global);
    }
  };
  await set(wanted);
  await extension().activate();
  await setPlatformToken(endpoint);
  let answeredAt = 0;
  const undo = answerPrompts(
    { 'API Token for Bench': tokenText() },
    [],
    () => (answeredAt = performance.now()),
  );
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const publish = async (folder: string): Promise<void> => {
    const uri = workspace && vscode.Uri.joinPath(workspace.uri, folder);
    await vscode.commands.executeCommand('publishToWiki.publishFolder', uri);
  };
  try {
    await vscode.commands.executeCommand('publishToWiki.replaceToken');
    // Bundles, parsers and connections are there after the first run
    await publish('warm');
    const before = await bareTree(endpoint);
    await publish('all');
    const ours = performance.now() - answeredAt;
    await assertPublished(endpoint);
    const ran: Ran = { ours, bare: (before + (await bareTree(endpoint))) / 2 };
    await writeFile(process.env.BENCH_RESULTS ?? '', JSON.stringify(ran));
  } finally {
    undo();
    await set({});
  }
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
