import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { onStage } from './stage.js';
import { answer, publish, said } from './said.js';
import { manage } from './steps.js';

describe('Test Connection', () => {
  const stage = onStage({ files: { 'page.md': '# Page\n\nText.\n' } });

  /** At a person’s pace: VS Code hides all but the first three notifications that come within 800 ms. */
  async function test(): Promise<void> {
    await stage.window.closeNotifications();
    await pause(800);
    await manage(stage.window, 'Test Connection');
  }

  it('without a token says so, and takes one', async () => {
    const { window, wiki } = stage;
    await window.openFile('page.md');
    await test();
    const found = await said(window, 'Team Wiki answers, but no API token is stored', 'warning', [
      'Replace Token…',
    ]);
    assert.equal(wiki.requests.at(-1)?.headers.authorization, undefined);
    await found.click('Replace Token…');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.statusMessage('The wiki accepted the API token. It is valid until');
    await test();
    await said(window, /^Team Wiki works: .* Nothing was written; the space and parent page/, 'info', ['OK']);
  });

  it('is made of each token that is entered: one that the wiki refuses is not stored', async () => {
    const { window, wiki } = stage;
    const [head = '', claims = '', signature = ''] = (await wiki.createToken()).split('.');
    const forged = [
      head,
      claims,
      Buffer.from(Buffer.from(signature, 'base64url').toReversed()).toString('base64url'),
    ].join('.');
    await window.closeNotifications();
    await pause(800);
    await manage(window, 'Replace API Token…');
    await window.quickType(forged);
    await window.accept();
    const refused = await said(
      window,
      /could not verify the API token\..* The token was not stored\.$/,
      'error',
      ['Replace Token…'],
    );
    assert.equal(wiki.requests.at(-1)?.headers.authorization, `Bearer ${forged}`);
    wiki.script(answer(402, 'License.'));
    await refused.click('Replace Token…');
    await window.quickType(await wiki.createToken());
    await window.accept();
    const unlicensed = await said(window, /license was not active.* The token was not stored\.$/, 'error', [
      'Replace Token…',
    ]);
    await unlicensed.click('Replace Token…');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.statusMessage('The wiki accepted the API token.');
  });

  it('is a button where nothing was sent, and says why the wiki can’t be reached', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    wiki.script({ do: 'refuse' });
    await publish(stage);
    const notSent = await said(window, 'Nothing was sent.', 'error', [
      'Try Again',
      'Test Connection',
      'Show Log',
    ]);
    await notSent.click('Test Connection');
    const found = await said(window, /refused the connection\.$/, 'error', [
      'Try Again',
      'Open Settings',
      'Show Log',
    ]);
    await wiki.acceptAgain();
    await found.click('Try Again');
    await window.notification('Team Wiki works');
  });
});
