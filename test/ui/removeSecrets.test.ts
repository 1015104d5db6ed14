import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn } from '../host/filesIn.js';
import { demoClient } from '../wiki/wiki.js';
import { probe } from './probe.js';
import { enterRefreshToken, goToRefreshToken, signInTitle } from './signingIn.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, inGuides, manage, userSettings } from './steps.js';

describe('Removing secrets', () => {
  const stage = onStage({
    files: { 'page.md': '# Page\n', 'kept.md': `${inGuides()}# Kept in mind\n\nText.\n` },
    persistentSecrets: true,
    // Shares a server with the suites that need the neighbour
    neighbours: [probe],
    exporting: true,
  });

  async function removeSecrets(): Promise<void> {
    await stage.window.command('Remove Data…');
    await stage.window.quickPick('Tokens and Sign-Ins');
  }

  async function connect(endpoint: string): Promise<void> {
    const { settingsFile } = stage.server;
    const settings = JSON.parse(await readFile(settingsFile, 'utf8')) as object;
    const connections = [{ name: 'Team Wiki', endpoint }];
    await writeFile(settingsFile, JSON.stringify({ ...settings, 'publishToWiki.connections': connections }));
  }

  it('lists by place what is kept, also for an address that no connection has any more', async () => {
    const { window, wiki } = stage;
    await window.openFile('page.md');
    await enterNewToken(window, wiki);
    await enterPlatformToken(window, wiki);
    await connect(`${wiki.importEndpoint}-moved`);
    await window.reload();
    await window.openFile('page.md');
    await window.statusItem('token', 'no token');
    await enterNewToken(window, wiki);
    await window.statusItem('token', '29 d');
    await removeSecrets();
    const dialog = await window.dialog();
    assert.equal(dialog.message, 'Remove all secrets of Publish to Wiki from this computer?');
    assert.ok(
      dialog.detail.includes(`API token for ${wiki.importEndpoint}, which no connection uses`),
      dialog.detail,
    );
    assert.ok(dialog.detail.includes(`API token for Team Wiki: ${wiki.importEndpoint}-moved`), dialog.detail);
    assert.ok(dialog.detail.includes('Platform token for http://127.0.0.1'), dialog.detail);
    await window.screenshot('remove-all-secrets');
    await dialog.click('Remove All');
    await window.statusItem('token', 'no token');
    await removeSecrets();
    await window.statusMessage('No secrets are kept on this computer');
  });

  it('with a connection takes its platform token too', async () => {
    const { window, wiki } = stage;
    await enterNewToken(window, wiki);
    await enterPlatformToken(window, wiki);
    await manage(window, 'Remove Connection…');
    const dialog = await window.dialog();
    assert.equal(dialog.message, 'Remove the connection “Team Wiki” and its tokens?');
    await dialog.click('Remove');
    await removeSecrets();
    await window.statusMessage('No secrets are kept on this computer');
  });

  it('ends the export session, with what the disk holds of it', async () => {
    const { window, wiki } = stage;
    const journals = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { path } of filesIn(stage.server.dataDir)) {
        if (/\/journal\.[^.]+$/.test(path)) {
          found.push(path);
        }
      }
      return found;
    };
    await window.command(signInTitle);
    await goToRefreshToken(stage);
    await enterRefreshToken(stage);
    await window.notification('You are signed in for export.');
    assert.equal((await journals()).length, 1);
    await removeSecrets();
    const dialog = await window.dialog();
    const session = `Export session and client secret of ${demoClient.id} at ${wiki.origin}`;
    assert.ok(dialog.detail.startsWith(`• ${session}`), dialog.detail);
    await dialog.click('Remove All');
    await window.statusMessage('All secrets were removed');
    assert.deepEqual(await journals(), []);
  });

  it('or all data leaves nothing known of a page that was published', async () => {
    const { window, wiki, server } = stage;
    const kept = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { path, text } of filesIn(server.dataDir)) {
        if (/Storage\/.*publish-to-wiki/.test(path) && text.includes('Kept in mind')) {
          found.push(path);
        }
      }
      return found;
    };
    await connect(wiki.importEndpoint);
    await window.reload();
    await window.openFile('kept.md');
    await window.statusItem('token', 'no token');
    await enterNewToken(window, wiki);
    await window.command('Publish to Wiki');
    await window.notification('“Kept in mind” was published.');
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
    await window.command('Remove Data…');
    await window.quickPick('All Data');
    const data = await window.dialog();
    await window.screenshot('remove-all-data');
    await data.click('Remove All Data');
    const done = await window.screen.until('the end of it', async () => {
      const dialog = await window.dialog();
      return dialog.detail.startsWith('The data of Publish to Wiki was removed') && dialog;
    });
    assert.deepEqual(await kept(), []);
    assert.equal((await userSettings(stage))['publishToWiki.connections'], undefined);
    await done.click('Reload Window');
    await window.openFile('kept.md');
    await window.statusItem('token', 'no token');
  });
});
