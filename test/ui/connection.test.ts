import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { publish, said } from './said.js';
import { onStage } from './stage.js';
import {
  changeUserSettings,
  enterExpiringToken,
  enterNewToken,
  manage,
  withDamagedSignature,
} from './steps.js';

describe('A connection', () => {
  const stage = onStage({
    files: {
      'page.md': '# Page\n\nText with ![a plan](plan.png).\n',
      'plan.png': '',
      'other.txt': 'Text.\n',
      'named/one.md': '# Named\n\nText with ![a plan](../plan.png).\n',
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.folders': { named: { space: '1001', parent: '700101' } },
      }),
    },
    userSettings: { 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' },
  });

  /** At a person’s pace: VS Code hides all but the first three notifications that come within 800 ms. */
  async function test(): Promise<void> {
    await stage.window.closeNotifications();
    await pause(800);
    await manage(stage.window, 'Test Connection');
  }

  it('has its token in the status bar beside a Markdown file alone', async () => {
    const { window } = stage;
    const isShown = async (): Promise<boolean> => {
      // What came to the extension before this was done by then
      await window.command('Manage Connections…');
      await window.quickTitle('Connection “Team Wiki”');
      await window.escape();
      return window.hasStatusItem('token');
    };
    await window.openFile('other.txt');
    assert.equal(await isShown(), false);
    await window.openFile('page.md');
    await window.statusItem('token', 'no token');
  });

  it('is tested without a token, and takes one', async () => {
    const { window, wiki } = stage;
    await test();
    const found = await said(window, 'Team Wiki answers, but no API token is stored', 'warning', [
      'Replace Token…',
    ]);
    assert.equal(wiki.requests.at(-1)?.headers.authorization, undefined);
    await found.click('Replace Token…');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.statusMessage('API token accepted, valid until');
    const item = await window.statusItem('token', '29 d');
    assert.deepEqual([item.background, item.ariaLabel], [undefined, 'Wiki API token: 29 days left']);
    await test();
    await said(window, /^Team Wiki works: .* Nothing was written; the space and parent page/, 'info', ['OK']);
  });

  it('stores no token that the wiki refuses', async () => {
    const { window, wiki } = stage;
    const forged = withDamagedSignature(await wiki.createToken());
    await pause(800);
    await manage(window, 'Replace API Token…');
    await window.quickType(forged);
    await window.accept();
    await window.quickMessage(/^The wiki refused this token: .* Copy it again\./);
    assert.equal(wiki.requests.at(-1)?.headers.authorization, `Bearer ${forged}`);
    assert.deepEqual(await window.notifications(), []);
    const token = await wiki.createToken();
    await window.quickType(`Here is your new token: ${token}. It is for ${wiki.importEndpoint}`);
    await window.accept();
    // The sentence may still be there from a test before.
    await window.screen.until('the token to be tried', () =>
      Promise.resolve(wiki.requests.at(-1)?.headers.authorization === `Bearer ${token}`),
    );
    await window.statusMessage('API token accepted');
  });

  it('is tested where nothing was sent, which says why the wiki can’t be reached', async () => {
    const { window, wiki } = stage;
    wiki.script({ do: 'refuse' });
    await publish(stage);
    const notSent = await said(window, 'Nothing was sent.', 'error', [
      'Try Again',
      'Test Connection',
      'Show Log',
    ]);
    await notSent.click('Test Connection');
    const found = await said(window, /refused the connection\.$/, 'error', [
      'Try Again',
      'Open Settings',
      'Show Log',
    ]);
    await wiki.acceptAgain();
    await found.click('Try Again');
    await window.notification('Team Wiki works');
  });

  it('takes a platform token where a page is to be opened: none that is refused, and tries one again', async () => {
    const { window, wiki } = stage;
    const image = '1 image doesn’t work in the wiki: images are not uploaded.';
    // Not more than three buttons, which VS Code does not cut
    const title = await publish(stage);
    const done = await said(window, `“${title}” was published. ${image}`, 'info', [
      'Open in Wiki',
      'Show Problems',
      'Save Destination',
    ]);
    await done.click('Open in Wiki');
    const asked = await window.notification(/^To open “.*”, VS Code needs a platform token\.$/);
    await asked.click('Set Platform Token…');
    await window.quickTitle(/^Platform Token for /);
    // The wiki that it goes to is said, and can be changed
    await window.quickBack();
    await window.quickMessage(/^Is this your wiki’s address\?/);
    assert.equal(await window.quickValue(), wiki.origin);
    await window.accept();
    await window.quickMessage(/^To open “.*”, VS Code needs a platform token\. Create a token /);
    assert.equal(await window.quickIsPassword(), true);
    await window.quickType('nonsense');
    await window.accept();
    await window.quickMessage(/^The wiki did not take the token alone\./);
    assert.equal(await window.quickIsPassword(), false);
    await window.screenshot('platform-token');
    assert.equal(wiki.lookups.length, 1);
    await window.quickBack();
    await window.quickMessage(/^To open “/);
    await window.quickType(`Bearer ${wiki.platformToken}`);
    wiki.spoilLookups(() => ({ status: 503 }));
    await window.accept();
    const untried = await said(
      window,
      /^The platform token is stored, but .* did not tell whether it is good\.$/,
      'warning',
      ['Try Again', 'Replace Platform Token…'],
    );
    wiki.spoilLookups(undefined);
    await untried.click('Try Again');
    await window.statusMessage('The wiki accepted the platform token.');
    const item = await window.statusItem('token', '29 d');
    assert.match(await item.tooltip(), /The wiki accepted the platform token\./);
    await window.command('Open in Wiki');
    await (await window.opened(/\/wiki\/spaces\/DOCS\/pages\/\d+\//)).close();
  });

  it('shows what is sent and can be cancelled, and nothing of what is quick', async () => {
    const { window, wiki } = stage;
    await window.openFile('page.md');
    const noProgress = async (): Promise<void> =>
      assert.ok((await window.notifications()).every(({ inProgress }) => !inProgress));
    const quick = await publish(stage);
    await window.notification(`“${quick}” was published.`);
    await noProgress();
    await window.closeNotifications();
    const slow = await publish(stage, {}, { do: 'stall', processed: true });
    await window.notification(/^Publishing “.*sending…/);
    wiki.release();
    await window.notification(`“${slow}” was published.`);
    await noProgress();
    await window.closeNotifications();
    await publish(stage, {}, { do: 'stall' });
    const progress = await window.notification(/^Publishing “.*sending…/);
    await window.screen.until('the request to arrive', () => Promise.resolve(wiki.stalled === 1));
    await window.command('Publish to Wiki');
    await window.notification('page.md is already being published. Wait until that is done.');
    await progress.click('Cancel');
    await said(window, /^Cancelled after the page had been sent\..* is unknown/, 'warning', [
      'Open in Wiki',
      'Try Again',
      'Show Log',
    ]);
  });

  it('is managed from the status bar', async () => {
    const { window } = stage;
    await window.openFile('page.md');
    await (await window.statusItem('token')).click();
    await window.quickTitle('Connection “Team Wiki”');
    const row = (await window.quickRows()).find(({ label }) => label.includes('Replace Platform Token…'));
    assert.equal(row?.description, 'The wiki accepted the platform token.');
    assert.deepEqual(
      (await window.quickRows()).map(({ label }) => label),
      [
        'Replace API Token…',
        'Replace Platform Token…',
        'Test Connection',
        'Change or Remove in Settings',
        'Add Connection…',
      ],
    );
    await window.screenshot('manage');
    await window.escape();
  });

  it('names a place by its ids at once, and by its name when the wiki tells it', async () => {
    const { window, wiki } = stage;
    wiki.pages.createPage({
      id: '700101',
      spaceId: '1001',
      parentId: '100101',
      title: 'Team',
      content: '',
    });
    const told = Promise.withResolvers<undefined>();
    wiki.spoilLookups(() => ({ until: told.promise }));
    await window.openFile('named/one.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.quick.rowsOnce((rows) =>
      rows.some(({ label }) => label.endsWith('under page 700101 in Product Documentation')),
    );
    await window.quick.moveTo(({ label }) => label === 'Change the Title…');
    told.resolve(undefined);
    wiki.spoilLookups(undefined);
    const rows = await window.quick.rowsOnce((all) =>
      all.some(({ label }) => label.endsWith('under Team in Product Documentation')),
    );
    assert.deepEqual(
      rows.map(({ detail, focused }) => [detail, focused]),
      [
        ['If a page with this title is there, nothing is published.', false],
        ['', false],
        ['', true],
        ['', false],
        ['', false],
        [rows.at(-1)?.detail, false],
      ],
    );
    assert.equal(rows[1]?.label, '1 image doesn’t work in the wiki: images are not uploaded.');
    await window.screenshot('place-names');
    await window.escape();
  });

  it('tells once that its token expires, and at the next publish that it has expired', async () => {
    const { window, wiki } = stage;
    await enterExpiringToken(window, wiki, 12_000);
    await window.statusItem('token', '<1 min');
    const expiring = await window.notification('The API token for Team Wiki expires on');
    assert.deepEqual(
      [expiring.severity, expiring.buttons],
      ['warning', ['Replace Token…', 'Don’t Show Again']],
    );
    const item = await window.statusItem('token', 'token expired');
    assert.deepEqual([item.background, item.ariaLabel], ['error', 'Wiki API token: expired']);
    await window.screenshot('expired');
    // A publish asks for a new one, and says nothing beside the box
    await window.openFile('page.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('API Token for Team Wiki');
    await window.quickMessage(/^The API token for Team Wiki expired on .*: app settings, tab “API”\./);
    await window.screenshot('expired-publish');
    await window.quick.press('Copy a Request to an Administrator');
    await window.copied(
      'To publish Markdown from VS Code, I need a new API token from the wiki’s app settings, “API”.',
    );
    const told = await window.notifications();
    assert.ok(
      told.every(({ message }) => message.startsWith('The API token for Team Wiki expires on')),
      JSON.stringify(told),
    );
    await window.escape();
    // A test sends nothing of it either
    const { length } = wiki.requests;
    await test();
    await window.notification(/^The API token for Team Wiki expired on /);
    assert.deepEqual(
      wiki.requests.slice(length).map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  it('says nothing of a token that expires once the person wants none of that', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await enterExpiringToken(window, wiki, 30_000);
    const expiring = await window.notification('The API token for Team Wiki expires on');
    await window.screenshot('expires');
    await expiring.click('Don’t Show Again');
    await enterExpiringToken(window, wiki, 8_000);
    await window.statusItem('token', 'token expired');
    assert.deepEqual(await window.notifications(), []);
  });

  it('that is removed from the settings loses its tokens, once the person has left them, and is set up again', async () => {
    const { window, wiki } = stage;
    const own = [{ name: 'Team Wiki', endpoint: wiki.importEndpoint }];
    await enterNewToken(window, wiki);
    await window.openFile('page.md');
    const item = await window.statusItem('token', '29 d');
    await item.click();
    await window.quickTitle('Connection “Team Wiki”');
    await window.quickPick('Change or Remove in Settings');
    await window.activeTab('settings.json');
    // Who moves an entry in the file, with a save in between, loses nothing
    await changeUserSettings(stage, { 'publishToWiki.connections': [] });
    await changeUserSettings(stage, { 'publishToWiki.connections': own });
    await window.openFile('page.md');
    await window.statusItem('token', '29 d');
    await changeUserSettings(stage, { 'publishToWiki.connections': [] });
    await window.openFile('page.md');
    await window.statusMessage('Team Wiki was removed, and its tokens with it');
    await changeUserSettings(stage, { 'publishToWiki.connections': own });
    await window.openFile('page.md');
    await window.statusItem('token', 'no token');
    wiki.forgetRequests();
    await window.command('Set Up…');
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.quickTitle(/^Publish to Wiki/);
    assert.equal(wiki.requests.length, 1);
    await window.escape();
    await window.statusItem('token', '29 d');
  });
});
