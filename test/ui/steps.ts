import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { Window } from '../host/window.js';
import type { Wiki } from '../wiki/wiki.js';
import type { Stage } from './setStage.js';

export interface Answers {
  readonly space?: string;
  readonly parent?: string;
  readonly title?: string;
  readonly overwrite?: boolean;
}

/** Space DOCS and its page Guides, in the wiki's seed. */
export const guides = { space: '1001', parent: '100102' };

/** Front matter that names that place. */
export const inGuides = (...more: string[]): string =>
  ['---', `wiki:`, `  space: "${guides.space}"`, `  parent: "${guides.parent}"`, ...more, '---', ''].join(
    '\n',
  );

export const savedByHand = { 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' };

/** Stores a token the way a person does. */
export async function enterToken(window: Window, token: string): Promise<void> {
  await manage(window, /(?:Enter|Replace) API Token…$/);
  await window.quickTitle(/^API Token for/);
  await window.quickType(token);
  await window.accept();
  await window.quick.hidden();
}

/** Takes what “Manage Connections…” offers for the one connection. */
export async function manage(window: Window, row: string | RegExp): Promise<void> {
  await window.command('Manage Connections…');
  await window.quickTitle(/^Connection “/);
  await window.quickPick(row);
}

export async function enterNewToken(window: Window, wiki: Wiki): Promise<void> {
  await enterToken(window, await wiki.createToken());
  // It was tried
  wiki.forgetRequests();
}

/** Stores a platform token the way a person does; with an e-mail address their own one. */
export async function enterPlatformToken(window: Window, wiki: Wiki, isPersonal = false): Promise<void> {
  await window.byKey('Set Platform Token…');
  await answerPlatformToken(window, wiki, isPersonal);
}

export async function answerPlatformToken(window: Window, wiki: Wiki, isPersonal = false): Promise<void> {
  await window.quickTitle(/^Platform Token for /);
  await window.quickType(isPersonal ? wiki.personalToken : wiki.platformToken);
  await window.accept();
  if (isPersonal) {
    await window.quickMessage(/^The wiki did not take the token alone\./);
    await window.quickType(wiki.email);
    await window.accept();
  }
  await window.quick.hidden();
  await window.statusMessage('Platform token stored');
}

/** Stores a token that expires while the test looks: where half of its time went by before it was entered, a longer one. */
export async function enterExpiringToken(window: Window, wiki: Wiki, leftMs: number): Promise<void> {
  const expiresAt = Date.now() + leftMs;
  const token = await wiki.createToken({ issuedAt: expiresAt - 60_000, expiresAt });
  await manage(window, /(?:Enter|Replace) API Token…$/);
  await window.quickTitle(/^API Token for/);
  await window.quickType(token);
  if (Date.now() > expiresAt - leftMs / 2) {
    await window.escape();
    await window.quick.hidden();
    await enterExpiringToken(window, wiki, leftMs * 2);
    return;
  }
  await window.accept();
  await window.quick.hidden();
}

/** A token that the wiki can’t verify. */
export function withDamagedSignature(token: string): string {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const damaged = Buffer.from(Buffer.from(signature, 'base64url').toReversed()).toString('base64url');
  return [head, claims, damaged].join('.');
}

/** What the box for the page to publish under asks for. */
const pageQuestion = 'Paste the address of the page to publish under';
export const wantsPage = new RegExp(`^${pageQuestion}`);

/** Enters the page to publish under, by its ID, and its space where that is asked for. */
export async function answerPlace(
  window: Window,
  { space, parent }: Required<Pick<Answers, 'space' | 'parent'>>,
): Promise<void> {
  const { quick } = window;
  await quick.asks(wantsPage);
  await window.quickType(parent);
  await window.accept();
  const next = await window.screen.until('what follows the page', async () => {
    const asked = (await quick.placeholderNow()) ?? 'nothing';
    return asked !== '' && !asked.startsWith(pageQuestion) && asked;
  });
  if (next.startsWith('Enter the ID of the space')) {
    await window.quickType(space);
    await window.accept();
  }
}

/** Answers what is asked before a page is sent: the page above where one is given, another title, and the list. */
export async function answerList(window: Window, answers: Answers): Promise<void> {
  const { space = guides.space, parent, title, overwrite } = answers;
  await window.quickTitle(/^Publish to Wiki/);
  if (parent !== undefined) {
    if (!(await window.quickPlaceholder()).startsWith(pageQuestion)) {
      await window.quickPick('Under Another Page…');
    }
    await answerPlace(window, { space, parent });
  }
  if (title !== undefined) {
    await changeTitle(window);
    await window.quickType(title);
    await window.accept();
  }
  await window.quickTitle(/^Publish to Wiki/);
  await window.quickPick(
    overwrite === true ? /^Create or replace it: / : /^(?:Publish “|Create (?:the|a second) page: )/,
  );
}

async function changeTitle(window: Window): Promise<void> {
  await window.quickPick('Change the Title…');
  await window.quickTitle('Change Title');
}

/** Changes a title, here as `line:column`, and goes to the box that asks for another one. */
export async function askTitle(window: Window, here: string): Promise<void> {
  await window.editor.goTo(here);
  await window.editor.type('x');
  await window.command('Publish Again');
  await changeTitle(window);
}

/** The tab that compares a file with its page. */
export function comparison(window: Window, file: string, of = 'in the wiki'): Locator {
  return window.page.locator('.tab', { hasText: `${file}: ${of} ↔ now` });
}

/** Waits until that comparison is in front, with what the wiki alone has. */
export async function lookAtChanges(window: Window, file: string): Promise<void> {
  const inFront = comparison(window, file).and(window.page.locator('.active'));
  await window.screen.visible('the comparison', inFront);
  const removed = window.page.locator('.monaco-diff-editor .original .line-delete');
  await window.screen.visible('what is in the wiki alone', removed);
}

/** What the last request to import a page held. */
export function lastBody({ requests }: Pick<Wiki, 'requests'>): Record<string, unknown> {
  return JSON.parse(requests.at(-1)?.body.toString() ?? '') as Record<string, unknown>;
}

export async function userSettings({ server }: Pick<Stage, 'server'>): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(server.settingsFile, 'utf8')) as Record<string, unknown>;
}

