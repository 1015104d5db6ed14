import assert from 'node:assert/strict';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Window } from '../host/window.js';
import type { Stage } from '../ui/setStage.js';
import { enterNewToken, enterPlatformToken, inGuides, manage } from '../ui/steps.js';
import { PlanView } from '../host/planView.js';
import { until } from './row.js';

const stall = { do: 'stall', processed: true } as const;
const atATime = 4;

const page = (title: string): string => `${inGuides()}# ${title}\n\nText.\n`;
const pages = (folder: string, count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`${folder}/${index}.md`, page(`${folder} ${index}`)]);

export const folderFiles = Object.fromEntries([...pages('busy', atATime), ...pages('lost', atATime + 2)]);

export async function setConnection(window: Window, endpoint: string): Promise<void> {
  await window.command('Probe: Set Connections');
  await window.quickTitle('Connections');
  await window.quickType(JSON.stringify([{ name: 'Team Wiki', endpoint }]));
  await window.accept();
}

/** Faults around a run of several files and around its connection, in a real window. */
export class FolderFaults {
  constructor(private readonly stage: Stage) {}

  async link(): Promise<string[]> {
    const { window, wiki, folder } = this.stage;
    const before = wiki.requests.length;
    await symlink('/etc/hostname', path.join(folder, 'busy', 'host.md'));
    const plan = await window.screen.until('the link in the plan', async () => {
      await window.explorerContext('busy', 'Publish Folder to Wiki');
      const view = new PlanView(window.screen);
      await view.says(/^“.*”: /);
      const rows = await view.rows();
      await view.more('Clear');
      await view.gone();
      return rows.some(({ text }) => text === 'Blocked 1') && rows;
    });
    assert.equal(wiki.requests.length, before);
    return [plan.find(({ text }) => text.startsWith('busy/host.md'))?.text ?? '', 'nothing was sent'];
  }

  async publishedByHand(): Promise<string[]> {
    const { window, wiki } = this.stage;
    const before = wiki.requests.length;
    await this.#run('busy');
    await window.openFile('busy/0.md');
    await window.command('Publish to Wiki');
    const { message } = await window.notification('is already being published');
    assert.equal(wiki.requests.length - before, atATime);
    wiki.release();
    await window.notification(`${atATime} pages were published. One file is blocked.`);
    this.#assertOnce('busy', atATime);
    return [message, 'every page, once'];
  }

  async connectionRemoved(): Promise<string[]> {
    const { window, wiki, server } = this.stage;
    await enterPlatformToken(window, wiki);
    await this.#run('lost');
    await manage(window, 'Remove Connection…');
    await (await window.dialog()).click('Remove');
    await window.screen.until(
      'the removal',
      async () => !(await readFile(server.settingsFile, 'utf8')).includes('Team Wiki'),
    );
    wiki.release();
    const { message } = await window.notification('pages were published');
    this.#assertOnce('lost', atATime + 2);
    await this.#assertNothingKept();
    await this.#connectAgain();
    return [message, 'every page, once; none of the connection’s tokens'];
  }

  async addressChanged(): Promise<string[]> {
    const { window, wiki } = this.stage;
    await enterPlatformToken(window, wiki);
    await setConnection(window, `${wiki.importEndpoint}-moved`);
    await window.statusItem('token', 'no token');
    await window.command('Remove Data…');
    await window.quickPick('Tokens and Sign-Ins');
    const dialog = await window.dialog();
    assert.ok(dialog.detail.includes('Platform token for'), dialog.detail);
    await dialog.click('Remove All');
    await window.statusMessage('All secrets were removed');
    await this.#assertNothingKept();
    await this.#connectAgain();
    return [`${dialog.message} ${dialog.detail}`, 'no secret'];
  }

  /** Until as many pages are under way as may be. */
  async #run(name: string): Promise<void> {
    const { window, wiki } = this.stage;
    await window.closeNotifications();
    await window.explorerContext(name, 'Publish Folder to Wiki');
    const plan = new PlanView(window.screen);
    await plan.says(/^“.*”: .*\b[1-9]\d* pages? will be published\./);
    wiki.script(...Array.from({ length: atATime }, () => stall));
    await plan.publish();
    await window.quickPick(/^Leave the pages? as /);
    await until('the requests', () => wiki.stalled === atATime);
  }

  #assertOnce(name: string, count: number): void {
    const found = this.stage.wiki.pages.pages.filter(({ title }) => title.startsWith(`${name} `));
    assert.deepEqual(
      found.map(({ version, content }) => [version, content]),
      Array.from({ length: count }, () => [1, 'Text.\n']),
    );
  }

  async #assertNothingKept(): Promise<void> {
    const { window } = this.stage;
    await window.command('Remove Data…');
    await window.quickPick('Tokens and Sign-Ins');
    await window.statusMessage('No secrets are kept on this computer');
  }

  async #connectAgain(): Promise<void> {
    const { window, wiki } = this.stage;
    await setConnection(window, wiki.importEndpoint);
    await enterNewToken(window, wiki);
    await window.closeNotifications();
  }
}
