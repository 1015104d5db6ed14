import assert from 'node:assert/strict';
import { onStage } from './stage.js';
import { answerSteps, enterNewToken, guides, lastBody } from './steps.js';

describe('A document of any kind', () => {
  const stage = onStage({
    files: {
      'explorer.md': '# From the Explorer\n\nText.\n',
      'editor.md': '# From the Editor\n\nText.\n',
      'unsaved.md': '# Unsaved\n',
      'setext.md': '\ufeff---\r\ntags: [a]\r\n...\r\nSetext\r\n======\r\n\r\nText.\r\n',
      'empty.md': '---\ntitle: Nothing\n---\n \n\t\n',
      'broken.md': '---\ntitle: [\n---\nText.\n',
      'plain.txt': 'Not Markdown.\n',
    },
  });

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
  });

  beforeEach(async () => {
    await stage.window.closeNotifications();
  });

  it('is published from the Explorer’s context menu', async () => {
    const { window, wiki } = stage;
    await window.explorerContext('explorer.md', 'Publish to Wiki');
    await answerSteps(window, guides);
    await window.notification('“From the Explorer” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'From the Explorer'));
  });

  it('is published from the editor’s context menu, to a space used before', async () => {
    const { window, wiki } = stage;
    await window.openFile('editor.md');
    await window.editorContext('Publish to Wiki');
    await window.quickTitle('Publish to Wiki (1/4)');
    const [recent] = await window.quickRows();
    assert.deepEqual([recent?.label, recent?.description], [guides.space, 'used before']);
    await answerSteps(window, {});
    await window.notification('“From the Editor” was published.');
    assert.ok(wiki.pages.findPage(guides.space, guides.parent, 'From the Editor'));
  });

  it('is published as it stands in the editor, saved or not', async () => {
    const { window } = stage;
    await window.openFile('unsaved.md');
    await window.editor.typeAt('last', 'Not on disk yet.');
    await window.command('Publish to Wiki');
    await answerSteps(window, {});
    await window.notification('“Unsaved” was published.');
    assert.equal(lastBody(stage.wiki).content, 'Not on disk yet.');
  });

  it('is published though it was never saved', async () => {
    const { window } = stage;
    await window.newUntitled('Written just now.');
    await window.clickEditorTitle('Publish to Wiki');
    await answerSteps(window, { title: 'Untitled, but Titled' });
    await window.notification('“Untitled, but Titled” was published.');
    assert.equal(lastBody(stage.wiki).content, 'Written just now.');
  });

  it('loses a byte order mark and front matter that ends in dots, and keeps its line ends', async () => {
    const { window } = stage;
    await window.openFile('setext.md');
    await window.command('Publish to Wiki');
    await answerSteps(window, {});
    await window.notification('“Setext” was published.');
    assert.equal(lastBody(stage.wiki).content, 'Text.\r\n');
  });

  it('is not sent when there is nothing in it', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('empty.md');
    await window.command('Publish to Wiki');
    const said = await window.notification('the document is empty. Nothing was sent.');
    assert.equal(said.severity, 'error');
    assert.equal(wiki.requests.length, before);
  });

  it('is not sent when its front matter can’t be read', async () => {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile('broken.md');
    await window.command('Publish to Wiki');
    await window.notification(/front matter can’t be read: check line \d\. Nothing was sent\./);
    assert.equal(wiki.requests.length, before);
  });

  it('is refused when it is not Markdown', async () => {
    const { window } = stage;
    await window.openFile('plain.txt');
    await window.command('Publish to Wiki');
    await window.notification('plain.txt is not a Markdown file.');
  });

  it('goes to what was typed, though that matches a place used before; the arrow keys take that one', async () => {
    const { window } = stage;
    const listed = async (): Promise<string[]> => (await window.quickRows()).map(({ label }) => label);
    await window.openFile('setext.md');
    await window.command('Publish to Wiki');
    await window.quickPick(/Change…$/);
    await window.quickTitle('Publish to Wiki (1/4)');
    await window.accept();
    await window.quickTitle('Publish to Wiki (2/4)');
    await window.page.keyboard.insertText('1001');
    await window.page.keyboard.press('Enter');
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.quickBack();
    await window.quickTitle('Publish to Wiki (2/4)');
    assert.deepEqual(await listed(), ['1001', guides.parent]);
    await window.quickType('100');
    await window.screen.until('the typed id to be offered', async () =>
      (await window.quickRows()).some(({ label, focused }) => focused && label === '100'),
    );
    await window.page.keyboard.press('ArrowUp');
    await window.accept();
    await window.quickTitle('Publish to Wiki (3/4)');
    await window.quickBack();
    await window.quickTitle('Publish to Wiki (2/4)');
    assert.deepEqual(await listed(), [guides.parent]);
    await window.escape();
  });
});
