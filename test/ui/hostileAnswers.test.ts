import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { answer, publish, said } from './said.js';
import { enterNewToken, enterToken } from './steps.js';
import { writtenTexts } from './writtenTexts.js';

describe('A hostile answer', () => {
  const stage = onStage({ files: { 'page.md': '# Answers\n\nText.\n' } });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    await stage.window.openFile('page.md');
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
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
});
