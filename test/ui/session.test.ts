import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { gotSession, onProviderStage } from './providerStage.js';
import { chooseRefreshToken, enterClientSecret, enterToken, signInTitle } from './signingIn.js';

describe('The export session', () => {
  const on = onProviderStage(() => 'guessed-client');

  /** Resolves when the provider has a request and holds its answer back for so long. */
  function holdAnswer(ms: number): Promise<void> {
    return new Promise((resolve) => {
      on.idp.beforeAnswer = async () => {
        on.idp.beforeAnswer = () => undefined;
        resolve();
        await pause(ms);
      };
    });
  }

  it('is none where the client and the token were guessed, and one gets back to the client', async () => {
    const { window } = on.stage;
    await window.openFile('page.md');
    await window.command(signInTitle);
    await enterClientSecret(window, 'guessed-secret');
    await enterToken(window, 'an-invented-refresh-token');
    const said = await window.notification(
      'You are not signed in: the identity provider does not know this client ID, or the client secret is wrong.',
    );
    assert.deepEqual([said.severity, said.buttons], ['error', ['Change Client…', 'Sign In Again']]);
    await window.screenshot('client-refused');
    assert.match(await (await window.statusItem('token')).tooltip(), /Export: not signed in/);
    assert.deepEqual(await on.asked.one({ what: 'accounts' }), []);
    await said.click('Change Client…');
    await window.quickTitle(`${signInTitle} (1/4)`);
    assert.equal(await window.quickValue(), on.idp.authUrl);
    await window.accept();
    await window.quickTitle(`${signInTitle} (2/4)`);
    assert.equal(await window.quickValue(), 'guessed-client');
    await window.quickBack();
    await window.quickTitle(`${signInTitle} (1/4)`);
    await window.accept();
    await window.quickTitle(`${signInTitle} (2/4)`);
    await window.quickType(on.idp.clientId);
    await window.accept();
    await enterClientSecret(window, on.idp.clientSecret.reveal());
    await enterToken(window, (await on.idp.seed()).reveal());
    await window.notification('You are signed in for export.');
    assert.equal(on.idp.rotations, 1);
    assert.equal((await on.asked.one({ what: 'accounts' })).length, 1);
    await window.closeNotifications();
    await window.command('Get Export Session');
    await (await window.dialog()).click('Allow');
    await window.notification(gotSession);
    await window.closeNotifications();
  });

  it('lends an access token to the clipboard', async () => {
    const { window } = on.stage;
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    await window.screen.until('a token', async () => (await window.clipboard()).split('.').length === 3);
  });

  it('survives Reload Window in the middle of a refresh', async () => {
    const held = holdAnswer(1500);
    await on.asked.ask(on.later());
    await held;
    await on.asked.reloaded(() => on.stage.window.reload());
    const [answer = ''] = await on.asked.one({ what: 'ask', hours: on.hours });
    assert.match(answer, gotSession);
    assert.equal(on.idp.rotations, 2);
  });

  it('that the provider ends is told of once, with the way to the next', async () => {
    const { window } = on.stage;
    on.idp.beforeAnswer = (answer) => {
      answer.status = 403;
      answer.body = { error: 'invalid_grant' };
    };
    assert.equal(String(await on.asked.one(on.later())), 'no session');
    const said = await window.notification(
      'The export session has ended: the identity provider no longer accepts',
    );
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Sign In Again']]);
    assert.equal((await window.notifications()).filter(({ message }) => message === said.message).length, 1);
    await window.screenshot('session-ended');
    on.idp.beforeAnswer = () => undefined;
    await said.click('Sign In Again');
    await chooseRefreshToken(window);
    await enterToken(window, (await on.idp.seed('another')).reveal());
    await window.notification('You are signed in for export.');
    assert.match(String(await on.asked.one({ what: 'ask', hours: on.hours })), gotSession);
  });
});
