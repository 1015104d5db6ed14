import assert from 'node:assert/strict';
import type { RunFile } from '../../src/core/plan/runFile.js';
import { beginReading, planPublish } from '../../src/services/publish/reading.js';
import { policies } from '../../src/services/publish/request.js';
import { enter, type Answer } from './person.js';
import { Stage } from './stage.js';

const place = { space: '1001', parent: '100102' };
const inGuides = (...more: string[]): string =>
  ['---', 'wiki:', '  space: "1001"', '  parent: "100102"', ...more, '---', ''].join('\n');
const typed: Answer = { enter: { ...place, overwrite: false } };

describe('Whose page it is', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  const pageOf = (title: string, { space, parent } = place) =>
    stage.wiki.pages.findPage(space, parent, title);
  const theirPage = (title: string) =>
    stage.wiki.pages.createPage({
      spaceId: place.space,
      parentId: place.parent,
      title,
      content: 'Theirs.',
    });

  it('stays the one of before when the front matter names another parent, unless the person says so', async () => {
    await stage.write('moved.md', `${inGuides()}# Moved\n\nText.\n`);
    await stage.publish('moved.md');
    const elsewhere = `${inGuides().replace('100102', '100101')}# Moved\n\nText.\n`;
    await stage.write('moved.md', elsewhere);
    const kept = await stage.publish('moved.md', [{ choose: 'keep' }], policies.publishAgain);
    assert.deepEqual(kept.questions, ['moved: keep, stop']);
    assert.deepEqual(
      [pageOf('Moved')?.version, pageOf('Moved', { ...place, parent: '100101' })],
      [2, undefined],
    );
    // Once answered it is not asked about again
    await stage.write('moved.md', `${elsewhere}More.\n`);
    const more = await stage.publish('moved.md', [], policies.publishAgain);
    assert.deepEqual([more.asked, pageOf('Moved')?.version], [[], 3]);
  });

  it('is another file’s: that is said, and Enter replaces nothing', async () => {
    await stage.write('first.md', `${inGuides()}# Claimed\n\nThe first.\n`);
    await stage.publish('first.md');
    await stage.write('second.md', `${inGuides()}# Claimed\n\nThe second.\n`);
    const { questions, text } = await stage.publish('second.md', [{ choose: 'stop' }]);
    assert.deepEqual(questions, ['others: stop, replace']);
    assert.match(text ?? '', /a page with this title already exists\. Nothing was replaced\./);
    assert.equal(pageOf('Claimed')?.content, 'The first.\n');
  });

  it('is not updated where the file did not make it, before the person says so', async () => {
    const theirs = theirPage('Careful');
    const front = inGuides('  overwrite: true');
    await stage.write('careful.md', `${front}# Careful\n\nOurs.\n`);
    const stopped = await stage.publish('careful.md', [{ choose: 'stop' }]);
    assert.deepEqual(stopped.questions, ['replaces: stop, replace']);
    assert.match(stopped.text ?? '', /already exists/);
    assert.deepEqual([theirs.version, theirs.content], [1, 'Theirs.']);
    await stage.publish('careful.md', [{ choose: 'replace' }]);
    assert.deepEqual([theirs.version, theirs.content], [2, 'Ours.\n']);
    await stage.write('careful.md', `${front}# Careful\n\nOurs.\nMore.\n`);
    const { asked } = await stage.publish('careful.md');
    assert.deepEqual([asked, theirs.version, theirs.content], [[], 3, 'Ours.\nMore.\n']);
  });

  it('is still asked about when Overwrite was pressed and the wiki took nothing', async () => {
    const theirs = theirPage('Refused');
    await stage.write('refused.md', `${inGuides('  overwrite: true')}# Refused\n\nText.\n`);
    const exists = await stage.publish('refused.md', [{ choose: 'stop' }]);
    assert.deepEqual(exists.actions, ['changeTitle', 'overwrite']);
    stage.wiki.script({ do: 'answer', status: 400, body: '{"body":"Bad Request"}' });
    const refused = await stage.press(exists, 'overwrite');
    assert.equal(refused.text, 'The wiki did not accept “Refused”. The wiki says: “Bad Request”');
    assert.deepEqual(refused.actions, ['changeTarget', 'showLog']);
    const { questions } = await stage.publish('refused.md', ['leave']);
    assert.deepEqual(questions, ['replaces: stop, replace']);
    assert.equal(theirs.content, 'Theirs.');
  });

  it('is a second one under another title only when the person says so', async () => {
    await stage.write('a.md', '# New\n\nText.\n');
    await stage.publish('a.md', [typed]);
    await stage.write('a.md', '# Newer\n\nText.\n');
    const kept = await stage.publish('a.md', [{ choose: 'keep' }], policies.publishAgain);
    assert.deepEqual(kept.questions, ['retitled: keep, stop, replace']);
    assert.deepEqual([pageOf('Newer'), stage.sent.at(-1)?.content], [undefined, '# Newer\n\nText.\n']);
    await stage.write('a.md', '# Newest\n\nText.\n');
    await stage.publish('a.md', [{ choose: 'stop' }]);
    assert.deepEqual([pageOf('New')?.version, pageOf('Newest')?.version], [2, 1]);
  });

  it('is offered to be replaced under its new title only where it may have that title in the wiki', async () => {
    await stage.storePlatformToken();
    await stage.write('a.md', '# New\n\nText.\n');
    const { ended } = await stage.publish('a.md', [typed]);
    await ended?.sent?.page;
    await stage.write('a.md', '# Newer\n\nText.\n');
    assert.deepEqual((await stage.publish('a.md', ['leave'])).questions, ['retitled: keep, stop']);
    const page = pageOf('New') ?? assert.fail();
    stage.wiki.pages.edit(page, { title: 'Newer' });
    const { records, inWiki } = stage.services;
    await inWiki.lookUpChanges(records.index.ofFile(await stage.workspace.identify(stage.uri('a.md'))));
    assert.deepEqual((await stage.publish('a.md', ['leave'])).questions, ['retitled: keep, stop, replace']);
    const replaced = await stage.publish('a.md', [{ choose: 'replace' }]);
    assert.match(replaced.text ?? '', /^“Newer” was published/);
    assert.equal(pageOf('Newer')?.id, page.id);
  });

  it('goes on under the title that the person has given it in the wiki', async () => {
    await stage.write('a.md', '# Early\n\nText.\n');
    await stage.publish('a.md', [typed]);
    const renamed = pageOf('Early') ?? assert.fail();
    stage.wiki.pages.edit(renamed, { title: 'Late' });
    await stage.write('a.md', '# Late\n\nText.\n');
    await stage.publish('a.md', [{ choose: 'replace' }]);
    assert.deepEqual([pageOf('Late')?.id, pageOf('Early')], [renamed.id, undefined]);
    assert.equal(
      (await stage.publish('a.md', [], policies.publishAgain)).text,
      'Nothing has changed since “Late” was published. Nothing was sent.',
    );
  });

  it('is offered again after a try that failed, and is no place of the file’s own', async () => {
    await stage.write('tried.md', '# Tried\n\nText.\n');
    stage.wiki.script({ do: 'refuse' });
    await stage.publish('tried.md', [{ enter: { ...place, parent: '100101', overwrite: false } }]);
    await stage.wiki.acceptAgain();
    const { asked, questions } = await stage.publish('tried.md', [enter], policies.publishAgain);
    assert.deepEqual([asked, questions], [['questions'], ['target']]);
    assert.ok(pageOf('Tried', { ...place, parent: '100101' }));
  });

  it('is not known to be unchanged while a send has no answer', async () => {
    const front = `${inGuides()}# Unknown\n\n`;
    await stage.write('a.md', `${front}First.\n`);
    await stage.publish('a.md');
    await stage.write('a.md', `${front}Second.\n`);
    stage.wiki.script({ do: 'cutAnswer', afterBytes: 0 });
    const unknown = await stage.publish('a.md');
    assert.match(unknown.text ?? '', /Whether the page was published is unknown\./);
    await stage.write('a.md', `${front}First.\n`);
    const { text } = await stage.publish('a.md', [], policies.publishAgain);
    assert.match(text ?? '', /was published\./);
    assert.equal(pageOf('Unknown')?.content, 'First.\n');
  });

  it('is the one under which a page goes that somebody chose, and not the one of the settings', async () => {
    Object.assign(stage.settings, { space: '1002', parent: '100201' });
    await stage.write('a.md', '# Default\n\nText.\n');
    const first = await stage.publish('a.md', [enter]);
    assert.deepEqual([first.asked, stage.sent.at(-1)?.parent], [['plan'], '100201']);
    await stage.write('b.md', '# Other\n\nText.\n');
    await stage.publish('b.md', [typed]);
    await stage.write('b.md', '# Other\n\nMore.\n');
    await stage.publish('b.md', [enter]);
    assert.deepEqual(
      stage.sent.map(({ space, parent }) => [space, parent]),
      [
        ['1002', '100201'],
        ['1001', '100102'],
        ['1001', '100102'],
      ],
    );
  });
});

