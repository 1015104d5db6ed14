import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.js';
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

  it('prints where the wiki and VS Code are, and a page is published by doing what it says', async () => {
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
    const vscode = await address(/^VS Code +(http\S+)/m);
    const tokenScreen = await address(/copy it:\s+(http\S+)/);

    const { origin } = new URL(vscode);
    const server = { origin, url: () => vscode, remoteUri: (file: string) => file };
    const size = { width: 1000, height: 620 };
    const window = await Window.open({ server, browser, size, counted: true });
    await window.activeTab('welcome.md');

    const wiki = await window.page.context().newPage();
    await wiki.goto(tokenScreen);
    const label = wiki.locator('input[name=label]:focus');
    await label.fill('laptop');
    await label.press('Enter');
    await wiki.getByRole('button', { name: 'Copy' }).click();
    const token = await wiki.getByLabel('Token value').inputValue();

    await window.page.bringToFront();
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle(/^API Token for/);
    await window.quickType(token);
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    assert.equal(await window.quickPlaceholder(), 'Parent page: enter its ID, or paste its address');
    await window.quickType(await address(/until your page is published:\s+(http\S+)/));
    for (const step of [2, 3, 4]) {
      await window.quickTitle(`Publish to Wiki (${step}/4)`);
      await window.accept();
    }
    const told = await window.notification('“Welcome to the Team” was published.');
    assert.deepEqual(told.buttons, ['Open Parent Page', 'Copy Response']);
    // The link to the token screen is followed in the terminal
    const actions = ['link', ...window.actions];
    assert.ok(actions.length > 8 && actions.length <= 12, actions.join(', '));
    await window.screen.until('the progress to go', async () => (await window.notifications()).length === 1);
    await window.page.mouse.move(500, 300);
    // The notification fades in
    await window.page.waitForTimeout(500);
    await window.screenshot('publish');
    await wiki.goto(await address(/^“Welcome to the Team” is at (http\S+)$/m));
    assert.equal(await wiki.locator('#title').innerText(), 'Welcome to the Team');
    await signIn(window);
    await window.close();
  });

  /** As the terminal says; each line is what a person does. */
  async function signIn(window: Window): Promise<void> {
    const secret = /Paste the client secret: (\S+)/.exec(printed)?.[1] ?? assert.fail(printed);
    assert.deepEqual(
      [secret, /the client ID ([^\s;]+);/.exec(printed)?.[1]],
      [demoClient.secret, demoClient.id],
    );
    assert.match(printed, /^The import endpoint, for a connection of your own: http:\S+$/m);
    await window.closeNotifications();
    const before = window.actions.length;
    await window.page.keyboard.press('F1');
    await window.quickType('>Sign In for Export');
    await window.screen.until('the command', async () =>
      (await window.quickRows()).some(
        ({ label, focused }) => focused && label.endsWith('Sign In for Export'),
      ),
    );
    await window.accept();
    await window.quickTitle('Sign In for Export (3/4)');
    await window.quickType(secret);
    await window.accept();
    await window.quickTitle('Sign In for Export (4/4)');
    await window.accept();
    const page = await window.opened(/\/authorize\?/);
    await page.getByRole('button', { name: 'Allow' }).click();
    await window.notification('You are signed in for export.');
    const actions = window.actions.slice(before);
    assert.ok(actions.length > 5 && actions.length <= 10, actions.join(', '));
  }

  it('ends all of it at Ctrl+C', async () => {
    const addresses = [...printed.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([found]) => found);
    assert.ok(addresses.length > 1);
    demo.kill('SIGINT');
    await once(demo, 'exit');
    for (const address of new Set(addresses)) {
      await assert.rejects(fetch(address), address);
    }
  });

  it('ends with npm, if that alone is told to', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const folder = path.join(home, 'npm');
    const script = path.join(projectRoot, 'out', 'test', 'demo', 'demo.js');
    const start = `true && "${process.execPath}" "${script}" "${path.join(home, 'demo')}"`;
    await mkdir(folder);
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const npm = spawn('npm', ['start'], { cwd: folder, env: { ...process.env, VSCODE_HOST: 'server' } });
    let said = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    while (!said.includes('Ctrl+C here ends')) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const addresses = new Set([...said.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([found]) => found));
    assert.ok(addresses.size > 1, said);
    npm.kill('SIGTERM');
    for (const address of addresses) {
      while (
        await fetch(address).then(
          () => true,
          () => false,
        )
      ) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  });
});
