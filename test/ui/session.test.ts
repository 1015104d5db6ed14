import assert from 'node:assert/strict';
import type { Window } from '../host/window.js';
import { gotSession, onProviderStage } from './providerStage.js';
import { enterClientSecret, leaveProvider, pasteAnswer, signInTitle, signOut } from './signingIn.js';

const silently = 'Look for Export Session';

describe('The export session', () => {
  const on = onProviderStage(() => 'guessed-client');

  async function tells(window: Window, command: string, text: string | RegExp): Promise<void> {
    await window.command(command);
    await window.notification(text);
    await window.closeNotifications();
  }

  /** Where the client is known, and its secret is not. */
  async function signIn(account: string): Promise<void> {
    const { window } = on.stage;
    await window.command(signInTitle);
    await enterClientSecret(window, on.idp.clientSecret.reveal());
    await pasteAnswer(window, on.idp, account);
    await window.notification('You are signed in for export.');
    await window.closeNotifications();
  }

  it('is none where the client was guessed, and one gets back to the client', async () => {
    const { window } = on.stage;
    await window.openFile('page.md');
    await window.command(signInTitle);
    await enterClientSecret(window, 'guessed-secret');
    await pasteAnswer(window, on.idp);
    const said = await window.notification(
      'You are not signed in: the identity provider does not know this client ID, or the client secret is wrong.',
    );
    assert.deepEqual([said.severity, said.buttons], ['error', ['Change Client…', 'Sign In Again']]);
    await window.screenshot('client-refused');
    assert.match(await (await window.statusItem('token')).tooltip(), /Export: not signed in/);
    assert.deepEqual(await on.asked.one({ what: 'accounts' }), []);
    await said.click('Change Client…');
    const { authUrl, clientId, clientSecret } = on.idp;
    const message = `Provider: ${authUrl} Client ID: ${clientId} Client secret: ${clientSecret.reveal()}`;
    // Who sees on the provider’s page that the client is wrong need not wait for an answer
    await window.quickType(message.replace(clientId, 'another-guess'));
    await window.accept();
    await leaveProvider(window);
    await window.quick.press('Change Client…');
    await window.quickMessage(/^Paste an administrator’s whole message/);
    await window.quickType(message);
    await window.accept();
    await pasteAnswer(window, on.idp);
    await window.notification('You are signed in for export.');
    assert.equal(on.idp.rotations, 1);
    assert.equal((await on.asked.one({ what: 'accounts' })).length, 1);
    await window.closeNotifications();
    await window.command('Get Export Session');
    await (await window.dialog()).click('Allow');
    await window.notification(gotSession);
    await window.closeNotifications();
  });

  it('that a window can’t see presents nothing there until it is reloaded, and ends in both windows', async () => {
    const { window } = on.stage;
    await signOut(window);
    await window.closeNotifications();
    const other = await window.another();
    await other.openFile('page.md');
    await signIn('one');
    const before = on.idp.calls.length;
    await tells(other, silently, /^error: .* Reload this window\.$/);
    await other.command('Copy Export Access Token');
    await (await other.dialog()).click('Copy');
    const said = await other.notification('but this window can’t see that. Reload this window.');
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Reload Window']]);
    await other.screenshot('reload-window');
    assert.equal(on.idp.calls.length, before);
    await other.reload();
    for (const each of [window, other]) {
      await each.command('Get Export Session');
      await each.screen.until('the session', async () => {
        if ((await each.notifications()).some(({ message }) => gotSession.test(message))) {
          return true;
        }
        // Windows share the person's answer, some of them at once
        if (await each.page.locator('.monaco-dialog-box').isVisible()) {
          await (await each.dialog()).click('Allow');
        }
        return false;
      });
      await each.closeNotifications();
    }
    await signOut(window);
    await window.closeNotifications();
    await tells(window, silently, 'no session');
    await other.command('Skip an Hour');
    await tells(other, silently, 'no session');
    await other.screen.until('the secrets to go', async () => {
      const stored = await other.page.evaluate<string>('JSON.stringify({ ...localStorage })');
      return !stored.includes('publishToWiki.export.') && stored.includes('publish-to-wiki');
    });
    await other.close();
  });

  it('that the provider ends is told of once, with the way to the next', async () => {
    const { window } = on.stage;
    await signIn('another');
    on.idp.beforeAnswer = (answer) => {
      answer.status = 403;
      answer.body = { error: 'invalid_grant' };
    };
    // The notification of its end comes too, and stays
    await window.command('Skip an Hour');
    await window.command(silently);
    await window.notification('no session');
    const said = await window.notification(
      'The export session has ended: the identity provider no longer accepts',
    );
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Sign In Again', 'Don’t Show Again']]);
    assert.equal((await window.notifications()).filter(({ message }) => message === said.message).length, 1);
    await window.screenshot('session-ended');
    on.idp.beforeAnswer = () => undefined;
    await said.click('Sign In Again');
    await pasteAnswer(window, on.idp, 'a third');
    await window.notification('You are signed in for export.');
    await window.closeNotifications();
    // Who signed out in the Accounts menu took back what extensions may do
    await window.command('Get Export Session');
    await (await window.dialog()).click('Allow');
    await window.notification(gotSession);
    await window.closeNotifications();
  });
});
