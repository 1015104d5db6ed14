import assert from 'node:assert/strict';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { Asked } from './asked.js';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import { answerSteps, enterNewToken, guides } from './steps.js';

describe('Beside another extension', () => {
  const stage = onStage({
    files: { 'page.md': '# Page\n\nText.\n' },
    neighbours: [probe],
    allBuiltIn: true,
    userSettings: { 'publishToWiki.omitHeading': false },
  });

  async function report(text: string): Promise<void> {
    const { window } = stage;
    await window.command('Probe: Report');
    await window.notification(text);
    await window.closeNotifications();
  }

  it('undici is not loaded before the first request', async () => {
    await stage.window.openFile('page.md');
    await stage.window.statusItem('token', 'no token');
    await report('undici not loaded, slots untouched');
    await enterNewToken(stage.window, stage.wiki);
    await stage.window.statusItem('token', '29 d');
  });

  it('a file of a virtual file system is published, with its heading when the setting says so', async () => {
    const { window, wiki } = stage;
    await window.command('Open Virtual File');
    await window.activeTab('virtual.md');
    await window.clickEditorTitle('Publish to Wiki');
    await answerSteps(window, guides);
    await window.notification('“Virtual” was published.');
    const page = wiki.pages.findPage(guides.space, guides.parent, 'Virtual');
    assert.equal(page?.content, '# Virtual\n\nNo disk has this.\n');
    await window.closeNotifications();
  });

  it('the request loaded undici, and left the slots of the process-wide dispatcher as they were', async () => {
    await report('undici loaded, slots untouched');
  });

  it('VS Code remembers every value of many that are written while it hears of earlier ones', async () => {
    const module = path.join(projectRoot, 'out', 'src', 'services', 'shared', 'state.js');
    const forgotten = await new Asked(stage.folder).one({ what: 'remember', name: module });
    assert.deepEqual(forgotten, []);
  });
});
