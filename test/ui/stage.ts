import assert from 'node:assert/strict';
import { closeSharedBrowser } from '../host/browser.js';
import { leaks } from '../host/leaks.js';
import { closeSharedServers } from '../host/sharedServer.js';
import { demoClient } from '../wiki/wiki.js';
import { setStage, type SetStage, type Stage, type StageOptions } from './setStage.js';

// After the last suite of this process
after(async function () {
  this.timeout(60_000);
  await closeSharedServers();
  await closeSharedBrowser();
});

async function leaked({ wiki, server, window }: Stage): Promise<string[]> {
  const pages = window.page.context().pages();
  const page = pages.find((each) => each.url().startsWith(server.origin));
  assert.ok(page, 'There is a window to look at.');
  const { secret = '' } = demoClient;
  const { platformToken, personalToken, email } = wiki;
  const basic = Buffer.from(`${email}:${personalToken}`).toString('base64');
  return leaks([...wiki.issued, platformToken, personalToken, basic, secret], server, page);
}

/** The same for all tests of a suite. */
export function onStage(options: StageOptions): Stage {
  let stage: SetStage | undefined;

  before(async function () {
    this.timeout(300_000);
    stage = await setStage(options, { isShared: true });
  });

  // What a test waits for is not what the one before it left
  beforeEach(() => (stage?.window.page.isClosed() === false ? stage.window.closeNotifications() : undefined));

  after(async function () {
    this.timeout(60_000);
    if (stage === undefined) {
      return;
    }
    const found = await leaked(stage);
    await stage.close();
    assert.deepEqual(found, [], 'places where a token can be read');
  });

  const current = (): Stage => {
    assert.ok(stage, 'The stage is set before the tests of its suite.');
    return stage;
  };
  return {
    get wiki() {
      return current().wiki;
    },
    get window() {
      return current().window;
    },
    get folder() {
      return current().folder;
    },
    get browser() {
      return current().browser;
    },
    get server() {
      return current().server;
    },
  };
}
