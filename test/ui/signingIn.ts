import type { Page } from 'playwright-core';
import type { Window } from '../host/window.js';
import type { IdentityProvider } from '../soak/identityProvider.js';
import { demoClient, type Wiki } from '../wiki/wiki.js';
import type { Stage } from './setStage.js';

export const signInTitle = 'Sign In for Export';

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

/** Where the client is known, and its secret is not. */
export async function enterClientSecret(window: Window, secret: string): Promise<void> {
  await window.quick.asks('Paste the client secret');
  await window.quickType(secret);
  await window.accept();
}

/** Allows access on the page that the browser shows, where the client is known up to its secret. */
export async function signInWithSecret({ window, wiki }: Pick<Stage, 'window' | 'wiki'>): Promise<void> {
  await enterClientSecret(window, demoClient.secret ?? '');
  await decide(await openedPage(window, wiki), 'Allow');
}

/** Pastes the address that the provider’s page would lead back to. */
export async function pasteAnswer(window: Window, idp: IdentityProvider, account?: string): Promise<void> {
  await leaveProvider(window);
  await window.page.evaluate("navigator.clipboard.writeText('')");
  await window.quick.press('Copy Page Address');
  const address = await window.screen.until(
    'the page’s address',
    async () => (await window.clipboard()) || undefined,
  );
  await window.quickType(await idp.redirected(address, account));
  await window.accept();
}

/** Closes the page that the browser shows: this provider has none that a person could answer. */
export async function leaveProvider(window: Window): Promise<void> {
  await (await window.opened(/\/authorize\?/)).close();
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
