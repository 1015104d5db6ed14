import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { filesIn } from '../host/filesIn.js';
import { IdentityProvider, type ComingAnswer } from '../soak/identityProvider.js';
import { Asked } from './asked.js';
import { packProbe, probe } from './probe.js';
import { chooseRefreshToken, enterClientSecret, enterToken, signInTitle } from './signingIn.js';
import { onStage } from './stage.js';

/** The extension as it is, in a real window, against a certified provider that revokes what is presented twice. */
describe('The export session', function () {
  let idp: IdentityProvider;
  let asked: Asked;
  let hours = 0;
  before(async () => {
    await packProbe();
    idp = await IdentityProvider.start();
  });
  after(() => idp.close());

  const stage = onStage({
    files: { 'page.md': '# Page\n\nText.\n' },
    persistentSecrets: true,
    neighbours: [probe],
    ...(process.env.TEST_PACKAGE && { vsix: process.env.TEST_PACKAGE }),
    get userSettings() {
      return { 'publishToWiki.export': { authUrl: idp.authUrl, clientId: 'guessed-client' } };
    },
  });

  afterEach(() => {
    idp.beforeAnswer = () => undefined;
    assert.deepEqual(idp.reuses, []);
    assert.deepEqual(idp.revoked, []);
  });

  /** An hour later: every token has expired. */
  const later = () => ({ what: 'ask', hours: ++hours }) as const;
  const got = /^session of .*, answered 404/;

  async function journal(): Promise<string> {
    for await (const { path: file } of filesIn(stage.server.dataDir)) {
      if (/\/journal\.[^.]+$/.test(file)) {
        return file;
      }
    }
    throw new Error('There is no journal.');
  }

  /** Resolves when the provider has a request and holds its answer back for so long. */
  function holdAnswer(ms: number): Promise<void> {
    return new Promise((resolve) => {
      idp.beforeAnswer = async () => {
        idp.beforeAnswer = () => undefined;
        resolve();
        await pause(ms);
      };
    });
  }

  it('is none where the client and the token were guessed, and one gets back to the client', async () => {
    const { window } = stage;
    asked = new Asked(stage.folder);
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
    // Away from the status bar, whose tooltip lies over the notification
    await window.page.mouse.move(600, 200);
    assert.deepEqual(await asked.one({ what: 'accounts' }), []);
    await said.click('Change Client…');
    await window.quickTitle(`${signInTitle} (1/4)`);
    assert.equal(await window.quickValue(), idp.authUrl);
    await window.accept();
    await window.quickTitle(`${signInTitle} (2/4)`);
    assert.equal(await window.quickValue(), 'guessed-client');
    await window.quickBack();
    await window.quickTitle(`${signInTitle} (1/4)`);
    await window.accept();
    await window.quickTitle(`${signInTitle} (2/4)`);
    await window.quickType(idp.clientId);
    await window.accept();
    await enterClientSecret(window, idp.clientSecret.reveal());
    await enterToken(window, (await idp.seed()).reveal());
    await window.notification('You are signed in for export.');
    assert.equal(idp.rotations, 1);
    assert.equal((await asked.one({ what: 'accounts' })).length, 1);
    await window.closeNotifications();
    await window.command('Get Export Session');
    await (await window.dialog()).click('Allow');
    await window.notification(got);
    await window.closeNotifications();
  });

  it('lends an access token to the clipboard', async () => {
    const { window } = stage;
    await window.command('Copy Export Access Token');
    await (await window.dialog()).click('Copy');
    await window.screen.until('a token', async () => (await window.clipboard()).split('.').length === 3);
  });

  it('survives Reload Window in the middle of a refresh', async () => {
    const held = holdAnswer(1500);
    await asked.ask(later());
    await held;
    await stage.window.reload();
    const [answer = ''] = await asked.one({ what: 'ask', hours });
    assert.match(answer, got);
    assert.equal(idp.rotations, 2);
  });

  it('survives an answer that is compressed, though nobody asked for that', async () => {
    idp.beforeAnswer = (answer) => {
      answer.body = gzipSync(JSON.stringify(answer.body));
      answer.set('Content-Encoding', 'gzip');
      answer.set('Content-Type', 'application/json');
    };
    const [answer = ''] = await asked.one(later());
    assert.match(answer, got);
    assert.equal(idp.rotations, 3);
  });

  it('survives an error beside the tokens, and tokens of no use, for which it does not ask again at once', async () => {
    const change = (members: object) => (answer: ComingAnswer) => {
      answer.body = { ...(answer.body as object), ...members };
    };
    idp.beforeAnswer = change({ error: null });
    assert.match(String(await asked.one(later())), got);
    const before = idp.rotations;
    idp.beforeAnswer = change({ access_token: 'of no\nuse' });
    const answers = await asked.one({ ...later(), count: 20 });
    assert.match(String(answers), /^error: The identity provider has a problem right now/);
    assert.equal(idp.rotations - before, 1);
    idp.beforeAnswer = () => undefined;
    assert.match(String(await asked.one(later())), got);
  });

  it('survives an extension host that dies when the successor is written and has no name yet', async () => {
    await asked.one({ what: 'dieAtRename', hours });
    const before = idp.rotations;
    await asked.ask(later());
    await stage.window.screen.until('the refresh', () => Promise.resolve(idp.rotations > before));
    await stage.window.reload();
    assert.match(String(await asked.one({ what: 'ask', hours })), got);
    assert.equal(idp.rotations - before, 1);
  });

  it('that the provider ends is told of once, with the way to the next', async () => {
    const { window } = stage;
    idp.beforeAnswer = (answer) => {
      answer.status = 403;
      answer.body = { error: 'invalid_grant' };
    };
    assert.equal(String(await asked.one(later())), 'no session');
    const said = await window.notification(
      'The export session has ended: the identity provider no longer accepts',
    );
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Sign In Again']]);
    assert.equal((await window.notifications()).filter(({ message }) => message === said.message).length, 1);
    await window.screenshot('session-ended');
    idp.beforeAnswer = () => undefined;
    await said.click('Sign In Again');
    await chooseRefreshToken(window);
    await enterToken(window, (await idp.seed('another')).reveal());
    await window.notification('You are signed in for export.');
    assert.match(String(await asked.one({ what: 'ask', hours })), got);
  });

  it('is over, and nothing is presented, where the journal is lost and the secret storage is behind', async () => {
    await asked.one({ what: 'dieAfterRename', hours });
    const file = await journal();
    const before = idp.rotations;
    await asked.ask(later());
    await stage.window.screen.until('the refresh', () => Promise.resolve(idp.rotations > before));
    await pause(500);
    await rm(file);
    await stage.window.reload();
    const calls = idp.calls.length;
    assert.match(String(await asked.one({ what: 'ask', hours })), /^no session|Reload this window/);
    assert.equal(idp.calls.length, calls);
  });
});
