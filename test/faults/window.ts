import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killed } from '../host/killed.js';
import type { Window } from '../host/window.js';
import { probe } from '../ui/probe.js';
import { setStage, type Stage } from '../ui/setStage.js';
import { answerSteps, askTitle, enterNewToken, enterToken, guides, inGuides } from '../ui/steps.js';
import { startWiki } from '../wiki/wiki.js';
import { FolderFaults, folderFiles, setConnection } from './folders.js';
import { play, until, type Row } from './row.js';

const hour = 60 * 60 * 1000;
const stall = { do: 'stall', processed: true } as const;
const names = ['presses', 'clock', 'token', 'endpoint', 'closed', 'killed'] as const;
const unsent = {
  'link.md': '',
  // Less than is read at most, and more than a parse may take of memory
  'memory.md': '<!--a-->\n\n'.repeat(390_000),
  'nowhere.md': '---\nwiki:\n  connection: No Such Wiki\n---\n# Nowhere\n\nText.\n',
};
const inert = '[Run](command:workbench.action.openSettings)';
const linking = { 'inert.md': `${inGuides(`  title: "${inert}"`)}Text.\n` };
type Name = (typeof names)[number];

/** The faults that need a real VS Code, one after the other in the same one. */
export async function playInWindow(show: (row: Row) => void): Promise<void> {
  const files = Object.fromEntries(names.map((name) => [`${name}.md`, `# The Page ${name}\n\nText.\n`]));
  const stage = await setStage({
    files: { ...files, ...unsent, ...linking, ...folderFiles },
    neighbours: [probe],
  });
  const link = path.join(stage.folder, 'link.md');
  await rm(link);
  await symlink('/etc/hostname', link);
  try {
    await enterNewToken(stage.window, stage.wiki);
    const faults = new WindowFaults(stage);
    const playHere = async (fault: string, tells: RegExp, run: () => Promise<string[]>): Promise<void> =>
      show(
        await play({
          fault,
          where: 'VS Code',
          tells,
          run: async () => {
            const [told = '', kept = ''] = await run();
            return { told, kept };
          },
        }),
      );
    await playHere('100 quick presses of the button', /is already being published.*was published/s, () =>
      faults.presses(),
    );
    await playHere('clock a day ahead', /expired on .* An administrator creates a new one/, () =>
      faults.clockAhead(),
    );
    await playHere('clock a day behind', /was published/, () => faults.clockBehind());
    await playHere('a file that is a link out of the folder', /outside the folders that are open/, () =>
      faults.unsent('link.md', 'is a link to'),
    );
    await playHere(
      'front matter names a connection that is not there',
      /You have no connection named .* Nothing was sent/,
      () => faults.unsent('nowhere.md', 'You have no connection named'),
    );
    await playHere(
      'a document whose parse runs out of memory',
      /takes too much time or memory to read\. Nothing was sent/,
      () => faults.memory(),
    );
    await playHere('a title that is a link to a command', /“\[Run\] \(command:/, () => faults.inert());
    await playHere('token replaced while sending', /was published/, () => faults.tokenReplaced());
    await playHere('endpoint changed while sending', /was published/, () => faults.endpointChanged());
    const folders = new FolderFaults(stage);
    await playHere('a folder with a link out of it', /is a link to .*outside the folders that are open/, () =>
      folders.link(),
    );
    await playHere('one file of a run is published by hand', /is already being published\. Wait/, () =>
      folders.publishedByHand(),
    );
    await playHere('the connection removed in the middle of a run', /^6 pages were published\.$/, () =>
      folders.connectionRemoved(),
    );
    await playHere(
      'a connection’s address changed, and its tokens stayed behind',
      /API token for http.*, which no connection uses/,
      () => folders.addressChanged(),
    );
    await playHere('VS Code closed while sending', /may have arrived/, () => faults.closed());
    await playHere('extension host killed while sending', /may have arrived/, () => faults.killed());
  } finally {
    await stage.close();
  }
}

class WindowFaults {
  #window: Window;

  constructor(private readonly stage: Stage) {
    this.#window = stage.window;
  }

  async presses(): Promise<string[]> {
    const { wiki } = this.stage;
    await this.#open('presses');
    wiki.script(stall);
    await this.#press(100);
    await answerSteps(this.#window, guides);
    await until('the request', () => wiki.stalled === 1);
    await this.#press(100);
    const warned = await this.#window.notification('is already being published');
    wiki.release();
    const told = await this.#told('was published');
    assert.equal(wiki.requests.length, 1);
    return [`${warned.message} ${told}`, this.#page('presses')];
  }

  async clockAhead(): Promise<string[]> {
    const { wiki } = this.stage;
    await this.#open('clock');
    const issuedAt = Date.now() - 12 * hour;
    await enterToken(this.#window, await wiki.createToken({ issuedAt, expiresAt: Date.now() + 12 * hour }));
    const before = wiki.requests.length;
    await this.#window.command('Probe: Day Ahead');
    await this.#window.command('Publish to Wiki');
    const told = await this.#window.quickMessage(
      /The API token for Team Wiki expired on .* An administrator creates a new one/,
    );
    await this.#window.escape();
    assert.equal(wiki.requests.length, before);
    await this.#window.command('Probe: Right Time');
    await this.#publish('clock');
    await this.#told('was published');
    return [told, `the token; with the right time, ${this.#page('clock')}`];
  }

  async clockBehind(): Promise<string[]> {
    const { wiki } = this.stage;
    await enterNewToken(this.#window, wiki);
    await this.#window.command('Probe: Day Behind');
    await this.#window.command('Publish to Wiki');
    await this.#window.quickPick(/Publish Anyway: /);
    const told = await this.#told('was published');
    await this.#window.command('Probe: Right Time');
    return [told, `${this.#page('clock', 2)}, updated`];
  }

  async unsent(file: keyof typeof unsent, text: string): Promise<string[]> {
    const before = this.stage.wiki.requests.length;
    await this.#window.openFile(file);
    await this.#window.closeNotifications();
    await this.#window.command('Publish to Wiki');
    const told = await this.#told(text);
    assert.equal(this.stage.wiki.requests.length, before);
    return [told, 'what is in the wiki; nothing was sent'];
  }

  /** What the person reads when they are asked for another title. */
  async inert(): Promise<string[]> {
    const window = this.#window;
    await window.openFile('inert.md');
    await window.command('Publish to Wiki');
    await this.#told('was published');
    await askTitle(window, '5:11');
    const told = await window.quick.message(/creates a second page/);
    assert.equal(await window.page.locator('.quick-input-widget .quick-input-message a').count(), 0);
    await window.escape();
    const { pages } = this.stage.wiki.pages;
    assert.equal(pages.filter(({ title }) => title === inert).length, 1);
    return [told, 'the page under its title, and nothing that a click would run'];
  }

  async memory(): Promise<string[]> {
    const before = await this.#host();
    const [told = '', kept] = await this.unsent('memory.md', 'takes too much time or memory to read');
    await this.#window.command('Close Editor');
    assert.equal(await this.#host(), before);
    return [told, `the extension host, and ${kept}`];
  }

  /** The number of its process. */
  async #host(): Promise<number> {
    await this.#window.command('Probe: Start Meter');
    return Number(/\d+/.exec(await this.#told('process '))?.[0]);
  }

  async tokenReplaced(): Promise<string[]> {
    const { wiki } = this.stage;
    wiki.script(stall);
    await this.#publish('token');
    await until('the request', () => wiki.stalled === 1);
    const next = await wiki.createToken();
    await enterToken(this.#window, next);
    wiki.release();
    const told = await this.#told('was published');
    assert.notEqual(wiki.requests.at(-1)?.headers.authorization, `Bearer ${next}`);
    await this.#window.command('Publish to Wiki');
    await this.#window.quickPick(/Publish Anyway: /);
    await this.#told('was published');
    assert.equal(wiki.requests.at(-1)?.headers.authorization, `Bearer ${next}`);
    return [told, `${this.#page('token', 2)}; the new token goes with the next send`];
  }

  async endpointChanged(): Promise<string[]> {
    const { wiki } = this.stage;
    const other = await startWiki();
    try {
      wiki.script(stall);
      await this.#publish('endpoint');
      await until('the request', () => wiki.stalled === 1);
      await setConnection(this.#window, other.importEndpoint);
      await this.#window.statusItem('token', 'no token');
      wiki.release();
      const told = await this.#told('was published');
      await this.#window.command('Publish to Wiki');
      await this.#window.quickTitle('API Token for Team Wiki');
      await this.#window.escape();
      assert.equal(other.connections, 0);
      return [told, `${this.#page('endpoint')}; its token was not offered to the new endpoint`];
    } finally {
      wiki.release();
      await setConnection(this.#window, wiki.importEndpoint);
      await this.#window.statusItem('token', '29 d');
      await other.close();
    }
  }

  async closed(): Promise<string[]> {
    await this.#sendUntilStalled('closed');
    // The profile outlives its last window
    const blank = await this.#window.page.context().newPage();
    const old = this.#window;
    await old.close();
    this.stage.wiki.release();
    this.#window = await old.another();
    await blank.close();
    return this.#again('closed');
  }

  async killed(): Promise<string[]> {
    const host = await this.#host();
    await this.#sendUntilStalled('killed');
    await killed(host);
    this.stage.wiki.release();
    await this.#window.reload();
    return this.#again('killed');
  }

  async #sendUntilStalled(name: Name): Promise<void> {
    const { wiki } = this.stage;
    wiki.script(stall);
    await this.#publish(name);
    await until('the request', () => wiki.stalled === 1);
    // VS Code writes its state a tenth of a second after it changed; nobody is quicker to close it
    await pause(1000);
  }

  /** In a window that knows no secret any more: what the person reads when they publish the page again. */
  async #again(name: Name): Promise<string[]> {
    await enterNewToken(this.#window, this.stage.wiki);
    await this.#window.openFile(`${name}.md`);
    await this.#window.command('Publish to Wiki');
    await this.#window.quickTitle('Publish to Wiki');
    await this.#window.accept();
    const told = await this.#told('may have arrived');
    return [told, this.#page(name)];
  }

  async #publish(name: Name): Promise<void> {
    await this.#open(name);
    await this.#window.command('Publish to Wiki');
    await answerSteps(this.#window, guides);
  }

  async #open(name: Name): Promise<void> {
    await this.#window.openFile(`${name}.md`);
    await this.#window.closeNotifications();
  }

  /** As quickly as a window takes them. */
  async #press(count: number): Promise<void> {
    const button =
      '.editor-group-container.active .editor-actions .action-label[aria-label^="Publish to Wiki"]';
    await this.#window.screen.visible('the button', this.#window.page.locator(button));
    await this.#window.page.evaluate(
      `for (let press = 0; press < ${count}; press++) document.querySelector('${button}').click()`,
    );
  }

  async #told(text: string | RegExp): Promise<string> {
    const { message } = await this.#window.notification(text);
    await this.#window.closeNotifications();
    return message;
  }

  #page(name: Name, version = 1): string {
    const titles = this.stage.wiki.pages.pages.filter(({ title }) => title === `The Page ${name}`);
    assert.deepEqual(
      titles.map((page) => [page.content, page.version]),
      [['Text.\n', version]],
    );
    return 'the page, once and whole';
  }
}
