import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.js';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { Window } from '../host/window.js';

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
    const pageView = await address(/in the wiki:\s+(http\S+)\s+Ctrl\+C/);

    const wiki = await browser.newPage();
    await wiki.goto(tokenScreen);
    await wiki.getByLabel('Label').fill('laptop');
    await wiki.getByRole('button', { name: 'Create token' }).click();
    const token = await wiki.getByLabel('Token value').inputValue();

    const { origin } = new URL(vscode);
    const server = { origin, url: () => vscode, remoteUri: (file: string) => file };
    const window = await Window.open({ server, browser, size: { width: 1000, height: 620 } });
    await window.activeTab('welcome.md');
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle(/^API Token for/);
    await window.quickType(token);
    await window.accept();
    for (const [step, answer] of ['1001', '100102', undefined, undefined].entries()) {
      await window.quickTitle(`Publish to Wiki (${step + 1}/4)`);
      if (answer !== undefined) {
        await window.quickType(answer);
      }
      await window.accept();
    }
    await window.notification('“Welcome to the Team” was published.');
    await window.screen.until('the progress to go', async () => (await window.notifications()).length === 1);
    await window.page.mouse.move(500, 300);
    // The notification fades in
    await window.page.waitForTimeout(500);
    await window.screenshot('publish');
    await wiki.goto(pageView);
    await wiki.getByRole('link', { name: 'Welcome to the Team' }).first().click();
    assert.equal(await wiki.locator('#title').innerText(), 'Welcome to the Team');
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
