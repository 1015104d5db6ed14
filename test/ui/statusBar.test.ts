import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { onStage } from './stage.js';
import { enterExpiringToken, enterToken } from './steps.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('The token’s life in the status bar', () => {
  const stage = onStage({ files: { 'page.md': '# Page\n', 'other.txt': 'Text.\n' } });

  /** A token of which so much is left of so much. */
  async function enter(leftMs: number, lifeMs: number): Promise<string> {
    const { window, wiki } = stage;
    const expiresAt = Date.now() + leftMs;
    const token = await wiki.createToken({ issuedAt: expiresAt - lifeMs, expiresAt });
    await enterToken(window, token);
    return token;
  }

  async function set(setting: string): Promise<void> {
    const { settingsFile } = stage.server;
    const settings = JSON.parse(await readFile(settingsFile, 'utf8')) as object;
    await writeFile(settingsFile, JSON.stringify({ ...settings, 'publishToWiki.statusBar': setting }));
  }

  it('is not there while no Markdown file is open', async () => {
    await stage.window.openFile('other.txt');
    await stage.window.command('Manage Connections…');
    await stage.window.quickTitle('Connection “Team Wiki”');
    await stage.window.escape();
    assert.equal(await stage.window.hasStatusItem('token'), false);
  });

  it('appears with a Markdown file', async () => {
    await stage.window.openFile('page.md');
    await stage.window.statusItem('token', 'no token');
  });

  for (const [label, leftMs, lifeMs, background, spoken] of [
    ['29 d', 30 * day - minute, 30 * day, undefined, 'Wiki API token: 29 days left'],
    ['2 d', 3 * day - minute, 30 * day, 'warning', 'Wiki API token: expires soon, 2 days left'],
  ] as const) {
    it(`says ${label} when that is left of ${Math.round(lifeMs / day)} d`, async () => {
      await enter(leftMs, lifeMs);
      const item = await stage.window.statusItem('token', label);
      assert.equal(item.text, label);
      assert.equal(item.background, background);
      assert.equal(item.ariaLabel, spoken);
    });
  }

  it('turns to expired at that moment, and says so once', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await enterExpiringToken(window, wiki, 12_000);
    await window.statusItem('token', '<1 min');
    const expiring = await window.notification('The API token for Team Wiki expires on');
    assert.deepEqual([expiring.severity, expiring.buttons], ['warning', ['Replace Token…']]);
    const item = await window.statusItem('token', 'token expired');
    await window.notification('The API token for Team Wiki expired on');
    assert.equal(item.background, 'error');
    assert.equal(item.ariaLabel, 'Wiki API token: expired');
    await window.screenshot('expired');
  });

  it('offers at a click to copy the endpoint and to remove the token', async () => {
    const { window, wiki } = stage;
    const item = await window.statusItem('token');
    await item.click();
    await window.quickTitle('Connection “Team Wiki”');
    await window.screenshot('manage');
    await window.quickPick('Copy Endpoint');
    await window.copied(wiki.importEndpoint);
    await item.click();
    await window.quickPick('Remove API Token');
    await window.statusItem('token', 'no token');
    await item.click();
    await window.quickPick('Enter API Token…');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.statusItem('token', '29 d');
  });

  it('is always or never there when the setting says so', async () => {
    const { window } = stage;
    await set('never');
    await window.reload();
    await window.openFile('page.md');
    await window.command('Manage Connections…');
    await window.quickTitle('Connection “Team Wiki”');
    await window.escape();
    assert.equal(await window.hasStatusItem('token'), false);
    await set('always');
    await window.command('Close All Editors');
    await window.reload();
    await window.statusItem('token', 'no token');
  });
});
