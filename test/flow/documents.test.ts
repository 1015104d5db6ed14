import assert from 'node:assert/strict';
import { policies } from '../../src/services/publish/request.js';
import { enter, ScriptedPerson, type Answer } from './person.js';
import { Stage } from './stage.js';

const placed = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const typed: Answer = { enter: { space: '1001', parent: '100102', overwrite: false } };

describe('A document of any kind', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  const body = () => {
    const { title, content } = stage.sent.at(-1) ?? assert.fail('Nothing was sent.');
    return [title, content];
  };

  it('is read under progress, which can be cancelled: nothing is asked or sent then', async () => {
    await stage.write('a.md', '# A\n\nOne.\n');
    const person = new ScriptedPerson([]);
    const titles: string[] = [];
    const cancel = new AbortController();
    person.watch = (title, work) => {
      titles.push(title);
      cancel.abort();
      return work(cancel.signal, () => undefined);
    };
    const request = { uri: stage.uri('a.md'), policy: policies.publish };
    assert.equal(await stage.flow.publish(request, person), undefined);
    assert.deepEqual([titles, person.asked, stage.sent], [['Reading a.md'], [], []]);
  });

  it('is published with its heading where its title is another', async () => {
    await stage.write('a.md', placed.replace(' }', ', title: Decided }') + '# A Heading\n\nText.\n');
    await stage.publish('a.md');
    assert.deepEqual(body(), ['Decided', '# A Heading\n\nText.\n']);
  });

  it('is sent without its heading, its comments and what is marked to be skipped', async () => {
    await stage.write(
      'a.md',
      '# Parts\n\nShown. <!-- for us -->\n\n<!-- wiki:skip -->\nNot shown.\n<!-- /wiki:skip -->\n\nShown too.\n',
    );
    await stage.publish('a.md', [typed]);
    assert.deepEqual(body(), ['Parts', 'Shown.\n\nShown too.\n']);
  });

  it('loses a byte order mark and front matter that ends in dots, and keeps its line ends', async () => {
    await stage.write('a.md', '\ufeff---\r\ntags: [a]\r\n...\r\nSetext\r\n======\r\n\r\nText.\r\n');
    await stage.publish('a.md', [typed]);
    assert.deepEqual(body(), ['Setext', 'Text.\r\n']);
  });

  it('is not sent when there is nothing in it', async () => {
    await stage.write('a.md', '---\ntitle: Nothing\n---\n \n\t\n');
    const { ended, text, actions } = await stage.publish('a.md');
    assert.match(text ?? '', /^The document is empty\. Nothing was sent\.$/);
    assert.deepEqual([ended?.report.severity, actions, stage.sent], ['error', [], []]);
  });

  it('is not sent when its front matter can’t be read', async () => {
    await stage.write('a.md', '---\ntitle: [\n---\nText.\n');
    const { text, actions } = await stage.publish('a.md');
    assert.match(text ?? '', /front matter can’t be read: check line \d\. Nothing was sent\.$/);
    assert.deepEqual([actions, stage.sent], [['showProblems'], []]);
  });

  it('is not sent when a part that is to be skipped has no end', async () => {
    await stage.write('a.md', `${placed}# Open\n\nShown.\n\n<!-- wiki:skip -->\n\nNot shown.\n`);
    const { ended, text, actions } = await stage.publish('a.md');
    assert.match(text ?? '', /“<!-- \/wiki:skip -->” is missing\. Nothing was sent\.$/);
    assert.deepEqual([ended?.report.severity, actions, stage.sent], ['error', ['showProblems'], []]);
  });

  it('is stopped by values that can’t be used, and says how many more there are', async () => {
    await stage.write('a.md', '---\nwiki:\n  colour: red\n  parent: twelve\n---\n# Wrong\n\nText.\n');
    const { text, actions } = await stage.publish('a.md');
    assert.match(
      text ?? '',
      /^“colour” is not known here\. .*There is one more problem\. Nothing was sent\.$/,
    );
    assert.deepEqual([actions, stage.sent], [['showProblems', 'publishAnyway'], []]);
  });

  it('that is too large is stopped, and goes on when the person wants that', async () => {
    await stage.write('a.md', `# Large\n\n${`${'Some words, and more of them. '.repeat(40)}\n`.repeat(960)}`);
    const stopped = await stage.publish('a.md');
    assert.match(
      stopped.text ?? '',
      /^The page is 1,126 KB; the wiki may refuse more than 1,024 KB\. Split it into several files\. Nothing was sent\.$/,
    );
    assert.deepEqual(stopped.actions, ['publishAnyway']);
    const { asked } = await stage.press(stopped, 'publishAnyway', [typed]);
    assert.deepEqual([asked, body()[0]], [['plan'], 'Large']);
  });

  it('whose published text is not kept is still known to be unchanged', async () => {
    stage.keepsText = false;
    await stage.write('a.md', '# Kept\n\nText.\n');
    await stage.publish('a.md', [typed]);
    const again = await stage.publish('a.md', [], policies.publishAgain);
    assert.match(again.text ?? '', /^Nothing has changed since “Kept” was published\./);
    await stage.write('a.md', '# Kept\n\nMore.\n');
    await stage.publish('a.md', [enter]);
    const [record] = stage.services.records.index.ofFile({ uri: stage.uri('a.md') });
    assert.equal(record && (await stage.services.records.text(record)), undefined);
  });
});
