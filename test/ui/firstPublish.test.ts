import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { filesIn } from '../host/filesIn.js';
import { onStage } from './stage.js';
import { answerList, answerPlace, guides, lastBody, manage, wantsPage } from './steps.js';

const day = 24 * 60 * 60 * 1000;

describe('The first publish', () => {
  const stage = onStage({
    connected: false,
    files: { 'notes.md': '---\nauthor: Ada\n---\n# Release Notes\n\nAll **new** things.\n' },
  });

  it('shows one button in the editor title of a Markdown file, and that there is no token', async () => {
    const { window } = stage;
    await window.openFile('notes.md');
    const ours = await window.screen.until('a button in the editor title', async () => {
      const labels = await window.menus.editorTitle();
      const found = labels.filter((label) => label.startsWith('Publish to Wiki'));
      return found.length > 0 && found;
    });
    assert.deepEqual(ours, ['Publish to Wiki (Ctrl+K Shift+P)']);
    const item = await window.statusItem('token', 'no token');
    assert.equal(item.ariaLabel, 'Wiki API token: none');
    assert.equal(item.background, undefined);
  });

  it('asks for endpoint and token, explains what is wrong with them, and stores the right ones', async () => {
    const { window, wiki } = stage;
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle('Connect to a Wiki');
    await window.quickMessage(
      /^Paste the import endpoint’s address and the API token, in any order\. An administrator finds them on the wiki’s token screen/,
    );
    await window.screenshot('connect');
    await window.quick.press('Copy a Request to an Administrator');
    await window.screen.until('the request in the clipboard', async () =>
      (await window.clipboard()).includes('import endpoint’s address and a new API token'),
    );
    for (const [text, problem] of [
      ['wiki.example.com', /not a complete address/],
      [`${wiki.origin}/wiki/spaces/DOCS/pages/100102`, /address of the wiki or of a page in it/],
      ['eyJhbGciOiJub25lIn0.x.y', /does not say when it was issued|not a complete API token/],
    ] as const) {
      // While it is in the box, and no less after Enter
      await window.quickType(text);
      await window.quickMessage(problem);
      await window.accept();
      await window.quickMessage(problem);
    }
    await window.quickType(wiki.importEndpoint);
    await window.accept();
    await window.quickMessage(/^The token from the wiki’s token screen/);
    assert.equal(await window.quickIsPassword(), true);
    const now = Date.now();
    const expired = await wiki.createToken({ issuedAt: now - 2 * day, expiresAt: now - day });
    const good = await wiki.createToken();
    for (const [token, problem] of [
      ['nonsense', /not a complete API token/],
      [expired, /expired on/],
    ] as const) {
      await window.quickType(token);
      await window.quickMessage(problem);
      await window.accept();
      await window.quickMessage(problem);
    }
    assert.equal(wiki.requests.length, 0);
    await window.quickType(good);
    await window.accept();
    // The connection is tested by itself, and nothing is said of a good one
    await window.quick.asks(wantsPage);
    await window.screen.until('the test', () => Promise.resolve(wiki.requests[0]?.answeredAt));
    assert.deepEqual(
      wiki.requests.map(({ body }) => body.toString()),
      ['{}'],
    );
    assert.deepEqual(await window.notifications(), []);
  });

  it('asks for the page above and its space in one box, shows what it publishes, and says what the wiki said', async () => {
    const { window, wiki, browser } = stage;
    await window.quickTitle('Publish to Wiki');
    assert.deepEqual(
      (await window.quickRows()).map(({ label }) => label),
      ['Copy the address of the page in your browser, and paste it here.'],
    );
    await window.screenshot('place-box');
    await window.quickType('Guides');
    await window.quick.rowsOnce(
      ([wrong, token]) =>
        wrong?.label.includes('digits only') === true && token?.label === 'Enter a Platform Token…',
    );
    await window.screenshot('place-box-typed');
    await window.quickType(`${wiki.origin}/wiki/spaces/DOCS/overview`);
    await window.quick.rowsOnce(([row]) => row?.label.includes('contains no page ID') === true);
    const address = `${wiki.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;
    await window.quickType(address);
    await window.accept();
    await window.quick.asks('Enter the ID of the space DOCS: the address has only its key');
    await window.screenshot('space-box');
    await window.quickBack();
    await window.quick.asks(wantsPage);
    assert.equal(await window.quickValue(), address);
    await window.accept();
    await window.quickTitle('The ID of the Space');
    // Who leaves to look for it is not asked for the address again
    await window.escape();
    await window.quick.hidden();
    await window.clickEditorTitle('Publish to Wiki');
    await window.quickTitle('The ID of the Space');
    await window.quickType(guides.space);
    await window.accept();
    await window.quick.asks('Press Enter to publish');
    const place = `“Release Notes” under page ${guides.parent} in DOCS`;
    assert.deepEqual(
      (await window.quickRows()).map(({ label }) => label),
      [
        `Publish ${place}`,
        'Change the Title…',
        'Under Another Page…',
        'To Another Wiki…',
        `Create or replace it: ${place}`,
      ],
    );
    const ids = (await window.quickRows()).find(({ label }) => label === 'Under Another Page…');
    assert.equal(ids?.description, `page ${guides.parent} in space ${guides.space}`);
    await window.screenshot('publish-list');
    // What was entered is proposed, and nothing was sent
    await window.escape();
    await window.quick.hidden();
    await window.clickEditorTitle('Publish to Wiki');
    await window.quick.asks(wantsPage);
    const [row] = await window.quickRows();
    assert.deepEqual(
      [row?.label, row?.description],
      [`page ${guides.parent} in DOCS`, `entered last · page ${guides.parent} in space ${guides.space}`],
    );
    await window.accept();
    await window.quick.asks('Press Enter to publish');
    await window.accept();
    const said = await window.notification('“Release Notes” was published. The wiki says:');
    await window.screen.until('the progress to go', async () => (await window.notifications()).length === 1);
    await window.screenshot('published');
    assert.equal(said.severity, 'info');
    assert.deepEqual(said.buttons, ['Open Parent Page', 'Set Platform Token…', 'Save Destination']);
    assert.deepEqual(lastBody(wiki), {
      spaceId: guides.space,
      parentId: guides.parent,
      pageTitle: 'Release Notes',
      content: 'All **new** things.\n',
      overwrite: false,
    });
    const page = wiki.pages.findPage(guides.space, guides.parent, 'Release Notes');
    assert.ok(page);
    const view = await browser.newPage();
    await view.goto(`${wiki.origin}/wiki/spaces/DOCS/pages/${page.id}`);
    assert.equal(await view.locator('#title').innerText(), 'Release Notes');
    assert.equal(await view.locator('#content strong').innerText(), 'new');
    await view.screenshot({ path: 'out/screenshots/page.png' });
    await view.close();
  });

  it('publishes what has not changed only on request; Back returns to the list, Escape sends nothing', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await window.fromPalette('Publish to Wiki');
    await window.quickTitle('Publish to Wiki');
    await window.screenshot('again');
    const [first, second, third] = await window.quickRows();
    assert.equal(await window.quickPlaceholder(), 'Nothing has changed since the last publish');
    assert.match(first?.label ?? '', /Open in Wiki$/);
    assert.equal(second?.label, `Publish Anyway: “Release Notes” under page ${guides.parent} in DOCS`);
    assert.equal(second.detail, 'Updates the page');
    assert.equal(third?.label, 'Change the Title…');
    await window.quickPick(/Publish Anyway: /);
    const said = await window.notification('“Release Notes” was published.');
    assert.deepEqual(said.buttons, ['Open Parent Page', 'Set Platform Token…']);
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, 'Release Notes')?.version, 2);
    const before = wiki.requests.length;
    await window.closeNotifications();
    await window.command('Publish to Wiki');
    for (const [change, title] of [
      ['Under Another Page…', 'Publish to Wiki'],
      ['Change the Title…', 'Change Title'],
    ] as const) {
      await window.quickTitle('Publish to Wiki');
      await window.quickPick(change);
      await window.quickTitle(title);
      await window.quickBack();
      await window.quick.asks('Nothing has changed since the last publish');
    }
    await window.quickPick('Change the Title…');
    await window.quickTitle('Change Title');
    await window.escape();
    await window.quick.hidden();
    await window.command('Publish to Wiki');
    await answerList(window, { title: 'What is New' });
    await window.notification('“What is New” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'What is New'));
    assert.equal(wiki.requests.length, before + 1);
    await window.command('Publish to Wiki');
    await answerList(window, { parent: '999999', overwrite: true });
    await (await window.notification(/does not exist/)).click('Change Destination…');
    await window.quickTitle('Change Destination');
    await window.screenshot('change-destination');
    await answerPlace(window, { ...guides, parent: '100103' });
    // The consent to replace a page was for the other one
    const rows = await window.quick.rowsOnce(([row]) => row?.label.includes('page 100103') === true);
    assert.match(rows[0]?.label ?? '', /^Create a second page: /);
    assert.match(rows.at(-1)?.label ?? '', /^Create or replace it: /);
    await window.escape();
    await window.quick.hidden();
  });

  it('begins at its name in the palette, whatever was run last, and at its keys, which the menu shows', async () => {
    const { window } = stage;
    await window.closeNotifications();
    await window.fromPalette('Manage Connections…');
    await window.quickTitle(/^Connection “127/);
    await window.escape();
    await window.palette.ask('>wiki: ');
    await window.screenshot('palette');
    await window.palette.ask('>publish to wiki');
    const rows = await window.quick.rowsOnce(([first]) => first?.label === 'Publish to Wiki');
    assert.ok(rows[0]?.focused);
    await window.accept();
    await window.quickTitle(/^Publish to Wiki/);
    await window.escape();
    await window.openFile('notes.md');
    await window.editor.focus();
    await window.page.keyboard.press('Control+K');
    await window.page.keyboard.press('Shift+P');
    await window.quickTitle(/^Publish to Wiki/);
    await window.escape();
    assert.match((await window.menus.itemsOfEditor()).join(), /Publish to Wiki/);
    await window.page.locator('.editor-group-container.active .view-line').first().click({ button: 'right' });
    const item = window.page.locator('.monaco-menu .action-item', { hasText: 'Publish to Wiki' });
    assert.match(await item.first().innerText(), /Ctrl\+K Shift\+P/);
    await window.screenshot('menu');
    await window.page.keyboard.press('Escape');
  });

  it('takes address and token at once, saves no wrong address unasked, and no token in the clear', async () => {
    const { window, wiki, server } = stage;
    const token = await wiki.createToken();
    await window.closeNotifications();
    await manage(window, 'Add Connection…');
    await window.quickTitle('Connect to a Wiki');
    await window.quickType(wiki.importEndpoint);
    await window.quickMessage(/^The connection “127\.0\.0\.1:\d+” already has this address\./);
    // A box of one line joins what was copied from two
    await window.quickType(`${token}${wiki.origin}/wrong`);
    await window.screen.until('the token to be hidden', async () => window.quickIsPassword());
    await window.accept();
    const asked = await window.dialog();
    assert.equal(asked.message, `${new URL(wiki.origin).host} did not answer as an import endpoint does.`);
    assert.match(asked.detail, /but not the way the wiki’s import endpoint does\./);
    assert.deepEqual(asked.buttons.toSorted(), ['Cancel', 'Change Address…', 'Save Anyway']);
    assert.doesNotMatch(await readFile(server.settingsFile, 'utf8'), /wrong/);
    await asked.click('Change Address…');
    await window.quickTitle('Connect to a Wiki');
    assert.equal(await window.quickValue(), `${wiki.origin}/wrong`);
    // Where nothing says that the address is wrong, the first button tries it again
    wiki.script({ do: 'refuse' });
    await window.accept();
    const refused = await window.dialog();
    // VS Code shows a text that has no other below it where it has details
    assert.equal(refused.detail, `${new URL(wiki.origin).host} refused the connection.`);
    assert.deepEqual(refused.buttons.toSorted(), ['Cancel', 'Change Address…', 'Save Anyway', 'Try Again']);
    const first = window.page.locator('.monaco-dialog-box .monaco-button:focus');
    assert.equal(await first.innerText(), 'Try Again');
    await window.screenshot('refused-connection');
    await wiki.acceptAgain();
    await refused.click('Try Again');
    await window.screen.until(
      'the dialog about the answer',
      async () => (await window.dialog()).message === asked.message,
    );
    await (await window.dialog()).click('Save Anyway');
    await window.quickMessage(/^The name that lists and questions show for this wiki\./);
    assert.equal(await window.quickValue(), `${new URL(wiki.origin).host} 2`);
    await window.screenshot('name-of-wiki');
    // Back leads to the address, and what is there is kept
    await window.quickBack();
    await window.quickMessage(/^The token is complete\. Now paste the import endpoint’s address\./);
    await window.accept();
    await (await window.dialog()).click('Save Anyway');
    await window.quickType(new URL(wiki.origin).host);
    await window.accept();
    await window.quickMessage(/^Another connection has this name\./);
    await window.quickType('Second Wiki');
    // Another window adds one, which this one has not noticed yet
    const settings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as Record<string, unknown>;
    const connections = settings['publishToWiki.connections'] as unknown[];
    connections.push({ name: 'Elsewhere', endpoint: 'https://elsewhere.example/webtrigger' });
    await writeFile(server.settingsFile, JSON.stringify(settings, undefined, 2));
    await window.accept();
    await window.screen.until('the connection', async () =>
      (await readFile(server.settingsFile, 'utf8')).includes('/wrong'),
    );
    await window.screen.until('the progress to go', async () => (await window.notifications()).length === 0);
    assert.match(
      await readFile(server.settingsFile, 'utf8'),
      /"name": "127\.0\.0\.1:\d+"[^]*"name": "Elsewhere"[^]*"name": "Second Wiki"/,
    );
    // Among two wikis, the token is said to be whose it is
    await window.screen.until('the name of its wiki', async () => {
      const { ariaLabel, text } = await window.statusItem('token');
      return /^\d+ d Wiki API token: \d+ days left \(.+\)$/.test(`${text} ${ariaLabel}`);
    });
    // The one that publishing the document would use, as it is in the editor
    await window.openFile('notes.md');
    await window.editor.typeAt('first', '\nwiki: { connection: Second Wiki }');
    await window.screen.until('the name of the other wiki', async () =>
      (await window.statusItem('token')).ariaLabel.endsWith('(Second Wiki)'),
    );
    await window.screenshot('token-of-document');
    await window.command('Undo');
    await window.screen.until('the name of the first wiki', async () =>
      (await window.statusItem('token')).ariaLabel.endsWith(`(${new URL(wiki.origin).host})`),
    );
    const tokens = wiki.requests.map(({ headers }) => headers.authorization?.split(' ')[1] ?? '');
    assert.ok(tokens.length > 0 && tokens.every((each) => each.length > 50));
    for await (const file of filesIn(server.dataDir)) {
      assert.ok(!tokens.some((each) => file.text.includes(each)), file.path);
    }
  });

  it('has a page in VS Code that begins with what it does, and shows no picture that is not there', async () => {
    const { window } = stage;
    await window.command('Show Installed Extensions');
    const item = window.page.locator('.extensions-list .monaco-list-row', { hasText: 'Publish to Wiki' });
    const tab = window.page.locator('.tab.active', { hasText: 'Extension: Publish to Wiki' });
    // The list is drawn once more when the time of the activation is known, which loses a click
    await window.screen.until('the page of the extension', async () => {
      await item.click();
      await tab.waitFor({ timeout: 3000 });
      return true;
    });
    const frame = await window.frame(/^Publish to Wiki\s+Publish the Markdown file[\s\S]*Your first publish/);
    await window.screenshot('extension-page');
    assert.equal(await frame.locator('img').count(), 0);
  });
});
