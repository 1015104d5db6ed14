import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Notification } from '../host/notifications.js';
import { demoClient } from '../wiki/wiki.js';
import {
  decide,
  enterRefreshToken,
  goToBrowser,
  goToRefreshToken,
  openedPage,
  redirectedAddress,
  signInTitle as title,
} from './signingIn.js';
import { authorizeUrl } from './setStage.js';
import { onStage } from './stage.js';
import { changeUserSettings, manage } from './steps.js';
import { writtenTexts } from './writtenTexts.js';

const good = 'You are signed in for export.';

describe('Signing in for export', () => {
  const stage = onStage({
    files: { 'page.md': '# Page\n\nText.\n' },
    userSettings: { 'publishToWiki.export': { authorizeUrl }, 'workbench.editor.useModal': 'off' },
  });

  async function tooltip(): Promise<string> {
    return (await stage.window.statusItem('token')).tooltip();
  }

  async function signOut(): Promise<Notification> {
    await stage.window.closeNotifications();
    await stage.window.command('Sign Out of Export');
    return stage.window.notification('You are signed out of export.');
  }

  it('asks for provider, client and secret, and goes through the browser', async () => {
    const { window, wiki } = stage;
    await window.openFile('page.md');
    await window.command(title);
    await window.quickTitle(`${title} (1/4)`);
    await window.quickType('http://id.example.com');
    await window.accept();
    await window.quickMessage(/must start with https/);
    await window.quickType(`${wiki.origin}/`);
    await window.accept();
    await window.quickTitle(`${title} (2/4)`);
    await window.quickType(demoClient.id);
    await window.accept();
    await window.quickTitle(`${title} (3/4)`);
    assert.equal(await window.quickIsPassword(), true);
    await window.quickType(demoClient.secret ?? '');
    await window.accept();
    await window.quickTitle(`${title} (4/4)`);
    await window.screenshot('sign-in');
    await window.quickPick(/In the browser$/);
    const page = await openedPage(window, wiki);
    await window.screenshot('sign-in-waiting');
    assert.match(await page.locator('main').innerText(), /Export pages as Markdown[\s\S]*Stay signed in/);
    await page.screenshot({ path: 'out/screenshots/consent.png' });
    await decide(page, 'Allow');
    const said = await window.notification(good);
    assert.deepEqual([said.severity, said.buttons], ['info', []]);
    await window.screenshot('signed-in');
    assert.equal(wiki.tokenRequests.length, 1);
  });

  it('shows the session in the status bar’s tooltip', async () => {
    assert.match(await tooltip(), /Export: signed in; renewed on .*\d{4}/);
  });

  it('keeps address and client in the settings, and nothing that is secret', async () => {
    const { server, wiki } = stage;
    const text = await readFile(server.settingsFile, 'utf8');
    const settings = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual(settings['publishToWiki.export'], {
      authorizeUrl,
      authUrl: wiki.origin,
      clientId: demoClient.id,
    });
    assert.ok(!text.includes(demoClient.secret ?? ''));
  });

  it('copies an access token after asking, and not when the answer is no', async () => {
    const { window } = stage;
    await window.closeNotifications();
    await manage(window, 'Copy Endpoint');
    await window.command('Copy Export Access Token');
    const question = await window.dialog();
    assert.match(question.detail, /After one minute, it is removed/);
    await question.click('Cancel');
    assert.match(await window.clipboard(), /^http/);
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    await window.screen.until('a token', async () => (await window.clipboard()).split('.').length === 3);
  });

  it('signs out', async () => {
    const { window } = stage;
    await signOut();
    await window.screen.until('the tooltip', async () => (await tooltip()).includes('Export: not signed in'));
    await window.closeNotifications();
    const signIn = window.page.locator('.monaco-menu .action-item', {
      hasText: 'Sign in with Publish to Wiki',
    });
    await window.screen.until('the sign-in in the Accounts menu', async () => {
      await window.page.keyboard.press('Escape');
      await window.page.locator('.activitybar [aria-label^="Accounts"]').first().click();
      await signIn.first().waitFor({ timeout: 3000 });
      return true;
    });
    await window.screenshot('accounts');
    await window.page.keyboard.press('Escape');
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    const said = await window.notification('You are not signed in for export.');
    assert.deepEqual(said.buttons, ['Sign In']);
    await said.click('Sign In');
  });

  it('says that the access was not allowed', async () => {
    const { window } = stage;
    await decide(await goToBrowser(stage), 'Deny');
    const said = await window.notification('You are not signed in: access was not allowed.');
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Sign In Again']]);
    await said.click('Sign In Again');
  });

  it('takes the pasted address of this sign-in, and of no other', async () => {
    const { window, wiki } = stage;
    // What was typed a moment ago is not asked for again
    const page = await goToBrowser(stage, { secretStored: true });
    const asked = page.url();
    const address = await redirectedAddress(page, wiki);
    await window.quickTitle(title);
    await window.quick.press('Copy Page Address');
    await window.copied(asked.replace(wiki.authorizeEndpoint, authorizeUrl));
    await window.quick.press('Open the Page Again');
    const again = await openedPage(window, wiki);
    assert.equal(again.url(), asked);
    await again.close();
    for (const [pasted, problem] of [
      [address.replace('state=', 'state=x'), /response to a different sign-in/],
      ['https://example.com/?x=1', /response to a different sign-in/],
      ['two words', /neither a code nor the complete address/],
    ] as const) {
      await window.quickType(pasted);
      await window.accept();
      await window.quickMessage(problem);
    }
    await window.quickType(address);
    await window.accept();
    await window.notification(good);
  });

  it('takes a refresh token, which is replaced at once', async () => {
    const { window, wiki } = stage;
    await signOut();
    await window.command(title);
    await window.quickTitle(`${title} (1/2)`);
    await window.quickType('wrong secret');
    await window.accept();
    await window.quickMessage(/only ASCII/);
    await goToRefreshToken(stage);
    assert.equal(await window.quickIsPassword(), true);
    const before = wiki.tokenRequests.length;
    await enterRefreshToken(stage);
    await window.notification(good);
    assert.equal(wiki.tokenRequests.length, before + 1);
  });

  it('says why a refresh token was refused, and begins no session', async () => {
    const { window, wiki } = stage;
    await signOut();
    await window.command(title);
    await goToRefreshToken(stage);
    wiki.scriptTokenRequests({ do: 'answer', status: 403, body: '{"error":"invalid_grant"}' });
    await enterRefreshToken(stage);
    const said = await window.notification(
      'You are not signed in: the identity provider did not accept the refresh token.',
    );
    assert.deepEqual([said.severity, said.buttons], ['error', ['Change Client…', 'Sign In Again']]);
    assert.match(await tooltip(), /Export: not signed in/);
  });

  it('leads from the ways to sign in to the client, with what is known filled in', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await window.command(title);
    await window.quickTitle(title);
    await window.quickPick(/Change Client…$/);
    await window.quickTitle(`${title} (1/4)`);
    assert.equal(await window.quickValue(), wiki.origin);
    await window.accept();
    await window.quickTitle(`${title} (2/4)`);
    assert.equal(await window.quickValue(), demoClient.id);
    await window.quickBack();
    await window.quickTitle(`${title} (1/4)`);
    await window.escape();
  });

  it('forgets the client too when that is wished', async () => {
    const { window, server } = stage;
    await window.page.mouse.move(600, 200);
    const said = await signOut();
    await said.click('Forget This Client');
    await window.screen.until('the setting', async () => {
      const settings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as Record<string, unknown>;
      return JSON.stringify(settings['publishToWiki.export']) === JSON.stringify({ authorizeUrl });
    });
    await window.command(title);
    await window.quickTitle(`${title} (1/4)`);
    await window.quickType(stage.wiki.origin);
    await window.accept();
    await window.quickTitle(`${title} (2/4)`);
    await window.quickType(demoClient.id);
    await window.accept();
    await goToRefreshToken(stage);
    await enterRefreshToken(stage);
    await window.notification(good);
  });

  it('says once that this VS Code keeps secrets in memory only', async () => {
    const { window } = stage;
    await window.reload();
    await window.openFile('page.md');
    await window.command(title);
    await goToRefreshToken(stage);
    await enterRefreshToken(stage);
    await window.notification(good);
    await window.notification('The export session ends when VS Code closes: this computer has no keyring');
    await window.screenshot('no-keyring');
  });

  it('says what is wrong with the setting before it asks, and signs out although it is', async () => {
    const { window, wiki } = stage;
    const wrong = { authorizeUrl, scopes: 'a b' };
    const client = { authUrl: wiki.origin, clientId: demoClient.id };
    await changeUserSettings(stage, { 'publishToWiki.export': { ...client, ...wrong } });
    await signOut();
    await window.closeNotifications();
    await changeUserSettings(stage, { 'publishToWiki.export': wrong });
    await window.command('Sign Out of Export');
    await window.notification('The setting publishToWiki.export names no client, so nobody was signed out.');
    await window.command(title);
    await window.notification(
      'The setting publishToWiki.export can’t be used: The scopes must be a list of words without spaces.',
    );
    await changeUserSettings(stage, { 'publishToWiki.export': { ...client, authorizeUrl } });
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    await window.notification('You are not signed in for export.');
  });

  it('has no secret in the log, nor in a file', async () => {
    const { window, wiki, server } = stage;
    const secrets = [
      demoClient.secret ?? '',
      ...wiki.tokenRequests.flatMap(({ body }) => {
        const sent = JSON.parse(body.toString()) as Record<string, string>;
        return [sent.refresh_token, sent.code, sent.code_verifier].filter((text) => text !== undefined);
      }),
    ];
    assert.ok(secrets.length > 5);
    const texts = await window.screen.until('the refreshes in the log', async () => {
      const written = await writtenTexts(server);
      return written.some((text) => /POST .*\/oauth\/token: 200/.test(text)) && written;
    });
    const found = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
    assert.deepEqual(found, []);
  });
});
