import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import {
  changeUserSettings,
  enterNewToken,
  guides,
  inGuides,
  lastBody,
  removeAllData,
  savedByHand,
  userSettings,
  wantsPage,
} from './steps.js';

describe('Setting up where something is known already', () => {
  const stage = onStage({
    connected: false,
    userSettings: savedByHand,
    files: {
      'docs/placed.md': '---\nwiki: { space: "1001" }\n---\n# Placed\n\nText.\n',
      'docs/moved.md': `${inGuides()}# Moved\n\nText.\n`,
      'docs/named.md': inGuides('  connection: Our Wiki') + '# Named\n\nText.\n',
    },
  });
  const page = (): string => `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${guides.parent}/Guides`;

  it('asks for no ID of a space that the open file names', async () => {
    const { window, wiki } = stage;
    await window.openFile('docs/placed.md');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token');
    await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()}`);
    await window.accept();
    await window.quick.asks(wantsPage);
    await window.quickType(page());
    await window.accept();
    await window.quick.asks('Press Enter to publish');
    assert.match((await window.quickRows())[0]?.label ?? '', /^Publish “Placed” under /);
    await window.escape();
  });

  it('begins anew once all data was removed, and the pasted page is used where the file names the space', async () => {
    const { window, wiki } = stage;
    await removeAllData(window);
    await window.openFile('docs/placed.md');
    await window.command('Publish to Wiki');
    await window.quickTitle('Connect to a Wiki');
    await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()} ${page()}`);
    await window.accept();
    await window.screenshot('pasted-page-taken');
    await window.quick.rowsOnce((rows) =>
      rows.some(({ label }) =>
        label.endsWith(`“Placed” under page ${guides.parent} in space ${guides.space}`),
      ),
    );
    await window.escape();
  });

  it('gives the first connection the name that the open file has for it, by either way', async () => {
    const { window, wiki } = stage;
    for (const command of ['Publish to Wiki', 'Set Up…']) {
      await removeAllData(window);
      await window.openFile('docs/named.md');
      await window.command(command);
      await window.quickTitle(/^(Connect to a Wiki|Set Up: Endpoint and API Token)$/);
      await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()}`);
      await window.accept();
      await window.notification(/^“Named” was /);
      const { 'publishToWiki.connections': connections } = await userSettings(stage);
      assert.deepEqual(connections, [{ name: 'Our Wiki', endpoint: wiki.importEndpoint }]);
    }
  });

  it('asks for no ID of a space that the settings name, and not again for a page that was pasted', async () => {
    const { window, wiki } = stage;
    await removeAllData(window);
    await changeUserSettings(stage, { 'publishToWiki.space': guides.space });
    await window.command('View: Close All Editors');
    await window.command('Set Up…');
    await window.quickTitle('Set Up: Endpoint and API Token');
    await window.quickType(`${wiki.importEndpoint} ${await wiki.createToken()} ${page()}`);
    await window.accept();
    await window.quickTitle('Set Up: Ready to Publish');
    await window.escape();
  });

  it('takes over the pages of a connection at its new address, unless it is another wiki', async () => {
    const { window, wiki } = stage;
    const offered = 'The connection Team Wiki has a new address.';
    const moved = () => wiki.pages.findPage(guides.space, guides.parent, 'Moved');
    const connectedTo = (host: string) => {
      const endpoint = wiki.importEndpoint.replace('127.0.0.1', host);
      return { 'publishToWiki.connections': [{ name: 'Team Wiki', endpoint }] };
    };
    await removeAllData(window);
    await changeUserSettings(stage, connectedTo('127.0.0.1'));
    await window.openFile('docs/moved.md');
    await enterNewToken(window, wiki);
    await window.command('Publish to Wiki');
    await window.notification('“Moved” was published.');
    await window.closeNotifications();
    await changeUserSettings(stage, connectedTo('[::1]'));
    const offer = await window.dialog();
    assert.ok(offer.detail.startsWith(offered), offer.detail);
    assert.deepEqual(new Set(offer.buttons), new Set(['Take Over Pages', 'It’s a Different Wiki', 'Cancel']));
    await offer.click('It’s a Different Wiki');
    await changeUserSettings(stage, connectedTo('127.0.0.1'));
    await window.openFile('docs/moved.md');
    await window.command('Publish Again');
    await window.notification('Nothing has changed since “Moved” was published.');
    // On a busy machine, progress and what was answered take a moment to go.
    await window.screen.until('no other notification', async () => {
      return (await window.notifications()).length === 1;
    });
    assert.equal(moved()?.version, 1);
    await window.closeNotifications();
    await changeUserSettings(stage, connectedTo('localhost'));
    const again = await window.dialog();
    await window.screenshot('movedConnection');
    await again.click('Take Over Pages');
    await window.openFile('docs/moved.md');
    await enterNewToken(window, wiki);
    await window.command('Publish Again');
    await window.notification('Nothing has changed since “Moved” was published.');
    await window.closeNotifications();
    await window.editor.typeAt('last', 'More.');
    await window.command('Publish Again');
    await window.notification('“Moved” was published.');
    assert.deepEqual([lastBody(wiki).pageTitle, lastBody(wiki).overwrite], ['Moved', true]);
    assert.equal(moved()?.version, 2);
    assert.match(String(wiki.requests.at(-1)?.headers.host), /^localhost:/);
  });
});
