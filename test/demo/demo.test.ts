import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { decodeJwt } from 'jose';
import { text } from 'node:stream/consumers';
import { launchBrowser } from '../host/browser.js';
import { PlanView } from '../host/planView.js';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { Window } from '../host/window.js';
import { demoClient } from '../wiki/wiki.js';

describe('npm start', () => {
  let home: string;
  let demo: ChildProcess;
  let browser: Browser;
  let printed = '';

  before(async function () {
    this.timeout(300_000);
    home = await temporaryFolder('demo');
    browser = await launchBrowser();
    demo = spawn(process.execPath, [path.join(projectRoot, 'out', 'test', 'demo', 'demo.js'), home], {
      env: { ...process.env, VSCODE_HOST: 'server' },
    });
    const keep = (chunk: Buffer): void => {
      printed += chunk.toString();
    };
    demo.stdout?.on('data', keep);
    demo.stderr?.on('data', keep);
  });

  after(async () => {
    demo.kill('SIGKILL');
    await browser.close();
    await removeFolder(home);
  });

  const address = async (pattern: RegExp): Promise<string> => {
    const deadlineAt = Date.now() + 90_000;
    while (Date.now() < deadlineAt && demo.exitCode === null) {
      const found = pattern.exec(printed)?.[1];
      if (found !== undefined) {
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`It did not print ${String(pattern)}:\n${printed}`);
  };
  const parent = (): Promise<string> => address(/until your page is published:\s+(http\S+)/);
  const pageAddress = (): Promise<string> => address(/^“Welcome to the Team” is at (http\S+)$/m);
  let window: Window;
  /** In the browser. */
  let wiki: Page;
  let token: string;

  /** What the person did for a part of it. */
  async function counted(most: number, work: () => Promise<void>): Promise<void> {
    const before = window.actions.length;
    await work();
    const actions = window.actions.slice(before);
    assert.ok(actions.length > 0 && actions.length <= most, `${actions.length}: ${actions.join(', ')}`);
  }

  /** F1, some of its name, Enter. */
  async function run(command: string): Promise<void> {
    await window.page.keyboard.press('F1');
    await window.quickType(`>${command}`);
    await window.screen.until('the command', async () =>
      (await window.quickRows()).some(({ label, focused }) => focused && label.endsWith(command)),
    );
    await window.accept();
  }

  const shown = async (tab: string): Promise<void> => {
    await window.screen.visible(tab, window.page.locator('.tab.active', { hasText: tab }));
  };
  const type = (text: string): Promise<void> => window.editor.typeAt('last', text);

  it('prints where the wiki and VS Code are, and a page is published by doing what it says', async () => {
    const startedAt = Date.now();
    const vscode = await address(/^VS Code +(http\S+)/m);
    assert.ok(Date.now() - startedAt < 45_000, 'It was ready in time.');
    const tokenScreen = await address(/copy it:\s+(http\S+)/);

    const { origin } = new URL(vscode);
    const server = { origin, url: () => vscode, remoteUri: (file: string) => file };
    const size = { width: 1000, height: 620 };
    window = await Window.open({ server, browser, size, counted: true });
    await window.activeTab('welcome.md');

    wiki = await window.page.context().newPage();
    await wiki.goto(tokenScreen);
    const label = wiki.locator('input[name=label]:focus');
    await label.press('Enter');
    await wiki.getByRole('button', { name: 'Copy' }).click();
    token = await wiki.getByLabel('Token value').inputValue();

    await window.page.bringToFront();
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle(/^API Token for/);
    await window.quickType(token);
    await window.accept();
    await window.quick.asks('Paste the address of the page to publish under, or enter its ID');
    await window.quickType(await parent());
    await window.accept();
    await window.quick.asks('Press Enter to publish');
    await window.accept();
    const told = await window.notification('“Welcome to the Team” was published.');
    assert.deepEqual(told.buttons, ['Open Parent Page', 'Set Platform Token…', 'Save Destination']);
    // The link to the token screen is followed in the terminal
    const actions = ['link', ...window.actions];
    assert.ok(actions.length > 7 && actions.length <= 9, actions.join(', '));
    await window.screen.until('the progress to go', async () => (await window.notifications()).length === 1);
    await window.page.mouse.move(500, 300);
    // The notification fades in
    await window.page.waitForTimeout(500);
    await window.screenshot('publish');
    await wiki.goto(await pageAddress());
    assert.equal(await wiki.locator('#title').innerText(), 'Welcome to the Team');
    await window.page.bringToFront();
  });

  it('2 and 3: with a platform token, a change is compared and published, and its page opened', async () => {
    await window.closeNotifications();
    await run('Manage Connections…');
    await window.quickPick('Set Platform Token…');
    await window.quickTitle(/^Platform Token for /);
    await window.quickType(await address(/Paste the token, and press Enter:\n {4}(\S+)/));
    await window.accept();
    await window.statusMessage('Platform token stored');
    await type('More.');
    await counted(6, async () => {
      await window.clickEditorTitle('Publish to Wiki');
      await window.quickPick(/Compare with Last Published$/);
      await shown('welcome.md: last published ↔ now');
      await window.clickEditorTitle('Publish to Wiki');
      await window.quickTitle('Publish to Wiki');
      await window.accept();
      await (await window.notification('“Welcome to the Team” was published.')).click('Open in Wiki');
    });
    await (await window.opened(/\/Welcome-to-the-Team$/)).close();
    await wiki.reload();
    assert.equal(await wiki.locator('#version').innerText(), '2');
  });

  it('4 to 6: the person signs in for export, and a colleague’s change is looked at, and taken before anything is overwritten', async () => {
    const secret = /Paste the client secret: (\S+)/.exec(printed)?.[1] ?? assert.fail(printed);
    assert.deepEqual(
      [secret, /The client ID for export is ([^\s;]+);/.exec(printed)?.[1]],
      [demoClient.secret, demoClient.id],
    );
    assert.match(printed, /^The import endpoint, for a connection of your own: http:\S+$/m);
    await window.closeNotifications();
    await counted(9, async () => {
      await run('Sign In for Export');
      await window.quickTitle('Sign In for Export');
      await window.quickType(secret);
      await window.accept();
      const page = await window.opened(/\/authorize\?/);
      await page.getByRole('button', { name: 'Allow' }).click();
      await window.notification('You are signed in for export.');
    });
    await wiki.reload();
    await wiki.getByRole('button', { name: 'Edit as Mara Lind' }).click();
    await wiki.locator('article', { hasText: 'Mara was here.' }).waitFor();
    await window.page.bringToFront();
    await window.closeNotifications();
    await window.openFile('welcome.md');
    await type('Even more.');
    await run('Publish Again');
    const asked = await window.dialog();
    assert.match(asked.detail, /^“Welcome to the Team” was changed in the wiki by “Mara Lind” today/);
    await asked.click('Compare');
    await shown('welcome.md: in the wiki ↔ now');
    await counted(8, async () => {
      await window.clickEditorTitle('Update File from Wiki');
      await window.notification(/^welcome\.md now has what changed in the wiki\./);
      await run('Publish Again');
    });
    await window.notification('“Welcome to the Team” was published.');
    await wiki.reload();
    assert.match(await wiki.locator('#content').innerText(), /Mara was here\./);
    assert.match(await wiki.locator('#content').innerText(), /Even more\./);
  });

  it('7: a folder becomes a tree of pages, without the file that has a secret', async () => {
    await window.closeNotifications();
    await window.explorerContext('handbook', 'Publish Folder as Wiki Pages…');
    const plan = new PlanView(window.screen);
    await plan.says(/3 files have no destination yet\. 1 file needs a decision\./);
    await plan.publish();
    await window.quickPick(/^Guides/);
    await window.notification(/^3 pages were published\. .*1 file needs a decision\.$/);
    await wiki.goto(await parent());
    await wiki.getByRole('link', { name: 'Handbook' }).click();
    await wiki.getByRole('heading', { name: 'Child pages' }).waitFor();
    const below = await wiki.locator('h2:has-text("Child pages") ~ ul a').allInnerTexts();
    assert.deepEqual(below.toSorted(), ['Our Tools', 'Your First Week']);
    await wiki.getByRole('link', { name: 'our tools', exact: true }).waitFor();
    await window.page.bringToFront();
    await window.screenshot('demo-folder');
  });

  it('8: the service fails when it is told to, and gives tokens that end', async () => {
    await wiki.goto(await address(/ends soon:\s+(http\S+)/));
    for (const [button, says] of [
      ['402: the license is not active', /The license is not active/],
      ['404: the parent page is not there', /The parent page does not exist/],
    ] as const) {
      await wiki.getByRole('button', { name: button }).click();
      await wiki.getByText(`The next answer: ${button}`).waitFor();
      await window.page.bringToFront();
      await window.closeNotifications();
      await window.openFile('welcome.md');
      await run('Publish Again');
      await (await window.notification(/^Nothing has changed since/)).click('Publish Anyway');
      await window.notification(says);
    }
    await wiki.getByRole('button', { name: 'Create one that is deleted' }).click();
    const deleted = await wiki.getByLabel('Token value').inputValue();
    await wiki.getByRole('button', { name: 'Create one that expires in a minute' }).click();
    const ending = await wiki.getByLabel('Token value').inputValue();
    assert.ok(decodeJwt(deleted).jti !== decodeJwt(ending).jti);
    const { iat = 0, exp = 0 } = decodeJwt(ending);
    assert.equal(exp - iat, 60);
    await wiki.getByRole('button', { name: 'Once in a space' }).click();
    await wiki.getByText('A title is taken once in a space.').waitFor();
    await wiki.getByRole('button', { name: 'Once under each parent page' }).click();
    await wiki.getByText('A title is taken once under each parent page.').waitFor();
  });

  it('9: a page whose file has another heading is kept, or not', async () => {
    await window.page.bringToFront();
    await window.closeNotifications();
    await window.openFile('welcome.md');
    await window.editor.replaceAll('# Welcome, Everybody\n\nText.\n');
    await run('Publish Again');
    await window.quickTitle('Publish to Wiki');
    assert.deepEqual(
      (await window.quickRows()).map(({ label }) => label.replace(/^.*\) /, '').split(' “')[0]).slice(0, 5),
      [
        'Keep the old title:',
        'Create a second page:',
        'Open in Wiki',
        'Compare with Last Published',
        'Change the Title…',
      ],
    );
    await window.escape();
  });

  it('prints the five commands that publish from a terminal', async () => {
    const [, commands = ''] = /the API token of step 1:\n((?: {4}.+\n)+)/.exec(printed) ?? [];
    assert.equal(commands.trim().split('\n').length, 5);
    const shell = spawn('bash', ['-ec', commands]);
    shell.stdin.end(`${token}\n`);
    const [said] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
    assert.equal(shell.exitCode, 0, said);
    assert.match(said, /^Plan: 1 new$/m);
    assert.match(said, /^The page was published\.$/m);
  });

  it('10: all data is removed', async () => {
    await run('Remove All Data…');
    await (await window.dialog()).click('Remove All Data');
    await window.notification('All data of Publish to Wiki was removed.');
    await window.close();
  });

  it('ends all of it at Ctrl+C', async () => {
    const addresses = [...printed.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([found]) => found);
    assert.ok(addresses.length > 1);
    demo.kill('SIGINT');
    await once(demo, 'exit');
    for (const address of new Set(addresses)) {
      await assert.rejects(fetch(address), address);
    }
  });
});
