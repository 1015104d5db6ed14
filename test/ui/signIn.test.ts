import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { filesIn } from '../host/filesIn.js';
import { PlanView } from '../host/planView.js';
import { demoClient } from '../wiki/wiki.js';
import {
  clientMessage,
  decide,
  openedPage,
  redirectedAddress,
  signInWithSecret,
  signOut,
  signInTitle as title,
} from './signingIn.js';
import { authorizeUrl } from './setStage.js';
import { onStage } from './stage.js';
import {
  changeUserSettings,
  enterNewToken,
  enterPlatformToken,
  inGuides,
  savedByHand,
  userSettings,
} from './steps.js';

const good = 'You are signed in for export.';
/** A secret of VS Code may arrive in a window so late; an older one that a new window lacks was lost. */
const arrivalMs = 10_000;

describe('Signing in for export', () => {
  const stage = onStage({
    files: { 'page.md': '# Page\n\nText.\n', 'kept.md': `${inGuides()}# Kept in mind\n\nText.\n` },
    userSettings: {
      'publishToWiki.export': { authorizeUrl },
      ...savedByHand,
    },
  });

  let signedInAt = 0;
  const exportSetting = async (): Promise<unknown> => (await userSettings(stage))['publishToWiki.export'];

  it('asks on for what it was not given, goes through the browser, and is shown in the tooltip', async () => {
    const { window, wiki } = stage;
    await window.openFile('page.md');
    await window.command(title);
    await window.quickTitle(title);
    await window.quickType('http://id.example.com');
    await window.accept();
    await window.quickMessage(/must start with https/);
    await window.quickType(`${wiki.origin}/`);
    await window.accept();
    await window.quick.asks('Client ID');
    await window.quickType(demoClient.id);
    await window.accept();
    await window.quick.asks('Paste the client secret');
    assert.equal(await window.quickIsPassword(), true);
    await window.screenshot('sign-in-secret');
    await window.quickType('wrong secret');
    await window.accept();
    await window.quickMessage(/only ASCII/);
    await window.quickType(demoClient.secret ?? '');
    await window.accept();
    const page = await openedPage(window, wiki);
    await window.screenshot('sign-in-waiting');
    assert.match(await page.locator('body').innerText(), /Export pages as Markdown[\s\S]*Stay signed in/);
    await decide(page, 'Allow');
    const said = await window.notification(good);
    signedInAt = Date.now();
    // The setting has no `page`
    assert.match(said.message, /export\. Reading pages from this wiki is not set up\. Ask an administrator /);
    assert.deepEqual([said.severity, said.buttons], ['info', ['Open Guide', 'Open Settings']]);
    await window.screenshot('signed-in');
    assert.equal(wiki.tokenRequests.length, 1);
    const tooltip = await (await window.statusItem('token')).tooltip();
    assert.match(tooltip, /Export: signed in; renewed on .*\d{4}/);
    assert.equal(await window.hasCommand(title), false);
    assert.deepEqual(await exportSetting(), { authorizeUrl, authUrl: wiki.origin, clientId: demoClient.id });
  });

  it('copies an access token to the clipboard after asking, and not when the answer is no', async () => {
    const { window } = stage;
    await window.page.evaluate("navigator.clipboard.writeText('copied before')");
    await window.command('Copy Export Access Token');
    const question = await window.dialog();
    assert.match(question.detail, /It stays on the clipboard until you copy something else\.$/);
    await question.click('Cancel');
    assert.equal(await window.clipboard(), 'copied before');
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    await window.screen.until('a token', async () => (await window.clipboard()).split('.').length === 3);
  });

  it('is in the Accounts menu once one signs out, and keeps the client for the next sign-in', async () => {
    const { window, wiki } = stage;
    await signOut(window);
    assert.deepEqual(await exportSetting(), { authorizeUrl, authUrl: wiki.origin, clientId: demoClient.id });
    const signIn = window.page.locator('.monaco-menu .action-item', {
      hasText: 'Sign in with Wiki Export to use Publish to Wiki',
    });
    await window.screen.until('the sign-in in the Accounts menu', async () => {
      await window.page.keyboard.press('Escape');
      await window.page.locator('.activitybar [aria-label^="Accounts"]').first().click();
      await signIn.first().waitFor({ timeout: 3000 });
      return true;
    });
    await window.screenshot('accounts');
    await window.page.keyboard.press('Escape');
    await window.page.mouse.move(600, 200);
    assert.equal(await window.hasCommand(title), true);
    assert.equal(await window.hasCommand('Copy Export Access Token'), false);
    await changeUserSettings(stage, { 'publishToWiki.export': { authorizeUrl } });
  });

  const markdownAt = { url: 'https://wiki.example.com/{pageId}', markdown: '/text' };

  it('takes provider, client, secret and “page” from one message, and no secret is to be read in the box', async () => {
    const { window, wiki } = stage;
    await window.command(title);
    await window.quickTitle(title);
    await window.screenshot('sign-in');
    await window.page.keyboard.insertText(clientMessage({ origin: 'to follow' }));
    await window.screen.until('the text to be hidden', async () => window.quickIsPassword());
    await window.screenshot('sign-in-pasted');
    await window.accept();
    await window.quickMessage(/^Enter the address of the identity provider/);
    assert.deepEqual([await window.quickValue(), await window.quickIsPassword()], ['', false]);
    await window.page.keyboard.insertText(`Hi, this is it.\n${clientMessage(wiki, markdownAt)}\n`);
    await window.accept();
  });

  it('takes the pasted address of this sign-in, and of no other', async () => {
    const { window, wiki } = stage;
    const page = await openedPage(window, wiki);
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
    // Nothing is missing any more
    assert.equal((await window.notification(good)).message, good);
    const client = { authUrl: wiki.origin, clientId: demoClient.id };
    assert.deepEqual(await exportSetting(), { authorizeUrl, ...client, page: markdownAt });
  });

  it('says once that this VS Code keeps secrets in memory only', async () => {
    const { window } = stage;
    // The first sign-in left a secret in an earlier window
    await pause(signedInAt + arrivalMs - Date.now());
    await window.reload();
    await window.openFile('page.md');
    await window.command(title);
    await signInWithSecret(stage);
    await window.notification(good);
    await window.notification('The export session ends when VS Code closes: this computer has no keyring');
    await window.screenshot('no-keyring');
  });

  it('leaves nothing once all data is removed: no secret, also of no former address, no session, and no page', async () => {
    const { window, wiki, server } = stage;
    const connectTo = (endpoint: string): Promise<void> =>
      changeUserSettings(stage, { 'publishToWiki.connections': [{ name: 'Team Wiki', endpoint }] });
    /** What the disk holds of the session. */
    const journals = async (): Promise<number> => {
      let count = 0;
      for await (const { path: file } of filesIn(server.dataDir)) {
        count += /\/journal\.[^.]+$/.test(file) ? 1 : 0;
      }
      return count;
    };
    await window.openFile('page.md');
    await enterNewToken(window, wiki);
    await enterPlatformToken(window, wiki);
    await connectTo(`${wiki.importEndpoint}-moved`);
    await window.openFile('page.md');
    await window.statusItem('token', 'no token');
    await enterNewToken(window, wiki);
    await window.statusItem('token', '29 d');
    await connectTo(wiki.importEndpoint);
    assert.equal(await journals(), 1);
    const kept = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { path: file, text } of filesIn(server.dataDir)) {
        if (/Storage\/.*publish-to-wiki/.test(file) && text.includes('Kept in mind')) {
          found.push(file);
        }
      }
      return found;
    };
    const plan = new PlanView(window.screen);
    await window.openFile('kept.md');
    await window.statusItem('token', '29 d');
    await window.command('Publish Folder as Wiki Pages…');
    await window.quickTitle('Publish Folder');
    await window.accept();
    await plan.publish();
    await window.notification(/^The page was published\./);
    const storage = path.join(path.dirname(server.settingsFile), '..', 'User', 'workspaceStorage');
    const runs = path.join(storage, 'of-another-workspace', 'publish-to-wiki.publish-to-wiki', 'runs');
    await mkdir(runs, { recursive: true });
    await writeFile(path.join(runs, 'run-1-1.jsonl'), '{"title":"Kept in mind"}');
    const before = await kept();
    assert.ok(
      before.length > 1 && before.some((each) => each.includes('of-another-workspace')),
      before.join(),
    );
    await window.closeNotifications();
    await window.command('Remove All Data…');
    await (await window.dialog()).click('Cancel');
    assert.ok((await kept()).length > 0);
    await window.command('Remove All Data…');
    const data = await window.dialog();
    assert.deepEqual(data.buttons.toSorted(), ['Cancel', 'Remove All Data']);
    for (const each of [
      `Export session and client secret of ${demoClient.id} at ${wiki.origin}`,
      `API token for ${wiki.importEndpoint}-moved, which no connection uses`,
      `API token for Team Wiki: ${wiki.importEndpoint}`,
      'Platform token for http://127.0.0.1',
    ]) {
      assert.ok(data.detail.includes(each), data.detail);
    }
    // What can be seen without scrolling
    assert.match(data.detail, /^Your files and the pages in the wiki stay\./);
    await window.screenshot('remove-all-data');
    await data.click('Remove All Data');
    const done = await window.notification(/^All data of Publish to Wiki was removed\.$/);
    assert.deepEqual(done.buttons, []);
    await plan.gone();
    await window.screenshot('removed-all-data');
    assert.deepEqual(await kept(), []);
    assert.equal((await userSettings(stage))['publishToWiki.connections'], undefined);
    assert.equal(await journals(), 0);
    await window.command('Remove All Data…');
    const nothing = await window.dialog();
    assert.doesNotMatch(nothing.detail, /•/);
    await nothing.click('Cancel');
  });
});
