import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { filesIn } from '../host/filesIn.js';
import type { ComingAnswer } from '../soak/identityProvider.js';
import { gotSession, onProviderStage } from '../ui/providerStage.js';
import { enterClientSecret, enterToken, signInTitle } from '../ui/signingIn.js';

describe('The export session of a window, where something goes wrong', () => {
  const on = onProviderStage(({ clientId }) => clientId);

  async function journal(): Promise<string> {
    for await (const { path: file } of filesIn(on.stage.server.dataDir)) {
      if (/\/journal\.[^.]+$/.test(file)) {
        return file;
      }
    }
    throw new Error('There is no journal.');
  }

  before(async () => {
    const { window } = on.stage;
    await window.command(signInTitle);
    await enterClientSecret(window, on.idp.clientSecret.reveal());
    await enterToken(window, (await on.idp.seed()).reveal());
    await window.notification('You are signed in for export.');
    await window.closeNotifications();
    await window.command('Get Export Session');
    await (await window.dialog()).click('Allow');
    await window.notification(gotSession);
  });

  it('survives an answer that is compressed, though nobody asked for that', async () => {
    on.idp.beforeAnswer = (answer) => {
      answer.body = gzipSync(JSON.stringify(answer.body));
      answer.set('Content-Encoding', 'gzip');
      answer.set('Content-Type', 'application/json');
    };
    const [answer = ''] = await on.asked.one(on.later());
    assert.match(answer, gotSession);
    assert.equal(on.idp.rotations, 2);
  });

  it('survives an error beside the tokens, and tokens of no use, for which it does not ask again at once', async () => {
    const change = (members: object) => (answer: ComingAnswer) => {
      answer.body = { ...(answer.body as object), ...members };
    };
    on.idp.beforeAnswer = change({ error: null });
    assert.match(String(await on.asked.one(on.later())), gotSession);
    const before = on.idp.rotations;
    on.idp.beforeAnswer = change({ access_token: 'of no\nuse' });
    const answers = await on.asked.one({ ...on.later(), count: 20 });
    assert.match(String(answers), /^error: The identity provider has a problem right now/);
    assert.equal(on.idp.rotations - before, 1);
    on.idp.beforeAnswer = () => undefined;
    assert.match(String(await on.asked.one(on.later())), gotSession);
  });

  it('survives an extension host that dies when the successor is written and has no name yet', async () => {
    await on.asked.one({ what: 'dieAtRename', hours: on.hours });
    const before = on.idp.rotations;
    await on.asked.ask(on.later());
    await on.stage.window.screen.until('the refresh', () => Promise.resolve(on.idp.rotations > before));
    await on.stage.window.reload();
    assert.match(String(await on.asked.one({ what: 'ask', hours: on.hours })), gotSession);
    assert.equal(on.idp.rotations - before, 1);
  });

  it('is over, and nothing is presented, where the journal is lost and the secret storage is behind', async () => {
    await on.asked.one({ what: 'dieAfterRename', hours: on.hours });
    const file = await journal();
    const before = on.idp.rotations;
    await on.asked.ask(on.later());
    await on.stage.window.screen.until('the refresh', () => Promise.resolve(on.idp.rotations > before));
    await pause(500);
    await rm(file);
    await on.stage.window.reload();
    const calls = on.idp.calls.length;
    assert.match(
      String(await on.asked.one({ what: 'ask', hours: on.hours })),
      /^no session|Reload this window/,
    );
    assert.equal(on.idp.calls.length, calls);
  });
});
