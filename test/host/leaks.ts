import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { filesIn } from './filesIn.js';
import type { Server } from './startServer.js';

/**
 * Where secrets that a run used can be read after it: in VS Code's files (logs, state, settings, the storage of extensions and
 * workspaces), in what its server printed, in what its windows keep and show, on the clipboard.
 */
export async function leaks(
  secrets: readonly string[],
  server: Pick<Server, 'dataDir' | 'origin' | 'output'>,
  pages: readonly Page[],
): Promise<string[]> {
  // Tokens have their first parts in common
  const spellings = [...new Set(secrets)].flatMap((secret) => [
    secret.slice(-20),
    Buffer.from(secret).toString('base64url').slice(4, 40),
  ]);
  const found: string[] = [];
  const search = (place: string, text: string): void => {
    if (spellings.some((spelling) => text.includes(spelling))) {
      found.push(place);
    }
  };
  for await (const { path: file, text } of filesIn(server.dataDir)) {
    search(file, text);
  }
  search('the server’s output', server.output());
  for (const page of pages) {
    if (page.url().startsWith(server.origin)) {
      search('a window', await page.evaluate<string>(everything));
      search('the clipboard', await clipboardOf(page));
    }
  }
  return found;
}

/** Only the window in front may look. */
async function clipboardOf(page: Page): Promise<string> {
  await page.bringToFront();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

const mark = 'a-mark-that-stands-for-a-secret';

/** The search finds what lies where a secret is the least looked for: one that misses it would always be content. */
export async function assertSearched(
  server: Pick<Server, 'dataDir' | 'origin' | 'output' | 'settingsFile'>,
  page: Page,
): Promise<void> {
  const file = path.join(path.dirname(server.settingsFile), 'workspaceStorage', mark, 'state.txt');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, mark);
  await page.bringToFront();
  await page.evaluate(`navigator.clipboard.writeText('${mark}')`);
  const found = await leaks([mark], server, [page]);
  assert.ok(found.includes(file) && found.includes('the clipboard'), `searched only ${found.join(', ')}`);
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
