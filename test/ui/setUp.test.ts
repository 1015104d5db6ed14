import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { startWiki } from '../wiki/wiki.js';
import { onStage } from './stage.js';
import {
  guides,
  manage,
  removeAllData,
  savedByHand,
  userSettings,
  wantsPage,
  withDamagedSignature,
} from './steps.js';

describe('Setting up', () => {
  const stage = onStage({
    connected: false,
    userSettings: savedByHand,
    files: {
      'docs/notes.md': '# Release Notes\n\nAll new.\n',
      'whither.md': '# Whither\n\nText.\n',
    },
  });
  const host = (): string => new URL(stage.wiki.importEndpoint).host;

  it('leads from endpoint, token and page, pasted at once, to the first page', async () => {
    const { window, wiki } = stage;
    await window.openFile('docs/notes.md');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token');
    await window.screenshot('set-up-1');
    const page = `${wiki.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;
    const token = await wiki.createToken();
    await window.quickType(`Endpoint: ${wiki.importEndpoint} or ${wiki.importEndpoint}/2`);
    await window.quickMessage(/^There are several endpoints, tokens or pages in this text\./);
    await window.quickType(
      `Endpoint: ${wiki.importEndpoint}, API token: ${withDamagedSignature(token)} Page: <${page}>`,
    );
    await window.screen.until('the token to be hidden', async () => window.quickIsPassword());
    await window.accept();
    // Nothing goes on with a token that the wiki refused
    const refused = /^The wiki refused this token: .* Copy it again\./;
    await window.quickMessage(refused);
    await window.screenshot('set-up-refused');
    await window.quickType(withDamagedSignature(await wiki.createToken()));
    await window.accept();
    await window.quickMessage(refused);
    await window.quickTitle('Set Up: Endpoint and API Token');
    assert.equal(await window.quickIsPassword(), true);
    assert.deepEqual(await window.notifications(), []);
    await window.quickType(token);
    await window.accept();
    // Of the keys between two boxes, none reaches the document
    await window.page.evaluate(`
      globalThis.outsideBoxes = [];
      document.addEventListener('focusin', ({ target }) => {
        if (target.closest('.quick-input-widget') === null) outsideBoxes.push(target.className);
      });
    `);
    const asked = new AbortController();
    const typing = (async () => {
      while (!asked.signal.aborted) {
        await window.page.keyboard.press('x');
      }
    })();
    try {
      await spaceAsked();
    } finally {
      asked.abort();
      await typing;
    }
    assert.deepEqual(await window.page.evaluate('outsideBoxes'), [], 'what had the focus between two boxes');
    await window.page.keyboard.insertText(wiki.platformToken);
    await window.quick.asks(
      'A token was removed from here: use “Enter a Platform Token…” or “Manage Connections…”.',
    );
    await window.screenshot('set-up-2');
    assert.equal(await window.quickValue(), '');
    assert.deepEqual(
      (await window.quickRows()).map(({ label, focused }) => [label, focused]),
      [
        ['Show the ID in the Browser', true],
        ['Enter a Platform Token…', false],
      ],
    );
    await window.quickPick('Enter a Platform Token…');
    await enterPlatformToken('nonsense');
    await window.quickMessage(/^The wiki did not take the token alone\./);
    await window.quickType('me@example.org');
    await window.accept();
    await window.quickMessage(/refused this token with this e-mail address\. Check both\./);
    await window.screenshot('set-up-platform-token');
    await window.quickBack();
    await window.quickMessage(new RegExp(`It is sent to ${host()} and nowhere else`));
    await window.quickBack();
    await window.quickMessage(/^Is this your wiki’s address\?/);
    await window.quickBack();
    await spaceAsked();
    assert.deepEqual(await window.notifications(), []);
    await window.quickType(guides.space);
    await window.screenshot('set-up-3');
    await window.accept();
    await window.quickTitle('Publish to Wiki');
    assert.equal((await window.quickRows())[0]?.label, 'Publish “Release Notes” under page 100102 in DOCS');
    await window.screenshot('set-up-4');
    await window.accept();
    await window.notification('“Release Notes” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'Release Notes'));
    assert.equal(await window.editor.text(), '# Release Notes\n\nAll new.\n');
  });

  it('ends with a publish, or says what is next where no file is open', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await window.command('Set Up…');
    await window.quick.asks('Nothing has changed since the last publish');
    await window.escape();
    // Escape ends a test that has no answer
    wiki.script({ do: 'stall' });
    await window.command('Set Up…');
    await window.quickMessage(/^Testing the connection to /);
    await window.screen.until('the request', () => Promise.resolve(wiki.stalled === 1));
    await window.escape();
    await window.quick.hidden();
    wiki.release();
    await window.command('View: Close All Editors');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Ready to Publish');
    assert.equal(await window.quickPlaceholder(), `“${host()}” is connected: API token accepted.`);
    await window.screenshot('set-up-5');
    assert.deepEqual(
      (await window.quickRows()).map(({ label }) => label),
      ['Open a Markdown File…', 'Write a New Markdown File'],
    );
    // A box that takes the place of another one stays
    await manage(window, /Replace API Token…$/);
    await window.quickTitle(/^API Token for /);
    await window.quickType('nonsense');
    await window.quickMessage(/not a complete API token/);
    await window.escape();
  });

  it('takes the same file to a second wiki, which is added on the way, with eight actions', async () => {
    const { window } = stage;
    const second = await startWiki();
    try {
      await window.closeNotifications();
      await window.openFile('docs/notes.md');
      await window.command('Publish to Wiki');
      await window.quickTitle('Publish to Wiki');
      await window.screenshot('another-wiki');
      await window.quickPick('To Another Wiki…');
      // Nothing of the first one is proposed
      await window.quickTitle('Connect to a Wiki');
      const page = `${second.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;
      await window.quickType(`${second.importEndpoint} ${await second.createToken()} ${page}`);
      second.script({ do: 'stall' });
      await window.accept();
      const { host } = new URL(second.origin);
      // What is typed before the wiki answers goes nowhere, least of all into the document
      await window.quickMessage(new RegExp(`^Testing the connection to ${host}`));
      await window.screen.until('the request', () => Promise.resolve(second.stalled === 1));
      await window.screen.until('the box to be busy', () => window.quick.isBusy());
      await window.page.keyboard.type('My Wiki');
      await window.screenshot('second-wiki-tested');
      second.release();
      await window.quickMessage(/^The name that lists and questions show for this wiki\./);
      assert.equal(await window.quickValue(), host);
      await window.accept();
      await window.quick.asks(/^Enter the ID of the space DOCS/);
      await window.quickType(guides.space);
      await window.accept();
      await window.quickTitle(`Publish to Wiki · ${host}`);
      const [row] = await window.quickRows();
      assert.deepEqual(
        [row?.label, row?.detail],
        [
          'Publish “Release Notes” under page 100102 in DOCS',
          'If a page with this title is there, nothing is published.',
        ],
      );
      await window.screenshot('second-wiki');
      assert.equal(await window.editor.text(), '# Release Notes\n\nAll new.\n');
      await window.accept();
      await window.notification(`“Release Notes” was published to ${host}.`);
      assert.ok(second.pages.findPage(guides.space, guides.parent, 'Release Notes'));
      await window.closeNotifications();
      await window.command('Publish to Wiki');
      await window.quickPick('To Another Wiki…');
      await window.quick.asks(wantsPage);
      const wikis = await window.quickRows();
      assert.deepEqual(
        wikis.map(({ label, description }) => [label, description]),
        [
          [
            'page 100102 in DOCS',
            `${new URL(stage.wiki.origin).host} · has a page of this file · page 100102 in space 1001`,
          ],
          ['Add Connection…', ''],
        ],
      );
      await window.screenshot('which-wiki');
      await window.escape();
      // Where nothing says which wiki a file goes to, the wiki is part of each row
      await window.openFile('whither.md');
      await window.command('Publish to Wiki');
      await window.quick.asks(wantsPage);
      const pages = (await window.quickRows()).map(({ label, description }) => `${label}: ${description}`);
      const used = 'used before · page 100102 in space 1001';
      const first = new URL(stage.wiki.origin).host;
      assert.deepEqual(pages, [
        `page 100102 in DOCS: ${host} · ${used}`,
        `page 100102 in DOCS: ${first} · ${used}`,
      ]);
      await window.screenshot('page-of-wiki');
      await window.quickType('100103');
      await window.quick.rowsOnce((rows) => rows.length === 4);
      await window.screenshot('page-of-wiki-typed');
      await window.quickType(`${stage.wiki.origin}/wiki/spaces/DOCS/pages/100103/Reference`);
      await window.quick.rowsOnce((rows) => rows.length === 1 && rows[0]?.description === first);
      await window.accept();
      await window.quickTitle(`Publish to Wiki · ${first}`);
      await window.escape();
    } finally {
      await second.close();
    }
  });

  it('keeps what was pasted until VS Code can write the settings, and says why it can’t', async () => {
    const { window, wiki, server } = stage;
    await removeAllData(window);
    const settings = await readFile(server.settingsFile, 'utf8');
    const write = async (text: string): Promise<void> => {
      await window.activeTab('settings.json');
      await window.editor.replaceAll(text);
      await window.editor.save();
    };
    await window.command('Open User Settings (JSON)');
    await write(`${settings} {`);
    await window.command('View: Close All Editors');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token');
    await window.quickType(`Endpoint: ${wiki.importEndpoint}, API token: ${await wiki.createToken()}`);
    await window.accept();
    const told = await window.notification(
      /^Unable to write into user settings\. Please open the user settings/,
    );
    await window.screenshot('settings-with-errors');
    assert.equal(await window.quickValue(), wiki.importEndpoint);
    assert.deepEqual(told.buttons, ['Open Settings']);
    await told.click('Open Settings');
    await write(settings);
    await window.quickType(wiki.importEndpoint);
    await window.accept();
    await window.quickTitle('Set Up: Ready to Publish');
    await window.escape();
    assert.deepEqual((await userSettings(stage))['publishToWiki.connections'], [
      { name: host(), endpoint: wiki.importEndpoint },
    ]);
  });

  async function spaceAsked(): Promise<void> {
    await stage.window.quick.asks(/^Enter the ID of the space DOCS/);
    await stage.window.quickTitle(/^The ID of the Space/);
  }

  async function enterPlatformToken(token: string): Promise<void> {
    const { window } = stage;
    await window.quickTitle(`Platform Token for ${host()}`);
    await window.quickMessage(new RegExp(`It is sent to ${host()} and nowhere else`));
    await window.quickType(token);
    await window.accept();
  }
});
