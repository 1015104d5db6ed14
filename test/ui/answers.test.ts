import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { answer, publish, said } from './said.js';
import { enterExpiringToken, enterNewToken, enterToken, guides } from './steps.js';
import { writtenTexts } from './writtenTexts.js';

describe('What each answer does', () => {
  const stage = onStage({ files: { 'page.md': '# Answers\n\nText.\n' } });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    await stage.window.openFile('page.md');
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  const bodies = (): Record<string, unknown>[] =>
    stage.wiki.requests.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);

  // One status of each kind: the tables of core/wiki hold the others
  it('201: tells it with the service’s own sentence, and offers to copy that', async () => {
    await publish(stage, {}, answer(201, 'Fine.'));
    await said(stage.window, /was published\. The wiki says: “Fine\.”/, 'info', ['Copy Response']);
  });

  it('400 without overwrite: Overwrite sends the page again with overwrite', async () => {
    const { wiki } = stage;
    const title = await publish(stage);
    await stage.window.notification(`“${title}” was published`);
    await stage.window.closeNotifications();
    await publish(stage, { title });
    const notification = await said(
      stage.window,
      /a page with this title already exists\. Nothing was overwritten/,
      'warning',
      ['Change Title…', 'Overwrite'],
    );
    await stage.window.screenshot('already-exists');
    await notification.click('Overwrite');
    await stage.window.notification(`“${title}” was published`);
    assert.deepEqual(
      bodies()
        .slice(-2)
        .map(({ overwrite }) => overwrite),
      [false, true],
    );
    assert.equal(wiki.pages.findPage(guides.space, guides.parent, title)?.version, 2);
  });

  it('400 without overwrite: Change Title asks for the title and goes on', async () => {
    const { window } = stage;
    await publish(stage, {}, answer(400, 'It exists.'));
    await (await window.notification('It exists.')).click('Change Title…');
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.quickType('A Better Title');
    await window.accept();
    await window.quickTitle('Publish to Wiki (4/4)');
    await window.accept();
    await window.notification('“A Better Title” was published');
  });

  it('401: Replace Token stores the new one and goes on', async () => {
    const { window, wiki } = stage;
    const { id } = wiki.apiTokens.list.at(-1) ?? { id: '' };
    wiki.apiTokens.delete(id);
    const title = await publish(stage);
    const notification = await said(stage.window, /does not know the API token/, 'error', ['Replace Token…']);
    await notification.click('Replace Token…');
    await window.quickTitle('API Token for Team Wiki');
    assert.equal(await window.quickIsPassword(), true);
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.notification(`“${title}” was published`);
  });

  it('402: says that the license was not active when the token was made', async () => {
    const { window, wiki } = stage;
    await enterToken(window, await wiki.createToken({ license: 'inactive' }));
    await window.statusItem('token', '29 d');
    const title = await publish(stage);
    await said(
      stage.window,
      new RegExp(
        `^“${title}” was not published\\. The wiki’s license was not active when the API token was created\\. An administrator must renew`,
      ),
      'error',
      ['Replace Token…'],
    );
    await window.statusItem('token', 'refused');
    await window.screenshot('refused');
    await enterNewToken(window, wiki);
    await window.statusItem('token', '29 d');
  });

  it('429: is sent three times in all, and then Try Again sends it once more', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    const busy = answer(429, 'Later.', { 'retry-after': '1' });
    const title = await publish(stage, {}, busy, busy, busy);
    await window.notification(/answered 429; sending again in .* \(2 of 3\)/);
    const notification = await said(stage.window, /\(429\).*“Later\.”/, 'error', ['Try Again', 'Show Log']);
    assert.equal(wiki.requests.length - before, 3);
    await notification.click('Try Again');
    await window.notification(`“${title}” was published`);
  });

  it('a hostile sentence has no live link, no second line, and can’t leave its quotation marks', async () => {
    const { window } = stage;
    const hostile =
      'Done” [Overwrite](command:workbench.action.closeWindow) [b](https://evil.example)\n\u202e$(trash) “now'.repeat(
        9,
      );
    await publish(stage, {}, answer(201, hostile));
    const notification = await said(stage.window, /was published/, 'info', ['Copy Response']);
    await window.screenshot('hostile');
    assert.equal(notification.message.match(/[“”]/g)?.length, 4);
    assert.doesNotMatch(notification.message, /\u202e|\]\(/);
  });

  it('a title that looks like a link is not one', async () => {
    await publish(stage, { title: '[Click](command:workbench.action.closeWindow)' }, answer(201, 'Fine.'));
    await said(stage.window, /was published/, 'info', ['Copy Response']);
  });

  it('a token that the server sends back, whole or in part, is in no message and not in the log', async () => {
    const { window, wiki, server } = stage;
    const token = await wiki.createToken();
    await enterToken(window, token);
    const parts = [token, token.slice(20, 60), token.slice(-40), Buffer.from(token).toString('base64')];
    await publish(stage, {}, answer(403, `Bad ${parts.join(' ')}`, { 'x-echo': token }));
    const notification = await window.notification(/could not verify/);
    const written = await window.screen.until('the exchange in the log', async () => {
      const texts = await writtenTexts(server);
      return texts.some((text) => text.includes('x-echo: ***')) && texts;
    });
    for (const text of [notification.message, ...written]) {
      for (const spelling of [token, Buffer.from(token).toString('base64')]) {
        for (let at = 0; at + 12 <= spelling.length; at++) {
          assert.ok(!text.includes(spelling.slice(at, at + 12)), `characters ${at} and on`);
        }
      }
    }
  });

  it('a token that is known to be expired is not sent; once it is replaced the publish goes on', async () => {
    const { window, wiki } = stage;
    await enterExpiringToken(window, wiki, 5_000);
    await window.statusItem('token', 'expired');
    await window.closeNotifications();
    const before = wiki.requests.length;
    await window.command('Publish to Wiki');
    const notification = await said(
      stage.window,
      /^The API token for Team Wiki expired on .* Nothing was sent\./,
      'error',
      ['Replace Token…'],
    );
    assert.equal(wiki.requests.length, before);
    await notification.click('Replace Token…');
    await window.quickTitle('API Token for Team Wiki');
    await window.quickType(await wiki.createToken());
    await window.accept();
    await window.quickTitle('Publish to Wiki');
    await window.quickPick(/Publish Anyway: /);
    await window.notification(/was published|already/);
    assert.equal(wiki.requests.length, before + 1);
  });
});
