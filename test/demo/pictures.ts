import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../host/folders.js';
import { PlanView } from '../host/planView.js';
import { WikiView } from '../host/wikiView.js';
import type { Window } from '../host/window.js';
import { setStage, type SetStage } from '../ui/setStage.js';
import { signInWithSecret } from '../ui/signingIn.js';
import { enterNewToken, enterPlatformToken, guides, lookAtChanges, savedByHand } from '../ui/steps.js';

const size = { width: 960, height: 600 };

/** What belongs to a browser’s VS Code alone, or changes from picture to picture. */
const unframed = `
  .menubar, .statusbar-item[aria-label^="Layout"], .statusbar-item[aria-label*="ort"], .activitybar .badge,
  .editor-actions [aria-label="Text Editor"] { display: none !important }
  .cursor { visibility: hidden !important }`;

const install = (minutes: string): string =>
  `# Install the App\n\nIt takes ${minutes} minutes.\n\n## Steps\n\n1. Download the [package](https://example.com/app).\n2. Start it.\n3. Sign in.\n`;

const guide = (name: string, ...links: readonly string[]): string =>
  `# ${name}\n\nWhat to know of it.\n${links.map((link) => `\n- [${link}](${link}.md)`).join('')}\n`;

const files = {
  'install.md': install('ten'),
  'release-notes.md':
    '# Release Notes\n\n![The new screen](screen.png)\n\nSee the [plan for May](plans/may.md).\n\n<!-- wiki:skip -->\nFor us alone.\n',
  'handbook/README.md': guide('Handbook', 'first-week', 'tools'),
  'handbook/first-week.md': guide('Your First Week'),
  'handbook/tools.md': guide('Our Tools'),
  'handbook/tools-we-left.md': `---\ndraft: true\n---\n${guide('Tools We Left')}`,
  'handbook/servers.md': `# Servers\n\nSign in with ${['ghp', 'x7Kq2mP9vT4sW8yB3nD6fH1jL5rC0aE7gU2i'].join('_')}.\n`,
  '.vscode/settings.json': JSON.stringify({
    'publishToWiki.space': guides.space,
    'publishToWiki.parent': guides.parent,
    'publishToWiki.folders': { handbook: 'tree' },
  }),
};

/** As WebP, which the browser writes: a PNG of this density is four times as large. */
async function write(page: Page, screenshot: Buffer, name: string): Promise<void> {
  const blank = await page.context().newPage();
  const written = await blank.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${screenshot.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.7).split(',')[1];
  })()`);
  await blank.close();
  await writeFile(path.join(projectRoot, 'media', `${name}.webp`), Buffer.from(written, 'base64'));
}

async function picture(page: Page, name: string): Promise<void> {
  await page.addStyleTag({ content: unframed });
  await page.mouse.move(size.width / 2, 2);
  // What fades in or out has no end that could be waited for
  await page.waitForTimeout(1_000);
  await write(page, await page.screenshot(), name);
}

async function inOneWindow(
  options: Parameters<typeof setStage>[0],
  take: (stage: SetStage) => Promise<void>,
): Promise<void> {
  const stage = await setStage({ size, scale: 2, ...options });
  try {
    await take(stage);
  } finally {
    await stage.close();
  }
}

const userSettings = {
  ...savedByHand,
  'breadcrumbs.enabled': false,
  'window.title': 'team-docs',
  'workbench.colorTheme': 'Default Light Modern',
};

/** So that a row’s state and file are read. */
async function widenSideBar(page: Page): Promise<void> {
  const { x = 0, width = 0 } = (await page.locator('.part.sidebar').boundingBox()) ?? {};
  const [edge, middle] = [x + width + 1, size.height / 2];
  await page.mouse.move(edge, middle);
  await page.mouse.down();
  await page.mouse.move(edge + 160, middle, { steps: 5 });
  await page.mouse.up();
}

/** The page in the browser on the right of its file in the editor. */
async function besideWiki(window: Window, address: string, name: string): Promise<void> {
  const { page } = window;
  await page.addStyleTag({ content: unframed });
  await page.waitForTimeout(1_000);
  const editor = await page.screenshot();
  const wiki = await page.context().newPage();
  await wiki.setViewportSize({ width: 560, height: size.height });
  await wiki.goto(address);
  await wiki.addStyleTag({ content: 'body { margin: 24px 32px }' });
  const shown = await wiki.screenshot();
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: size.width + 560 + 16, height: size.height });
  const image = (data: Buffer, width: number): string =>
    `<img width="${width}" src="data:image/png;base64,${data.toString('base64')}">`;
  await sheet.setContent(
    `<body style="margin:0;display:flex;gap:16px;background:#888">${image(editor, size.width)}${image(shown, 560)}</body>`,
  );
  await write(window.page, await sheet.screenshot(), name);
  await sheet.close();
  await wiki.close();
}

/** Draws the pictures of README and guide anew, in a real VS Code, as a person gets there. */
async function pictures(): Promise<void> {
  await mkdir(path.join(projectRoot, 'media'), { recursive: true });
  await inOneWindow({ files, userSettings, connected: false, name: 'team-docs' }, async ({ window }) => {
    await window.openFile('install.md');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token');
    await picture(window.page, 'setup');
  });
  await inOneWindow(
    { files, userSettings, persistentSecrets: true, exporting: 'pages', name: 'team-docs' },
    async (stage) => {
      const { window, wiki, folder } = stage;
      await enterNewToken(window, wiki);
      await window.openFile('release-notes.md');
      await window.problems();
      await picture(window.page, 'problems');
      await window.command('View: Toggle Panel Visibility');
      await window.openFile('install.md');
      await window.clickEditorTitle('Publish to Wiki');
      await window.quick.titled('Publish to Wiki');
      await picture(window.page, 'question');
      await window.accept();
      await window.notification('“Install the App” was published.');
      const page = wiki.pages.findPage(guides.space, guides.parent, 'Install the App');
      const address = `${wiki.origin}/wiki/spaces/DOCS/pages/${page?.id ?? ''}`;
      await besideWiki(window, address, 'publish');
      await enterPlatformToken(window, wiki);
      await window.closeNotifications();

      const plan = new PlanView(window.screen);
      await window.explorerContext('handbook', 'Publish Folder as Wiki Pages…');
      await plan.says(/1 file needs a decision\./);
      await plan.maximize(true);
      await picture(window.page, 'plan');
      await plan.publish();
      await window.notification(/^3 pages were published\./);
      await window.closeNotifications();
      await picture(window.page, 'plan-outcome');
      await plan.maximize(false);
      await plan.more('Clear');

      await window.fromPalette('Sign In for Export');
      await signInWithSecret(stage);
      await window.notification('You are signed in for export.');
      await window.closeNotifications();

      await writeFile(path.join(folder, 'install.md'), install('five'));
      const view = new WikiView(window.screen);
      await view.open();
      await view.showFiles(false);
      await widenSideBar(window.page);
      await picture(window.page, 'wiki-view');
      await view.showFiles(true);

      if (page !== undefined) {
        wiki.pages.edit(page, { content: install('twelve') });
      }
      await window.openFile('install.md');
      await window.command('Publish Again');
      const asked = await window.dialog();
      await picture(window.page, 'changed-in-wiki');
      await asked.click('Compare');
      await lookAtChanges(window, 'install.md');
      await picture(window.page, 'compare-with-wiki');
    },
  );
}

void pictures();
