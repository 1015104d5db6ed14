import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { enterNewToken, inGuides, typeAt } from './steps.js';

const key = `ghp_${'q7Zt4LmX9vRb2KcN8wPy5HsJ3dFg6TzV1aQeU0iO'.slice(0, 36)}`;

describe('A button on a notification that stood for a while', () => {
  const stage = onStage({
    files: {
      'again.md': `${inGuides()}# Again\n\nText.\n`,
      'anyway.md': `${inGuides()}# Anyway\n\nText. <!-- no end\n`,
    },
    userSettings: { 'files.autoSave': 'off' },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
  });

  it('Try Again sends no secret that was pasted meanwhile', async () => {
    const { window, wiki } = stage;
    await window.openFile('again.md');
    wiki.script({ do: 'refuse' });
    await window.command('Publish to Wiki');
    const failed = await window.notification('refused the connection. Nothing was sent.');
    await wiki.acceptAgain();
    await typeAt(window, 'last', `\n\`${key}\`\n`);
    await failed.click('Try Again');
    const stopped = await window.notification('This looks like a token, a password or a private key.');
    assert.deepEqual(stopped.buttons, ['Show Problems', 'Publish Anyway']);
    assert.equal(wiki.requests.length, 0);
    await window.closeNotifications();
  });

  it('Publish Anyway sends what the person was told of, and no secret that was pasted meanwhile', async () => {
    const { window, wiki } = stage;
    await window.openFile('anyway.md');
    await window.command('Publish to Wiki');
    const stopped = await window.notification('This comment does not end in its paragraph');
    await typeAt(window, 'last', `\n\`${key}\`\n`);
    await stopped.click('Publish Anyway');
    const again = await window.notification('This looks like a token, a password or a private key.');
    assert.equal(wiki.requests.length, 0);
    await again.click('Publish Anyway');
    await window.notification('“Anyway” was published.');
    assert.equal(wiki.requests.length, 1);
  });
});
