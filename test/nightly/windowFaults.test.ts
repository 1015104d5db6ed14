import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { killed } from '../host/killed.js';
import { PlanView } from '../host/planView.js';
import type { Window } from '../host/window.js';
import { probe } from '../ui/probe.js';
import { onStage } from '../ui/stage.js';
import {
  answerList,
  askTitle,
  enterNewToken,
  enterPlatformToken,
  enterToken,
  guides,
  inGuides,
} from '../ui/steps.js';
import { startWiki } from '../wiki/wiki.js';

const stall = { do: 'stall', processed: true } as const;
const names = ['presses', 'token', 'endpoint', 'closed', 'killed'] as const;
type Name = (typeof names)[number];
const inert = '[Run](command:workbench.action.openSettings)';
const lost = Array.from({ length: 6 }, (_, index) => `lost ${index}`);

describe('A fault that only a window has', function () {
  this.timeout(240_000);
  const stage = onStage({
    files: {
      ...Object.fromEntries(names.map((name) => [`${name}.md`, `# The Page ${name}\n\nText.\n`])),
      ...Object.fromEntries(lost.map((title, index) => [`lost/${index}.md`, page(title)])),
      // Less than is read at most, and more than a parse may take of memory
      'memory.md': '<!--a-->\n\n'.repeat(390_000),
      'inert.md': `${inGuides(`  title: "${inert}"`)}Text.\n`,
    },
    neighbours: [probe],
  });
  let window: Window;

  before(async () => {
    ({ window } = stage);
    await enterNewToken(window, stage.wiki);
  });

  it('is a hundred quick presses of the button: one page, once', async () => {
    const { wiki } = stage;
    await open('presses');
    wiki.script(stall);
    await press(100);
    await answerList(window, guides);
    await requested(1);
    const before = wiki.requests.length;
    await press(100);
    await window.notification('is already being published');
    wiki.release();
    await told('was published');
    assert.equal(wiki.requests.length, before);
    assertOnce('presses');
  });

  it('is a document whose parse takes too much memory: the extension host lives on, and nothing is sent', async () => {
    const before = [await hostProcess(), stage.wiki.requests.length];
    await window.openFile('memory.md');
    await window.closeNotifications();
    await window.command('Publish to Wiki');
    await told(/takes too much time or memory to read\. Nothing was sent/);
    await window.command('Close Editor');
    assert.deepEqual([await hostProcess(), stage.wiki.requests.length], before);
  });

  it('is a title that is a link to a command: nothing that a click would run', async () => {
    await window.openFile('inert.md');
    await window.command('Publish to Wiki');
    await told('was published');
    await askTitle(window, '5:11');
    assert.match(await window.quick.message(/creates a second page/), /“\[Run\] \(command:/);
    assert.equal(await window.page.locator('.quick-input-widget .quick-input-message a').count(), 0);
    await window.escape();
    assert.equal(stage.wiki.pages.pages.filter(({ title }) => title === inert).length, 1);
  });

  it('is a token that is replaced while a page is sent: the new one goes with the next send', async () => {
    const { wiki } = stage;
    await sendUntilStalled('token');
    const next = await wiki.createToken();
    await enterToken(window, next);
    wiki.release();
    await told('was published');
    await window.command('Publish to Wiki');
    await window.quickPick(/Publish Anyway: /);
    await told('was published');
    assert.equal(wiki.requests.at(-1)?.headers.authorization, `Bearer ${next}`);
    assertOnce('token', 2);
  });

  it('is an endpoint that changes while a page is sent: it is offered no token of the old one', async () => {
    const other = await startWiki();
    try {
      await sendUntilStalled('endpoint');
      await setConnection(other.importEndpoint);
      await (await window.dialog()).click('It’s a Different Wiki');
      await window.statusItem('token', 'no token');
      stage.wiki.release();
      await told('was published');
      await window.command('Publish to Wiki');
      await window.quickTitle('API Token for Team Wiki');
      await window.escape();
      assert.equal(other.connections, 0);
      assertOnce('endpoint');
    } finally {
      stage.wiki.release();
      await setConnection(stage.wiki.importEndpoint);
      await window.statusItem('token', '29 d');
      await other.close();
    }
  });

  it('is a connection that is removed in the middle of a run: every page, once, and none of its tokens', async () => {
    const { wiki } = stage;
    const atATime = 4;
    await enterPlatformToken(window, wiki);
    await window.closeNotifications();
    await window.explorerContext('lost', 'Publish Folder as Wiki Pages…');
    const plan = new PlanView(window.screen);
    await plan.says(/^“.*”: .*\b[1-9]\d* pages? will be published\./);
    wiki.script(...Array.from({ length: atATime }, () => stall));
    await plan.publish();
    await requested(atATime);
    await setConnections([]);
    await window.statusMessage('Team Wiki was removed, and its tokens with it');
    wiki.release();
    await window.notification(/^6 pages were published\.$/);
    const found = wiki.pages.pages.filter(({ title }) => lost.includes(title));
    assert.deepEqual(
      found.map(({ version, content }) => [version, content]),
      lost.map(() => [1, 'Text.\n']),
    );
    await assertNothingKept();
    await connectAgain();
  });

  it('is a connection whose address changed: the tokens that stayed behind can be removed', async () => {
    await enterPlatformToken(window, stage.wiki);
    await setConnection(`${stage.wiki.importEndpoint}-moved`);
    await (await window.dialog()).click('It’s a Different Wiki');
    await window.statusItem('token', 'no token');
    await window.command('Remove All Data…');
    const dialog = await window.dialog();
    assert.match(dialog.detail, /API token for http.*, which no connection uses/);
    assert.match(dialog.detail, /Platform token for/);
    await dialog.click('Remove All Data');
    await window.notification('All data of Publish to Wiki was removed.');
    await assertNothingKept();
    await connectAgain();
  });

  it('is a window that closes while a page is sent: the next one says that it may have arrived', async () => {
    await sendUntilStalled('closed');
    // The profile outlives its last window
    const blank = await window.page.context().newPage();
    const old = window;
    await old.close();
    stage.wiki.release();
    window = await old.another();
    await blank.close();
    await assertMayHaveArrived('closed');
  });

  it('is an extension host that is killed while a page is sent: the next one says that it may have arrived', async () => {
    const host = await hostProcess();
    await sendUntilStalled('killed');
    await killed(host);
    stage.wiki.release();
    await window.reload();
    await assertMayHaveArrived('killed');
  });

  async function hostProcess(): Promise<number> {
    await window.command('Probe: Start Meter');
    return Number(/\d+/.exec(await told('process '))?.[0]);
  }

  async function sendUntilStalled(name: Name): Promise<void> {
    stage.wiki.script(stall);
    await open(name);
    await window.command('Publish to Wiki');
    await answerList(window, guides);
    await requested(1);
    // VS Code writes its state a tenth of a second after it changed; nobody is quicker to close it
    await pause(1000);
  }

  async function requested(count: number): Promise<void> {
    await window.screen.until('the requests', () => Promise.resolve(stage.wiki.stalled === count));
  }

  /** In a window that knows no secret any more. */
  async function assertMayHaveArrived(name: Name): Promise<void> {
    await enterNewToken(window, stage.wiki);
    await window.openFile(`${name}.md`);
    await window.command('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.accept();
    await told('may have arrived');
    assertOnce(name);
  }

  async function open(name: Name): Promise<void> {
    await window.openFile(`${name}.md`);
    await window.closeNotifications();
  }

  /** As quickly as a window takes them. */
  async function press(count: number): Promise<void> {
    const button =
      '.editor-group-container.active .editor-actions .action-label[aria-label^="Publish to Wiki"]';
    await window.screen.visible('the button', window.page.locator(button));
    await window.page.evaluate(
      `for (let press = 0; press < ${count}; press++) document.querySelector('${button}').click()`,
    );
  }

  async function told(text: string | RegExp): Promise<string> {
    const { message } = await window.notification(text);
    await window.closeNotifications();
    return message;
  }

  function assertOnce(name: Name, version = 1): void {
    const pages = stage.wiki.pages.pages.filter(({ title }) => title === `The Page ${name}`);
    assert.deepEqual(
      pages.map((each) => [each.content, each.version]),
      [['Text.\n', version]],
    );
  }

  async function setConnection(endpoint: string): Promise<void> {
    await setConnections([{ name: 'Team Wiki', endpoint }]);
    await window.screen.until('the setting', async () =>
      (await readFile(stage.server.settingsFile, 'utf8')).includes(`"${endpoint}"`),
    );
  }

  async function setConnections(connections: readonly object[]): Promise<void> {
    await window.command('Probe: Set Connections');
    await window.quickTitle('Connections');
    await window.quickType(JSON.stringify(connections));
    await window.accept();
  }

  async function assertNothingKept(): Promise<void> {
    await window.command('Remove All Data…');
    const dialog = await window.dialog();
    assert.doesNotMatch(dialog.detail, /•/);
    await dialog.click('Cancel');
  }

  async function connectAgain(): Promise<void> {
    await setConnection(stage.wiki.importEndpoint);
    await window.screen.until('the connection', async () => {
      await window.command('Manage Connections…');
      const title = await window.quickTitle(/./);
      await window.escape();
      return title.startsWith('Connection “');
    });
    await enterNewToken(window, stage.wiki);
    await window.closeNotifications();
  }
});

function page(title: string): string {
  return `${inGuides()}# ${title}\n\nText.\n`;
}
