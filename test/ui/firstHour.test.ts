import assert from 'node:assert/strict';
import { oneLine } from '../host/screen.js';
import { onStage } from './stage.js';
import { guides } from './steps.js';

const stepNames = ['Set up your wiki', 'Publish a Markdown file', 'See how long the token is still valid'];

describe('The first hour, with keys alone and a screen reader', () => {
  const stage = onStage({
    connected: false,
    files: { 'notes.md': '# Release Notes\n\nAll **new** things.\n' },
    userSettings: { 'editor.accessibilitySupport': 'on' },
  });

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await stage.window.page.keyboard.press(key);
    }
  }

  /** Writes where the focus is, and goes on once the box has it. */
  async function answer(title: string, text?: string): Promise<void> {
    const { window } = stage;
    await window.quickTitle(title);
    if (text !== undefined) {
      await press('ControlOrMeta+A');
      await window.page.keyboard.insertText(text);
    }
    await press('Enter');
  }

  async function openList(key: string, begins: string): Promise<void> {
    const { quick, screen } = stage.window;
    await screen.until(`what ${key} opens`, async () => (await quick.openWith(key)) === begins);
  }

  /** What comes to the front meanwhile takes the focus: the palette is then opened again. */
  async function run(command: string): Promise<void> {
    const { page, quick, screen } = stage.window;
    const row = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: command });
    await screen.until(`the command ${command}`, async () => {
      if (!(await quick.openWith('F1')).startsWith('>') || !(await quick.tryToType(`>${command}`))) {
        return false;
      }
      await row.waitFor({ timeout: 3000 });
      await press('Enter');
      return true;
    });
  }

  /** What has the focus, as a screen reader names it. */
  const focused = async (): Promise<string> =>
    oneLine(
      await stage.window.page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText',
      ),
    );

  /** Presses the key until what has the focus is called so. `from`: the command that leads to where that begins. */
  async function reach(key: string, name: RegExp, from?: string): Promise<void> {
    let before: string | undefined;
    await stage.window.screen.until(`the focus on ${String(name)}`, async () => {
      const now = await focused();
      if (name.test(now)) {
        return true;
      }
      // What is only just being drawn takes the focus back: the way then begins again
      const isStuck = now === before || before === undefined;
      await (isStuck && from !== undefined ? run(from) : undefined);
      before = now;
      await press(key);
      return false;
    });
  }

  async function walkthrough(): Promise<string[]> {
    const { window } = stage;
    await run('Open Walkthrough...');
    await window.quickTitle('');
    await window.page.keyboard.insertText('Publish your first page');
    await press('Enter');
    const steps = window.page.locator('.getting-started-step');
    await window.screen.visible('the walkthrough', steps);
    return (await steps.allInnerTexts()).map(oneLine);
  }

  const done = async (): Promise<string[]> =>
    (await stage.window.page.locator('.getting-started-step:has(.codicon.complete)').allInnerTexts()).map(
      oneLine,
    );

  it('the walkthrough begins with the setup', async () => {
    const { window } = stage;
    const steps = await walkthrough();
    const names = stepNames.toSpliced(2, 0, 'Add a platform token');
    assert.equal(steps.length, names.length);
    for (const [at, name] of names.entries()) {
      assert.ok(steps[at]?.startsWith(name), name);
    }
    // What is only just being drawn takes the focus back, from the button or from its box: the button is then pressed again
    await window.screen.until('the box that the button opens, and Escape closes', async () => {
      await reach('Tab', /^Set Up Publish to Wiki/);
      await press('Enter');
      const seen = await window.screen.until('what Enter does', async () =>
        (await window.quick.isShown())
          ? 'shown'
          : (await focused()).startsWith('Set Up Publish to Wiki')
            ? false
            : 'lost',
      );
      if (seen === 'lost') {
        return false;
      }
      await window.quickTitle('Set Up: Endpoint and API Token');
      return window.quick.isLeftWith('Escape');
    });
    // A button that was pressed is nothing that was done
    assert.deepEqual(await done(), []);
  });

  it('a file is published, each box says what it wants, and the notification’s button is reached', async () => {
    const { window, wiki } = stage;
    const row = window.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'notes.md' });
    const tab = window.page.locator('.tab.active[data-resource-name="notes.md"]');
    // What comes to the front meanwhile closes the list of files
    await window.screen.until('the file', async () => {
      await press('Escape');
      await openList('ControlOrMeta+P', '');
      await window.page.keyboard.insertText(`${stage.folder}/notes.md`);
      await row.waitFor({ timeout: 3000 });
      await press('Enter');
      await tab.waitFor({ timeout: 3000 });
      return true;
    });
    await run('Publish to Wiki');
    await window.quickTitle('Connect to a Wiki');
    assert.match(await focused(), /^Import endpoint: https:.* - Connect to a Wiki$/);
    await answer('Connect to a Wiki', wiki.importEndpoint);
    await window.quickMessage(/^The token from the wiki’s token screen/);
    await answer('Connect to a Wiki', await wiki.createToken());
    await window.quickTitle('Publish to Wiki');
    assert.equal(
      await focused(),
      'Paste the address of the page to publish under, or enter its ID - Publish to Wiki',
    );
    await answer('Publish to Wiki', guides.parent);
    await answer('The ID of the Space', guides.space);
    await window.quickTitle('Publish to Wiki');
    assert.equal(await focused(), 'Press Enter to publish - Publish to Wiki');
    await press('Enter');
    await window.notification('“Release Notes” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Release Notes'));
    await reach('Tab', /^Save Destination/, 'Focus Notification Toast');
    await press('Enter');
    await window.statusMessage('Destination saved to the file’s front matter');
  });

  it('the status bar is reached', async () => {
    const { window } = stage;
    await reach('ArrowRight', /^Wiki API token: 29 days left/, 'Focus Status Bar');
    await press('Enter');
    await window.quickTitle(/^Connection “127/);
    await press('Escape');
  });

  it('the walkthrough has ticked off what was done', async () => {
    const { window } = stage;
    await walkthrough();
    const names = await done();
    for (const [at, name] of stepNames.entries()) {
      assert.ok(names[at]?.startsWith(name), name);
    }
    await window.screenshot('walkthrough');
  });
});
