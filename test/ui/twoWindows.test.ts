import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Window } from '../host/window.js';
import { probe } from './probe.js';
import { enterRefreshToken, goToRefreshToken, signInTitle } from './signingIn.js';
import { onStage } from './stage.js';
import { demoClient } from '../wiki/wiki.js';

const silently = 'Look for Export Session';

describe('The export session in two windows', () => {
  const stage = onStage({
    files: { 'page.md': '# Page\n\nText.\n' },
    exporting: true,
    persistentSecrets: true,
    neighbours: [probe],
    wiki: { acceptAccessTokens: true },
  });
  let other: Window;

  async function tells(window: Window, command: string, text: string | RegExp): Promise<void> {
    await window.command(command);
    await window.notification(text);
    await window.closeNotifications();
  }

  it('a window that can’t see what another has stored presents nothing and asks to be reloaded', async () => {
    const { window, wiki } = stage;
    other = await window.another();
    await other.openFile('page.md');
    await window.command(signInTitle);
    await goToRefreshToken(stage);
    await enterRefreshToken(stage);
    await window.notification('You are signed in for export.');
    await tells(other, silently, /^error: .* Reload this window\.$/);
    await other.command('Copy Export Access Token');
    await (await other.dialog()).click('Copy');
    const said = await other.notification('but this window can’t see that. Reload this window.');
    assert.deepEqual([said.severity, said.buttons], ['warning', ['Reload Window']]);
    await other.screenshot('reload-window');
    assert.equal(wiki.tokenRequests.length, 1);
  });

  it('an extension gets the session when the person allows it, in the reloaded window too', async () => {
    const { window } = stage;
    await other.reload();
    for (const each of [window, other]) {
      await each.command('Get Export Session');
      await each.screen.until('the session', async () => {
        const told = await each.notifications();
        if (told.some(({ message }) => /^session of demo-client .*, answered 200/.test(message))) {
          return true;
        }
        // Windows share the person's answer, some of them at once
        const asked = await each.page.locator('.monaco-dialog-box').isVisible();
        if (asked) {
          await (await each.dialog()).click('Allow');
        }
        return false;
      });
      await each.closeNotifications();
    }
  });

  it('both ask at once, fifty times: each time one refresh serves both', async function () {
    this.timeout(180_000);
    const { window, wiki, folder } = stage;
    const before = wiki.tokenRequests.length;
    for (const each of [window, other]) {
      await each.command('Play Rounds');
    }
    for (const each of [window, other]) {
      await each.notification('The rounds are over.', 120_000);
      await each.closeNotifications();
    }
    const names = (await readdir(folder)).filter((name) => name.startsWith('found.'));
    const [here = [], there] = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as string[]),
    );
    assert.deepEqual([here.length, new Set(here).size, names.length], [50, 50, 2]);
    assert.ok(
      here.every((answer) => answer.includes('answered 200')),
      here.join('\n'),
    );
    assert.deepEqual(there, here);
    assert.equal(wiki.tokenRequests.length - before, 50);
  });

  it('a provider that fails ends nothing, and no error that another extension sees holds a secret', async () => {
    const { window, wiki, folder } = stage;
    const { refresh_token: newest } = sent(wiki.tokenRequests.at(-1)?.body);
    const body = `{"error":"server_error","error_description":"${newest} ${demoClient.secret}"}`;
    wiki.scriptTokenRequests({ do: 'answer', status: 503, body });
    await window.command('Skip an Hour');
    await tells(
      window,
      silently,
      /^error: The identity provider has a problem right now\. You stay signed in for export/,
    );
    const errors = await readFile(path.join(folder, 'errors.txt'), 'utf8');
    const secrets = wiki.tokenRequests.flatMap(({ body }) => Object.values(sent(body)).filter(isSecret));
    assert.ok(secrets.length > 50);
    assert.deepEqual(
      secrets.filter((secret) => errors.includes(secret)),
      [],
    );
  });

  it('signing out in one window removes every secret of the session, in both', async () => {
    const { window } = stage;
    await window.command('Sign Out of Export');
    await tells(window, silently, 'no session');
    await other.command('Skip an Hour');
    await tells(other, silently, 'no session');
    await other.screen.until('the secrets to go', async () => {
      const stored = await other.page.evaluate<string>('JSON.stringify({ ...localStorage })');
      return !stored.includes('publishToWiki.export.') && stored.includes('publish-to-wiki');
    });
  });
});

function sent(body: Buffer | undefined): Record<string, string> {
  return JSON.parse(String(body)) as Record<string, string>;
}

function isSecret(value: string): boolean {
  return value !== 'refresh_token' && value !== demoClient.id;
}
