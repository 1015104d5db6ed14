import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../host/filesIn.js';
import { publish } from './said.js';
import type { Stage } from './setStage.js';
import { onStage } from './stage.js';
import { enterNewToken } from './steps.js';

const files = { 'page.md': '# Page\n\nText.\n' };

/** Both have one server. */
describe('Of two suites of the window', () => {
  let origin: string;
  const recordedPages = async ({ server }: Stage): Promise<number> => {
    let count = 0;
    for await (const { path } of filesIn(server.dataDir)) {
      if (/globalStorage.*publish-to-wiki.*[\\/]wiki\.db$/.test(path)) {
        const database = new DatabaseSync(path, { readOnly: true });
        const pages = database.prepare('SELECT value FROM records WHERE kind = ? AND value IS NOT NULL');
        count += pages.all('page').length;
        database.close();
      }
    }
    return count;
  };

  describe('the first', () => {
    const stage = onStage({ files });

    it('leaves a setting, a token, a published page and what is told of it', async () => {
      const { window, wiki, server } = stage;
      ({ origin } = server);
      const settings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as object;
      await writeFile(
        server.settingsFile,
        JSON.stringify({ ...settings, 'publishToWiki.statusBar': 'never' }),
      );
      await window.openFile('page.md');
      await enterNewToken(window, wiki);
      const title = await publish(stage);
      await window.notification(new RegExp(`^“${title}” was published`));
      assert.equal(await recordedPages(stage), 1);
    });
  });

  describe('the second', () => {
    const stage = onStage({ files });

    it('finds the same server, and nothing of the first', async () => {
      const { window, server } = stage;
      assert.equal(server.origin, origin);
      assert.deepEqual(await window.notifications(), []);
      assert.doesNotMatch(await readFile(server.settingsFile, 'utf8'), /statusBar/);
      assert.equal(await recordedPages(stage), 0);
      await window.openFile('page.md');
      await window.statusItem('token', 'no token');
    });
  });
});
