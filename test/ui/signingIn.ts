import type { Page } from 'playwright-core';
import type { Window } from '../host/window.js';
import { demoClient, type Wiki } from '../wiki/wiki.js';
import type { Stage } from './setStage.js';

export const signInTitle = 'Sign In for Export';
const secretTitle = /^Sign In for Export \((?:1\/2|3\/4)\)$/;

/** What an administrator writes: the client, and in the middle of it how a page is read, if that is known. */
export function clientMessage({ origin }: Pick<Wiki, 'origin'>, page?: object): string {
  const { id, secret } = demoClient;
  return [
    `Provider: ${origin}`,
    ...(page === undefined ? [] : [`"page": ${JSON.stringify(page)}`]),
    `Client ID: ${id}`,
    `Client secret: ${secret}`,
  ].join('\n');
}

/** Answers the questions that are left when the client is set, up to the box for a refresh token. */
export async function goToRefreshToken({ window }: Pick<Stage, 'window'>): Promise<void> {
  await enterClientSecret(window, demoClient.secret ?? '');
}

/** Up to the box for a refresh token. */
export async function enterClientSecret(window: Window, secret: string): Promise<void> {
  await window.quickTitle(secretTitle);
  await window.quickType(secret);
  await window.accept();
  await chooseRefreshToken(window);
}

export async function chooseRefreshToken(window: Window): Promise<void> {
  await window.quickPick(/With a refresh token$/);
  await window.quick.asks('Paste the refresh token');
}

export async function enterToken(window: Window, token: string): Promise<void> {
  await window.quickType(token);
  await window.accept();
}

/** Types a refresh token that nothing else uses. */
export async function enterRefreshToken({ window, wiki }: Pick<Stage, 'window' | 'wiki'>): Promise<void> {
  const { refresh_token: token = '' } = await wiki.signIn();
  await enterToken(window, token);
}

/** Signs out by VS Code’s list of accounts, which its Accounts menu leads to as well. */
export async function signOut(window: Window): Promise<void> {
  await window.command('Manage Accounts');
  await window.quickPick(/127\.0\.0\.1/);
  await window.quickPick('Sign Out');
  await (await window.dialog()).click('Sign Out');
  await window.notification('You are signed out of export.');
}

/** The page to which the window, once it may, sends the browser. */
export async function openedPage(window: Window, wiki: Wiki): Promise<Page> {
  await (await window.dialog()).click('Open');
  return window.opened(new RegExp(`^${wiki.authorizeEndpoint}\\?`));
}

export async function decide(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  await page.getByRole('button', { name: decision }).click();
}

/** The answer's address, which the browser is kept from following. */
export async function redirectedAddress(page: Page, wiki: Wiki): Promise<string> {
  const form = page.locator('form');
  const id = (await form.locator('input[name=id]').getAttribute('value')) ?? '';
  const answer = await page.request.post(wiki.authorizeEndpoint, {
    form: { id, decision: 'allow' },
    maxRedirects: 0,
  });
  await page.close();
  return answer.headers().location ?? '';
}
