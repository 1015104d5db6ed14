import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides, inGuides } from './steps.js';

describe('A page below another one in the Wiki view', () => {
  const stage = onStage({ files: { 'docs/index.md': `${inGuides()}# Above\n\nText.\n` } });
  const view = (): WikiView => new WikiView(stage.window.screen);

  before(() => enterNewToken(stage.window, stage.wiki));

  it('is shown as it is by now, also once the other one is drawn again', async () => {
    const { window, wiki, folder } = stage;
    await enterPlatformToken(window, wiki);
    await window.openFile('docs/index.md');
    await window.command('Publish Again');
    await window.notification('“Above” was published.');
    await view().open();
    await view().showFiles(false);
    await view().row(/^Above Published/);
    const page = wiki.pages.findPage(guides.space, guides.parent, 'Above') ?? assert.fail();
    const below = inGuides().replace(guides.parent, page.id);
    await writeFile(path.join(folder, 'docs/below.md'), `${below}# Below\n\nText.\n`);
    await window.openFile('docs/below.md');
    wiki.script({ do: 'cutAnswer', afterBytes: 0 });
    await window.command('Publish Again');
    await window.notification(/is unknown/);
    await view().row(/^Below Outcome unknown/);
    await window.closeNotifications();
    await window.command('Publish Again');
    await (await window.notification(/already exists/)).click('Replace Page');
    await window.notification('“Below” was published.');
    await view().row(/^Below Published/);
    await window.openFile('docs/index.md');
    await window.editor.typeAt('last', 'More.\n');
    await window.editor.save();
    await window.command('Publish Again');
    await window.notification('“Above” was published.');
    // What is below is drawn and read after it
    await delay(2_000);
    await view().row(/^Below Published/);
  });
});
