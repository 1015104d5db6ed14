import assert from 'node:assert/strict';
import path from 'node:path';
import { parsePageExport } from '../../src/core/export/pageExport.js';
import { readPage } from '../../src/core/page/page.js';
import { applyEdits } from '../../src/core/page/problem.js';
import { contentForTitle } from '../../src/core/publish/contentForTitle.js';
import { merge } from '../../src/core/pull/merge.js';
import { Secret } from '../../src/core/text/secret.js';
import { exportPage } from '../../src/services/export/exportPage.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { realSend } from '../services/records/publishing.js';
import type { UnattendedJob } from './unattendedJob.js';
import { usualOptions as options } from '../host/usualOptions.js';

const worker = path.join(__dirname, '../../src/services/page/pageWorker.js');

/** Brings a page into its file as Update File from Wiki does. `published`: the text of the file that was published last. */
export async function pulledText(
  job: UnattendedJob,
  file: string,
  title: string,
  published: string,
): Promise<string> {
  const { wiki } = job.terminal;
  const signedIn = await wiki.signIn();
  const pages = new PageThread(worker, undefined);
  try {
    const how = parsePageExport({
      url: wiki.exportEndpoint,
      method: 'POST',
      body: { pageId: '{pageId}' },
      markdown: '/markdown',
    });
    const getAccessToken = () =>
      Promise.resolve({
        kind: 'token' as const,
        accessToken: new Secret(signedIn.access_token),
        durability: 'durable' as const,
      });
    const exported = await exportPage(
      { send: realSend, session: { getAccessToken, replaceRefusedToken: getAccessToken }, pages },
      how?.value ?? assert.fail(how?.problem),
      { pageId: job.find(title)?.id ?? '', spaceKey: undefined, baseUrl: undefined },
      new AbortController().signal,
    );
    assert.ok(exported.kind === 'markdown', JSON.stringify(exported));
    const text = await job.textOf(file);
    const fileName = path.basename(file);
    const merged = merge({
      ...{ text, fileName, options, title, wiki: exported.markdown },
      published: contentForTitle(readPage(published, fileName, options), title),
    });
    assert.equal(merged?.conflicts, 0);
    return applyEdits(text, merged.edits);
  } finally {
    pages.dispose();
  }
}
