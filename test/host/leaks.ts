import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { filesIn } from './filesIn.js';
import type { Server } from './startServer.js';

/**
 * Where secrets that a run used can be read after it: in VS Code's files (logs, state, settings, the storage of extensions and
 * workspaces), in what its server printed, in what its windows keep and show, on the clipboard. Throws when it misses what it
 * puts where a secret is the least looked for: such a search would always be content.
 */
export async function leaks(
  secrets: readonly string[],
  server: SearchedServer,
  page: Page,
): Promise<string[]> {
  // Tokens have their first parts in common
  const spellings = [...new Set(secrets)].flatMap((secret) => [
    secret.slice(-20),
    Buffer.from(secret).toString('base64url').slice(4, 40),
  ]);
  const file = path.join(path.dirname(server.settingsFile), 'workspaceStorage', mark, 'state.txt');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, mark);
  const found: string[] = [];
  const marked: string[] = [];
  for await (const [place, text] of texts(server, page)) {
    if (spellings.some((spelling) => text.includes(spelling))) {
      found.push(place);
    }
    if (text.includes(mark)) {
      marked.push(place);
    }
  }
  const isSearched = [file, 'the clipboard, once it is written'].every((place) => marked.includes(place));
  assert.ok(isSearched, `The mark was found only in ${marked.join(', ')}`);
  return found;
}

type SearchedServer = Pick<Server, 'dataDir' | 'origin' | 'output' | 'settingsFile'>;

const mark = 'a-mark-that-stands-for-a-secret';

/** Every text, by the place in which it can be read. */
async function* texts(server: SearchedServer, page: Page): AsyncGenerator<readonly [string, string]> {
  for await (const { path: file, text } of filesIn(server.dataDir)) {
    yield [file, text];
  }
  yield ['the server’s output', server.output()];
  for (const each of page.context().pages()) {
    if (each.url().startsWith(server.origin)) {
      yield ['a window', await each.evaluate<string>(everything)];
    }
  }
  // Only the window in front may look
  await page.bringToFront();
  const clipboard = 'navigator.clipboard';
  yield ['the clipboard', await page.evaluate<string>(`${clipboard}.readText()`)];
  await page.evaluate(`${clipboard}.writeText('${mark}')`);
  yield ['the clipboard, once it is written', await page.evaluate<string>(`${clipboard}.readText()`)];
}

/** Runs inside the page from its start: keeps what notifications, dialogs and prompts said. */
export const keepShown = `globalThis.shownTexts = new Set();
setInterval(() => {
  const places = '.notification-list-item-message, .monaco-dialog-box, .quick-input-message, .quick-input-list';
  for (const place of document.querySelectorAll(places)) shownTexts.add(place.textContent);
}, 100);`;

/** Runs inside the page: what it shows and has shown, and all that the browser keeps for it. */
const everything = `(async () => {
  // a page for a browser to return to is none of VS Code's windows
  if (document.querySelector('.monaco-workbench') === null) return '';
  const texts = [document.body.innerText, ...shownTexts, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const base = await done(indexedDB.open(name));
    for (const store of base.objectStoreNames) {
      const values = await done(base.transaction(store).objectStore(store).getAll());
      texts.push(...values.map((value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value)));
    }
    base.close();
  }
  return texts.join('\\n');
})()`;