const inKey = '---\nwiki: { space: DOCS, parent: "100102" }\n---\n# Key\n\nText.\n';

describe('A place that is named as people name it', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open({ acceptSpaceKeys: false });
  });
  afterEach(() => stage.close());

  const placeOf = () => {
    const { space, parent } = stage.sent.at(-1) ?? assert.fail('Nothing was sent.');
    return [space, parent];
  };

  it('needs a platform token where it is a key, which is said before anything is sent', async () => {
    await stage.write('key.md', inKey);
    await assert.rejects(
      stage.publish('key.md'),
      /^UserError: “DOCS” is a space’s key\. Enter the space’s ID instead, or set a platform token, with which it is found\.$/,
    );
    assert.equal(stage.wiki.requests.length + stage.wiki.lookups.length, 0);
    await stage.storePlatformToken();
    const { asked } = await stage.publish('key.md');
    assert.deepEqual([asked, placeOf()], [[], ['1001', '100102']]);
  });

  it('needs one in a plan of many files too, where it blocks its own', async () => {
    const file = { uri: await stage.write('key.md', inKey), path: 'key.md' };
    const plan = async () => {
      const reading = await beginReading(stage.services, stage.host);
      return (await planPublish([file], reading, stage.services.inWiki)) ?? assert.fail('There is no plan.');
    };
    const [blocked] = (await plan()).rows;
    assert.equal(blocked?.status.kind, 'blocked');
    assert.match(
      blocked.status.reason,
      /^“DOCS” is a space’s key\. .*set a platform token, with which it is found\.$/,
    );
    await stage.storePlatformToken();
    const known = await plan();
    assert.equal(known.rows[0]?.status.kind, 'new');
    const [{ destination }] = known.runFiles(known.initiallyChecked) as [RunFile];
    assert.deepEqual([destination.target.space, destination.target.parent], ['1001', '100102']);
  });

  it('may be the address of a page', async () => {
    await stage.storePlatformToken();
    const address = `${stage.wiki.origin}/wiki/spaces/ENG/pages/100203/Runbooks`;
    await stage.write('pasted.md', `---\nwiki:\n  parent: ${address}\n---\n# Pasted\n\nText.\n`);
    const { asked } = await stage.publish('pasted.md');
    assert.deepEqual([asked, placeOf()], [[], ['1002', '100203']]);
  });
});
