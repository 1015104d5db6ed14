import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { onStage } from './stage.js';
import { answer, publish, said } from './said.js';
import { enterExpiringToken, enterNewToken, manage } from './steps.js';

const minute = 60_000;

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

  it('names a token that was deleted, a license, and a clock', async () => {
    const { window, wiki } = stage;
    const date = new Date(Date.now() + 20 * minute).toUTCString();
    wiki.script(answer(400, 'A field is missing.', { date }));
    await test();
    await said(window, /^Team Wiki works\. Its clock is (19|20) minutes ahead/, 'warning', ['OK']);
    wiki.script(answer(402, 'License.'));
    await test();
    await said(window, 'license was not active', 'error', ['Replace Token…']);
    for (const { id } of wiki.apiTokens.list) {
      wiki.apiTokens.delete(id);
    }
    await test();
    await said(window, 'does not know the API token', 'error', ['Replace Token…']);
  });

  it('sends no expired token', async () => {
    const { window, wiki } = stage;
    await enterExpiringToken(window, wiki, 5_000);
    await window.statusItem('token', 'token expired');
    await test();
    await said(window, /^The API token for Team Wiki expired on .* new one to publish/, 'error', [
      'Replace Token…',
    ]);
    assert.equal(wiki.requests.at(-1)?.headers.authorization, undefined);
    await enterNewToken(window, wiki);
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

  it('is offered at a click on the status bar, and writes nothing', async () => {
    const { window, wiki } = stage;
    const pages = wiki.pages.pages.length;
    await window.closeNotifications();
    await (await window.statusItem('token', '29 d')).click();
    await window.quickPick('Test Connection');
    await window.notification('Team Wiki works');
    const { body, headers } = wiki.requests.at(-1) ?? assert.fail();
    assert.deepEqual([body.toString(), headers['content-type']], ['{}', 'application/json']);
    assert.equal(wiki.pages.pages.length, pages);
  });
});
