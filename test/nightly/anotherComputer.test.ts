import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { startServer, type Server } from '../host/startServer.js';
import { Window } from '../host/window.js';
import { IdentityProvider } from '../soak/identityProvider.js';
import { Asked } from '../ui/asked.js';
import { packProbe, probe } from '../ui/probe.js';
import { enterClientSecret, pasteAnswer, signInTitle } from '../ui/signingIn.js';
import { extensionPackage } from '../ui/setStage.js';

/** The extension runs where the files are, on one computer or another; its secrets are where the person is, in one place. */
describe('The export session on a second computer', function () {
  this.timeout(180_000);
  let idp: IdentityProvider;
  let browser: Browser;
  let window: Window;
  let server: Server | undefined;
  let asked: Asked;
  const folders: Record<'here' | 'there' | 'workspace', string> = { here: '', there: '', workspace: '' };

  before(async () => {
    await packProbe();
    idp = await IdentityProvider.start();
    browser = await launchBrowser();
    for (const name of ['here', 'there', 'workspace'] as const) {
      folders[name] = await temporaryFolder(name);
    }
    asked = new Asked(folders.workspace);
    await mkdir(path.join(folders.workspace, 'asked'));
  });

  after(async () => {
    await browser.close();
    await server?.close();
    await idp.close();
    await Promise.all(Object.values(folders).map(removeFolder));
  });

  /** Behind the same address, so that the person's browser has the same secrets for it. */
  async function start(computer: 'here' | 'there'): Promise<Server> {
    await server?.close();
    return startServer({
      version: 'newest',
      forWriters: true,
      vsix: [extensionPackage, probe],
      dataDir: folders[computer],
      ...(server && { port: Number(new URL(server.origin).port) }),
      persistentSecrets: true,
      userSettings: { 'publishToWiki.export': { authUrl: idp.authUrl, clientId: idp.clientId } },
    });
  }

  it('is begun on the first', async () => {
    server = await start('here');
    window = await Window.open({ server, browser, folder: folders.workspace });
    await window.command(signInTitle);
    await enterClientSecret(window, idp.clientSecret.reveal());
    await pasteAnswer(window, idp);
    await window.notification('You are signed in for export.');
    await window.closeNotifications();
    await window.command('Get Export Session');
    await (await window.dialog()).click('Allow');
    await window.notification(/^session of/);
    assert.equal(idp.calls.length, 1);
  });

  it('is not used on the second, which presents nothing and says where it is', async () => {
    // What VS Code's server keeps of the person's secrets is the same for both
    const half = 'serve-web-key-half';
    await copyFile(path.join(folders.here, half), path.join(folders.there, half));
    server = await start('there');
    await window.reload();
    assert.deepEqual(await asked.one({ what: 'ask', hours: 1 }), ['no session']);
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    const said = await window.notification('The export session belongs to another computer');
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Sign In']]);
    await window.screenshot('another-computer');
    assert.equal(idp.calls.length, 1);
  });

  it('goes on at the first', async () => {
    server = await start('here');
    await window.reload();
    assert.match(String(await asked.one({ what: 'ask', hours: 1 })), /^session of/);
    assert.deepEqual([idp.rotations, idp.reuses.length, idp.revoked.length], [2, 0, 0]);
  });
});