export async function removeAllData(window: Window): Promise<void> {
  await window.closeNotifications();
  await window.command('Remove All Data…');
  await (await window.dialog()).click('Remove All Data');
  await window.notification('All data of Publish to Wiki was removed.');
}

/** Changes settings in their editor: VS Code in a browser may overlook it that the file was changed. */
export async function changeUserSettings(
  stage: Pick<Stage, 'server' | 'window'>,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { window } = stage;
  // What the window is called tells that they were read
  const title = `Settings of ${Date.now()}`;
  const settings = { ...(await userSettings(stage)), ...changes, 'window.title': title };
  await window.command('Open User Settings (JSON)');
  await window.activeTab('settings.json');
  await window.editor.replaceAll(JSON.stringify(settings));
  await window.editor.save();
  await window.screen.until('the settings to be read', async () =>
    (await window.page.title()).includes(title),
  );
}

/** Removes the connection, and enters it and its API token anew. */
export async function losePlatformToken(stage: Pick<Stage, 'server' | 'window' | 'wiki'>): Promise<void> {
  const { window, wiki } = stage;
  const { 'publishToWiki.connections': own } = await userSettings(stage);
  await setConnections(stage, []);
  await window.statusMessage('was removed, and its tokens with it');
  await setConnections(stage, own);
  await enterNewToken(window, wiki);
}

async function setConnections(stage: Pick<Stage, 'server' | 'window'>, connections: unknown): Promise<void> {
  await changeUserSettings(stage, { 'publishToWiki.connections': connections });
  await stage.window.command('Close All Editors');
}
