import assert from 'node:assert/strict';
import path from 'node:path';
import type { Browser, Frame, BrowserContext, Page } from 'playwright-core';
import { countActions } from './actions.js';
import { keyOf } from './commandKeys.js';
import { dialog, type Dialog } from './dialog.js';
import { Editor } from './editor.js';
import { keepShown } from './leaks.js';
import { Menus } from './menus.js';
import { Notifications, type Notification, type NotificationText } from './notifications.js';
import { Palette } from './palette.js';
import { QuickInput, type QuickRow } from './quickInput.js';
import { matches, oneLine, Screen } from './screen.js';
import type { Server } from './startServer.js';
import { hasStatusItem, statusItem, type StatusItem } from './statusItem.js';
import { trustFolder } from './trust.js';

export interface WindowOptions {
  readonly server: Pick<Server, 'origin' | 'url' | 'remoteUri'>;
  readonly browser: Browser;
  readonly folder?: string;
  /** Opened at the start, by its path in the folder. */
  readonly file?: string;
  readonly timeoutMs?: number;
  readonly language?: string;
  readonly size?: { width: number; height: number };
  /** Pixels of the screen for one of the page. */
  readonly scale?: number;
  /** What the person does is counted, in `actions`. */
  readonly counted?: boolean;
}

/** Runs inside the page from its start: a progress bar that moves for ever is drawn sixty times a second. */
const moveOnce = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { animation-iteration-count: 1 !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** One window of VS Code, as the person in front of it sees and works it. */
export class Window {
  readonly screen: Screen;
  readonly quick: QuickInput;
  readonly editor: Editor;
  readonly menus: Menus;
  readonly palette: Palette;
  readonly #notifications: Notifications;
  /** What the person did in this window and in what it opened: empty unless it is counted. */
  actions: readonly string[] = [];
  readonly #popups: Page[] = [];

  private constructor(
    readonly page: Page,
    readonly options: WindowOptions,
  ) {
    this.screen = new Screen(page, options.timeoutMs ?? 60_000);
    this.quick = new QuickInput(this.screen);
    this.menus = new Menus(this.screen);
    this.palette = new Palette(this.screen, this.quick);
    this.editor = new Editor(this.screen, this.palette, this.quick);
    this.#notifications = new Notifications(this.screen);
    page.setDefaultTimeout(15_000);
    page.setDefaultNavigationTimeout(60_000);
    page.on('popup', (popup) => this.#popups.push(popup));
    // Leaving a window with unsaved text asks first, and nobody is there to answer
    page.on('dialog', (question) => void question.accept().catch(() => undefined));
  }

  /** A window of its own browser profile: nothing is shared with others, secrets included. */
  static async open(options: WindowOptions): Promise<Window> {
    const viewport = options.size ?? { width: 1280, height: 800 };
    const context = await options.browser.newContext({
      viewport,
      deviceScaleFactor: options.scale ?? 1,
      locale: options.language ?? 'en-US',
      // What moves is waited for, and drawn without a graphics card
      reducedMotion: 'reduce',
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: options.server.origin });
    const actions = options.counted === true ? await countActions(context) : [];
    const window = await Window.#load(context, options);
    window.actions = actions;
    return window;
  }

  /** A second window of the same person. */
  async another(options: Partial<WindowOptions> = {}): Promise<Window> {
    return Window.#load(this.page.context(), { ...this.options, ...options });
  }

  static async #load(context: BrowserContext, options: WindowOptions): Promise<Window> {
    const window = new Window(await context.newPage(), options);
    await window.page.addInitScript(keepShown);
    await window.page.addInitScript(moveOnce);
    const { server, folder, file } = options;
    const payload: [string, string][] =
      file === undefined ? [] : [['openFile', server.remoteUri(path.join(folder ?? '', file))]];
    await window.page.goto(server.url({ ...(folder === undefined ? {} : { folder }), payload }));
    await window.#ready();
    return window;
  }

  async #ready(): Promise<void> {
    // The workbench's own mark; before it, contributed commands may be missing or wait unseen
    const loaded = 'performance.getEntriesByName("code/didLoadExtensions").length > 0';
    await this.screen.until('the window to load', async () => this.page.evaluate<boolean>(loaded), 90_000);
  }

  /** Opens a `.code-workspace` file in this window. */
  async openWorkspace(file: string): Promise<void> {
    await this.page.goto(this.options.server.url({ folder: file }));
    await this.#ready();
    const folder = this.page.locator('.explorer-folders-view .monaco-list-row').first();
    await this.screen.until('the folders of the workspace', async () => {
      // VS Code may read the file before its server answers: it then has no folder, or restarts the extension host
      await this.reload();
      return folder.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.#ready();
  }

  /** Waits until VS Code wrote down something like this of what its extensions keep: a reload loses what it did not. */
  async stored(wanted: RegExp): Promise<void> {
    await this.screen.until(`${String(wanted)} to be stored`, async () =>
      (await this.page.evaluate<string[]>(storedTexts)).some((text) => wanted.test(text)),
    );
  }

  /** Closes the window, and the browser profile with its last one. */
  async close(): Promise<void> {
    const context = this.page.context();
    await this.page.close();
    await Promise.all(this.#popups.map(async (popup) => popup.close()));
    if (context.pages().length === 0) {
      await context.close();
    }
  }

  async openFile(name: string): Promise<void> {
    // A whole path is found without the search program
    const file = path.join(this.options.folder ?? '', name);
    await this.palette.take(file, ({ label }) => label === path.basename(name));
    await this.activeTab(path.basename(name));
  }

  async openFromExplorer(name: string): Promise<void> {
    await this.menus.openFile(name);
    await this.activeTab(path.basename(name));
  }

  /** Closes the active editor and forgets what is not saved in it; what is opened next might be closed with it. */
  async revertAndClose(): Promise<void> {
    const tabs = this.page.locator('.tabs-container .tab');
    const before = await tabs.count();
    await this.fromPalette('View: Revert and Close Editor');
    await this.screen.until('the editor to close', async () => (await tabs.count()) < before);
  }

  /** Waits until the active tab is called so, or answers with its name. */
  async activeTab(name?: string | RegExp): Promise<string> {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    return this.screen.until(`the tab ${String(name ?? '')}`, async () => {
      const text = (await tab.getAttribute('data-resource-name', { timeout: 500 })) ?? '';
      return name === undefined || matches(text, name) ? text : undefined;
    });
  }

  async newUntitled(text: string, language = 'Markdown'): Promise<void> {
    await this.command('New Untitled Text File');
    await this.activeTab(/^Untitled/);
    await this.command('Change Language Mode');
    await this.quick.pick(language);
    await this.quick.hidden();
    await this.editor.type(text);
  }

  /** Waits until a Markdown preview shows this; answers with the frame that it is in. */
  preview = async (wanted: RegExp): Promise<Frame> => this.frame(wanted, 'body.vscode-body');

  /** Waits until a frame shows this. */
  async frame(wanted: RegExp, selector = 'body'): Promise<Frame> {
    return this.screen.until(`the frame ${String(wanted)}`, async () => {
      for (const frame of this.page.frames()) {
        const body = frame.locator(selector);
        if (wanted.test(await body.innerText({ timeout: 500 }).catch(() => ''))) {
          return frame;
        }
      }
      return undefined;
    });
  }

  clipboard = async (): Promise<string> => this.screen.clipboard();

  /** Waits until the clipboard holds this. */
  async copied(text: string): Promise<void> {
    await this.screen.until(`“${text}” in the clipboard`, async () => (await this.clipboard()) === text);
  }

  /** The rows of the Problems view. */
  async problems(): Promise<string[]> {
    await this.command('Focus on Problems View');
    const rows = this.page.locator('.markers-panel-container .monaco-list-row');
    await this.screen.visible('the Problems view', this.page.locator('.markers-panel-container'));
    return (await rows.allInnerTexts()).map(oneLine);
  }

  /** Waits for a page that the window opened in the browser, and that is still open. */
  async opened(url: string | RegExp): Promise<Page> {
    return this.screen.until(`a page ${String(url)}`, () =>
      Promise.resolve(this.#popups.find((popup) => !popup.isClosed() && matches(popup.url(), url))),
    );
  }

  /** Trusts the folder of a server that was started with `workspaceTrust`. */
  trustFolder = async (): Promise<void> => trustFolder(this.screen, this.palette);

  /** Runs a command by its title, with or without its category: by its key, unless what a person does is counted. */
  command = async (title: string): Promise<void> => {
    const key = this.options.counted === true ? undefined : keyOf(title);
    await (key === undefined ? this.fromPalette(title) : this.page.keyboard.press(key));
  };
  fromPalette = async (title: string): Promise<void> => this.palette.run(title);
  /** Runs a command that the palette does not have. */
  byKey = async (title: string): Promise<void> =>
    this.page.keyboard.press(keyOf(title) ?? assert.fail(`${title} has no key.`));
  hasCommand = async (title: string): Promise<boolean> => this.palette.offers(title);

  clickEditorTitle = async (label: string): Promise<void> => this.menus.clickEditorTitle(label);
  explorerContext = async (file: string, item: string): Promise<void> => this.menus.explorer(file, item);
  editorContext = async (item: string): Promise<void> => this.menus.editor(item);

  quickTitle = async (title: string | RegExp): Promise<string> => this.quick.titled(title);
  quickRows = async (): Promise<QuickRow[]> => this.quick.rows();
  quickPick = async (label: string | RegExp): Promise<void> => this.quick.pick(label);
  quickType = async (text: string): Promise<void> => this.quick.type(text);
  quickValue = async (): Promise<string> => this.quick.value();
  quickPlaceholder = async (): Promise<string> => this.quick.placeholder();
  quickMessage = async (wanted: RegExp): Promise<string> => this.quick.message(wanted);
  quickBack = async (): Promise<void> => this.quick.back();
  quickIsPassword = async (): Promise<boolean> => this.quick.isPassword();
  accept = async (): Promise<void> => this.quick.accept();
  escape = async (): Promise<void> => this.quick.escape();
  notification = async (text: string | RegExp, timeoutMs?: number): Promise<Notification> =>
    this.#notifications.one(text, timeoutMs);
  notifications = async (): Promise<NotificationText[]> => this.#notifications.all();
  closeNotifications = async (): Promise<void> =>
    this.#notifications.clear(async () => this.command('Clear All Notifications'));
  statusItem = async (id: string, text?: string | RegExp): Promise<StatusItem> =>
    statusItem(this.screen, id, text);
  hasStatusItem = async (id: string): Promise<boolean> => hasStatusItem(this.screen, id);
  /** Waits for a message that an extension shows in the status bar for a while. */
  statusMessage = async (text: string): Promise<StatusItem> =>
    statusItem(this.screen, 'status.extensionMessage', text);
  dialog = async (): Promise<Dialog> => dialog(this.screen);
  screenshot = async (name: string): Promise<void> => this.screen.screenshot(name);
}

/** Runs in the browser: all texts in the databases in which VS Code for the web keeps its state. */
const storedTexts = `(async () => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const texts = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const values = await answer(database.transaction(store).objectStore(store).getAll());
      texts.push(...values.filter((value) => typeof value === 'string'));
    }
    database.close();
  }
  return texts;
})()`;
