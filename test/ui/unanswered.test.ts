import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { answer, publish, said } from './said.js';
import { enterNewToken, inGuides } from './steps.js';

const key = `ghp_${'q7Zt4LmX9vRb2KcN8wPy5HsJ3dFg6TzV1aQeU0iO'.slice(0, 36)}`;

describe('When no answer comes, or none that is documented', () => {
  const stage = onStage({
    files: {
      'page.md': '# Answers\n\nText.\n',
      'again.md': `${inGuides()}# Again\n\nText.\n`,
      'anyway.md': `${inGuides()}# Anyway\n\nText. <!-- no end\n`,
    },
    userSettings: { 'files.autoSave': 'off' },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    await stage.window.openFile('page.md');
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  it('Cancel in the pause before the next send ends it', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await publish(stage, {}, answer(503, 'Later.', { 'retry-after': '60' }));
    const progress = await window.notification(/answered 503/);
    await window.screenshot('pausing');
    await progress.click('Cancel');
    await said(stage.window, /^Stopped: .* was not sent again\. The last answer was 503\./, 'error', [
      'Try Again',
      'Show Log',
    ]);
    assert.equal(wiki.requests.length - before, 1);
  });

  it('never connected: says that nothing was sent, and Try Again sends it', async () => {
    const { window, wiki } = stage;
    wiki.script({ do: 'refuse' });
    const title = await publish(stage);
    const notification = await said(stage.window, /refused the connection\. Nothing was sent\./, 'error', [
      'Try Again',
      'Test Connection',
      'Show Log',
    ]);
    await wiki.acceptAgain();
    await notification.click('Try Again');
    await window.notification(`“${title}” was published`);
  });

  it('sent without an answer, no overwrite: the next “already exists” means that it arrived', async () => {
    const { window } = stage;
    await publish(stage, {}, { do: 'cutAnswer', afterBytes: 0 });
    const notification = await said(
      stage.window,
      /connection was lost before the wiki answered\. Whether the page was published is unknown\. Send it again: if the wiki then says that the page exists, it had arrived\./,
      'warning',
      ['Try Again', 'Show Log'],
    );
    await notification.click('Try Again');
    await window.notification('an earlier attempt that seemed to fail most likely arrived');
  });

  it('sent without an answer, overwrite: sending again is safe', async () => {
    await publish(stage, { overwrite: true }, { do: 'cutRequest', afterBytes: 'all' });
    await said(stage.window, /Sending it again is safe: it updates the same page\./, 'warning', [
      'Try Again',
      'Show Log',
    ]);
  });

  it('Cancel while it is sent says that the outcome is unknown, and a second publish says to wait', async () => {
    const { window, wiki } = stage;
    await publish(stage, {}, { do: 'stall' });
    const progress = await window.notification(/^Publishing “.*sending…/);
    await window.screen.until('the request to arrive', () => Promise.resolve(wiki.stalled === 1));
    await window.command('Publish to Wiki');
    await window.notification('page.md is already being published. Wait until that is done.');
    await progress.click('Cancel');
    await said(stage.window, /^Cancelled after the page had been sent\..* is unknown/, 'warning', [
      'Try Again',
      'Show Log',
    ]);
  });

  it('a redirect: follows nothing', async () => {
    const { wiki } = stage;
    const before = wiki.requests.length;
    await publish(stage, {}, { do: 'answer', status: 307, headers: { location: wiki.importEndpoint } });
    await said(stage.window, /answered 307, a redirect. Redirects are not followed/, 'error', ['Show Log']);
    assert.equal(wiki.requests.length - before, 1);
  });

  it('a page for people instead of the documented answer: says so with the status', async () => {
    const sheet = '<html><a href="https://evil.example/">Sign in</a></html>';
    await publish(
      stage,
      {},
      { do: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: sheet },
    );
    await said(stage.window, /answered 200, but not the way the wiki’s import endpoint does/, 'error', [
      'Try Again',
      'Show Log',
    ]);
  });

  it('a huge answer: reads no more than 1 MiB and says so with the status', async () => {
    await publish(
      stage,
      {},
      { do: 'answer', status: 201, body: JSON.stringify({ body: 'x'.repeat(50_000_000) }) },
    );
    await said(
      stage.window,
      /answer \(201\) was cut off or too long to read\. Whether the page was published is unknown/,
      'error',
      ['Try Again', 'Show Log'],
    );
  });

  describe('A button on a notification that stood for a while', () => {
    it('Try Again sends no secret that was pasted meanwhile', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.openFile('again.md');
      wiki.script({ do: 'refuse' });
      await window.command('Publish to Wiki');
      const failed = await window.notification('refused the connection. Nothing was sent.');
      await wiki.acceptAgain();
      await window.editor.typeAt('last', `\n\`${key}\`\n`);
      await failed.click('Try Again');
      const stopped = await window.notification('This looks like a token or a private key.');
      assert.deepEqual(stopped.buttons, ['Show Problems', 'Publish Anyway']);
      assert.equal(wiki.requests.length, before);
    });

    it('Publish Anyway sends what the person was told of, and no secret that was pasted meanwhile', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.openFile('anyway.md');
      await window.command('Publish to Wiki');
      const stopped = await window.notification('This comment does not end in its paragraph');
      await window.editor.typeAt('last', `\n\`${key}\`\n`);
      await stopped.click('Publish Anyway');
      const again = await window.notification('This looks like a token or a private key.');
      assert.equal(wiki.requests.length, before);
      await again.click('Publish Anyway');
      await window.notification('“Anyway” was published.');
      assert.equal(wiki.requests.length, before + 1);
    });
  });
});
