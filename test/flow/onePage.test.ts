import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { policies } from '../../src/services/publish/request.js';
import { startWiki } from '../wiki/wiki.js';
import { enter, ScriptedPerson, type Answer } from './person.js';
import { ScriptedRunPerson } from './runPerson.js';
import { Stage } from './stage.js';

const place = { space: '1001', parent: '100102' };
const placed = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
const typed: Answer = { enter: { ...place, overwrite: false } };
const day = 86_400_000;

describe('A page that is published', () => {
  let stage: Stage;

  const open = async (...options: Parameters<typeof Stage.open>): Promise<Stage> =>
    (stage = await Stage.open(...options));

  afterEach(() => stage.close());

  it('stays in the wiki once its file is gone, which a publish and a plan say', async () => {
    await open();
    for (const name of ['a.md', 'new.md']) {
      await stage.write(name, `${placed}# ${name}\n`);
    }
    await stage.publish('a.md');
    const found = ['a.md', 'new.md'].map((name) => ({ uri: stage.uri(name), path: name }));
    await Promise.all(found.map(({ path: name }) => rm(path.join(stage.folder, name))));
    const words =
      'File is gone. Its page stays in the wiki: somebody who may delete pages there has to remove it.';
    await assert.rejects(() => stage.publish('a.md'), { message: words });
    const plan = await stage.runs.plan({ find: () => found }, new ScriptedRunPerson([]));
    assert.deepEqual(
      plan?.rows.map(({ status }) => [status.kind, status.reason]),
      [
        ['gone', words.slice(words.indexOf('Its'))],
        ['blocked', 'new.md is gone. Nothing was sent. If it has a page, that stays in the wiki.'],
      ],
    );
  });

  it('goes where the person says, and where it went before when it changes', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    const first = await stage.publish('a.md', [typed]);
    assert.equal(first.text, '“A” was published. The wiki says: “Success: The page was created.”');
    assert.deepEqual(first.asked, ['plan']);
    await stage.write('a.md', '# A\n\nTwo.\n');
    const second = await stage.publish('a.md', [enter]);
    assert.deepEqual([second.asked, second.ended?.report.severity], [['plan'], 'information']);
    // Where it goes is offered to be saved once
    assert.deepEqual([first.ended?.sent?.isFirst, second.ended?.sent?.isFirst], [true, false]);
    const again = await stage.publish('a.md', [], policies.publishAgain);
    assert.match(again.text ?? '', /^Nothing has changed since “A” was published\. Nothing was sent\.$/);
    assert.deepEqual(
      stage.sent.map(({ content, overwrite }) => [content.trim(), overwrite]),
      [
        ['One.', false],
        ['Two.', true],
      ],
    );
    assert.deepEqual(
      stage.happened.map((event) => [event.kind, event.kind === 'sentAlone' && event.outcome.kind]),
      [
        ['published', false],
        ['sentAlone', 'published'],
        ['published', false],
        ['sentAlone', 'published'],
      ],
    );
  });

  it('is asked about nothing where its file says where it goes', async () => {
    await open();
    await stage.write('a.md', `${placed}# A\n\nOne.\n`);
    const { asked, ended } = await stage.publish('a.md');
    assert.deepEqual([asked, ended?.report.severity], [[], 'information']);
    const same = await stage.publish('a.md');
    assert.match(same.text ?? '', /^Nothing has changed/);
    await stage.press(same, 'publishAnyway');
    assert.equal(stage.sent.length, 2);
  });

  it('is not sent when the person leaves a question', async () => {
    await open({ token: 'none' });
    await stage.write('a.md', '# A\n\nOne.\n');
    assert.equal((await stage.publish('a.md', ['leave'])).ended, undefined);
    const token = await stage.newToken();
    assert.equal((await stage.publish('a.md', [{ token }, 'leave'])).ended, undefined);
    stage.connections.push({ name: 'Other', endpoint: 'https://other.example/x' });
    assert.equal((await stage.publish('a.md', ['leave'])).ended, undefined);
    assert.deepEqual(stage.sent, []);
  });

  it('has the title that its heading was given since, when it is tried again', async () => {
    await open();
    await stage.write('a.md', '# Wrogn\n\nOne.\n');
    stage.wiki.script({ do: 'answer', status: 400, body: '{"body":"No."}' });
    const refused = await stage.publish('a.md', [typed]);
    await stage.write('a.md', '# Right\n\nOne.\n');
    // Another destination than the one that was confirmed is shown before it is sent
    const { asked } = await stage.press(refused, 'changeTarget', [enter]);
    assert.deepEqual(asked, ['destination']);
    assert.equal(stage.sent.at(-1)?.title, 'Right');
  });

  it('is tried again as it was confirmed, and shown where it would go elsewhere', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    for (let send = 0; send < 3; send++) {
      stage.wiki.script({ do: 'answer', status: 500 });
    }
    const failed = await stage.publish('a.md', [typed]);
    assert.ok(failed.actions?.includes('tryAgain'));
    const told = stage.happened.map((event) => event.kind === 'sentAlone' && event.outcome.kind);
    assert.deepEqual(told, ['unknown']);
    await stage.write('a.md', '# B\n\nOne.\n');
    const other = await stage.press(failed, 'tryAgain', [enter]);
    assert.deepEqual([other.asked, stage.sent.at(-1)?.title], [['plan'], 'B']);
    const { asked } = await stage.press(failed, 'tryAgain', [enter]);
    assert.deepEqual(asked, ['plan']);
  });

  it('replaces the page at another place once a person says so, and asks for it once', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    await stage.publish('a.md', [typed]);
    const there = { spaceId: '1001', parentId: '100103', title: 'A', content: 'Theirs.' };
    stage.wiki.pages.createPage(there);
    const told = await stage.publishElsewhere('a.md', [{ enter: { parent: '100103', overwrite: true } }]);
    assert.deepEqual(told.asked, ['destination']);
    assert.equal(stage.wiki.pages.findPage('1001', '100103', 'A')?.content, 'One.\n');
  });

  it('goes on with a place that was proposed and taken, without asking for it again', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    stage.wiki.script({ do: 'answer', status: 400 }, { do: 'answer', status: 401, body: '{"body":"No."}' });
    await stage.publish('a.md', [typed]);
    const refused = await stage.publish('a.md', [
      { first: () => stage.write('a.md', '# A\n\nTwo.\n'), then: enter },
    ]);
    assert.deepEqual(refused.asked, ['plan']);
    await stage.storeToken();
    assert.deepEqual((await stage.press(refused, 'replaceToken')).asked, []);
    assert.equal(stage.sent.at(-1)?.content, 'Two.\n');
  });

  it('has the title that its heading was given since, also where that differs in case alone', async () => {
    await open();
    await stage.write('a.md', '# A page\n\nOne.\n');
    stage.wiki.script({ do: 'answer', status: 401, body: '{"body":"No."}' });
    const refused = await stage.publish('a.md', [typed]);
    await stage.write('a.md', '# A Page\n\nOne.\n');
    const { asked } = await stage.press(refused, 'replaceToken', [enter]);
    assert.deepEqual([asked, stage.sent.at(-1)?.title], [['plan'], 'A Page']);
  });

  it('keeps a title that was typed when it is tried again, whatever the heading says by then', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    for (let send = 0; send < 3; send++) {
      stage.wiki.script({ do: 'answer', status: 500 });
    }
    const failed = await stage.publish('a.md', [{ enter: { ...place, title: 'Typed', overwrite: false } }]);
    await stage.write('a.md', '# B\n\nOne.\n');
    const { asked } = await stage.press(failed, 'tryAgain');
    assert.deepEqual([asked, stage.sent.at(-1)?.title], [[], 'Typed']);
  });

  it('goes on where it was when the token is replaced', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    stage.wiki.script({ do: 'answer', status: 401, body: '{"body":"No."}' });
    const refused = await stage.publish('a.md', [typed]);
    assert.deepEqual(refused.actions, ['replaceToken']);
    await stage.storeToken();
    const { asked, ended } = await stage.press(refused, 'replaceToken');
    assert.deepEqual([asked, ended?.report.severity], [[], 'information']);
  });

  it('replaces one that exists when the person says so', async () => {
    await open();
    await stage.write('a.md', '# A\n\nOne.\n');
    await stage.write('b.md', '# A\n\nTwo.\n');
    await stage.publish('a.md', [typed]);
    const exists = await stage.publish('b.md', [typed]);
    assert.deepEqual(exists.actions, ['changeTitle', 'overwrite']);
    const { asked } = await stage.press(exists, 'overwrite');
    assert.deepEqual([asked, stage.sent.at(-1)?.overwrite], [[], true]);
    assert.deepEqual(
      stage.sent.map(({ overwrite }) => overwrite),
      [false, false, true],
    );
  });

  it('is published where a keyring fails after the answer', async () => {
    await open();
    await stage.write('a.md', `${placed}# A\n\nOne.\n`);
    const { inWiki } = stage.services;
    inWiki.canLookUp = () =>
      stage.wiki.requests.length === 0
        ? Promise.resolve(true)
        : Promise.reject(new Error('The keyring is locked.'));
    const { ended } = await stage.publish('a.md');
    assert.match(ended?.report.text ?? '', /was published/);
    assert.ok(stage.services.records.index.ofFile({ uri: stage.uri('a.md') })[0]?.published);
  });

  it('is asked for where several wikis have the name that the file says, and then goes where it was', async () => {
    await open();
    const other = await startWiki();
    try {
      stage.connections.splice(
        0,
        1,
        ...[stage.wiki, other].map(({ importEndpoint: endpoint }) => ({ name: 'Wiki', endpoint })),
      );
      await stage.storeToken(undefined, other);
      const text = placed.replace('{', '{ connection: Wiki,');
      await stage.write('a.md', `${text}# A\n\nOne.\n`);
      const pick: Answer = { enter: { endpoint: other.importEndpoint } };
      assert.deepEqual((await stage.publish('a.md', [pick])).asked, ['connection']);
      await stage.write('a.md', `${text}# A\n\nTwo.\n`);
      assert.match((await stage.publish('a.md')).text ?? '', /^“A” was published to Wiki\. .*updated/);
      assert.deepEqual([stage.sent.length, other.requests.length], [0, 2]);
    } finally {
      await other.close();
    }
  });

  it('is not sent where its place is named by the address of another wiki, alone or with others', async () => {
    await open();
    const elsewhere = 'https://other.example.com/wiki/spaces/X/pages/100102/Guides';
    const front = `---\nwiki: { space: "1001", parent: "${elsewhere}" }\n---\n`;
    await stage.write('a.md', `${front}# A\n\nOne.\n`);
    const problem =
      /Its space or parent page is named by an address at https:\/\/other\.example\.com, but the connection publishes to http\S+\.( Nothing was sent\.)?$/;
    await assert.rejects(stage.publish('a.md'), problem);
    const { rows } = (await stage.runs.plan(stage.found(), new ScriptedPerson([]))) ?? assert.fail();
    assert.match(rows[0]?.status.reason ?? '', problem);
    const there = elsewhere.replace('https://other.example.com', stage.wiki.origin);
    await stage.write('a.md', `---\nwiki: { parent: "${there}", space: "1001" }\n---\n# A\n\nOne.\n`);
    assert.match((await stage.publish('a.md')).text ?? '', /was published/);
  });

  it('takes a new token where the stored one has expired, before the prompts or after them', async () => {
    await open({ token: 'none', now: () => Date.now() });
    await stage.storeToken({ expiresAt: Date.now() + day });
    await stage.write('a.md', '# A\n\nOne.\n');
    const token = await stage.newToken({ expiresAt: Date.now() + 3 * day });
    const expires: Answer = { first: () => Promise.resolve((stage.ahead = 2 * day)), then: typed };
    const late = await stage.publish('a.md', [expires, 'leave']);
    assert.deepEqual([late.asked, late.ended, stage.sent], [['plan', 'token'], undefined, []]);
    const early = await stage.publish('a.md', ['leave']);
    assert.deepEqual([early.asked, early.ended, stage.sent], [['token'], undefined, []]);
    stage.ahead = 0;
    // As in a window, which stores what is entered; the text may change while the box is open
    const store = (): Promise<void> => stage.tokens.store(stage.wiki.importEndpoint, token);
    const enter = (): Promise<unknown> => Promise.all([store(), stage.write('a.md', '# A\n\nTwo.\n')]);
    const good = await stage.publish('a.md', [expires, { first: enter, then: { token } }]);
    assert.deepEqual([good.asked, stage.sent.map(({ content }) => content)], [['plan', 'token'], ['Two.\n']]);
    assert.equal(stage.wiki.requests.at(-1)?.headers.authorization, `Bearer ${token.secret.reveal()}`);
  });

  it('has problems that are told, and only those are published with it', async () => {
    await open();
    await stage.write('a.md', `${placed}# A\n\n[one](one.md)\n`);
    stage.settings.problems = { links: 'error' };
    const first = await stage.publish('a.md');
    assert.ok(first.actions?.includes('publishAnyway'));
    await stage.write('a.md', `${placed}# A\n\n[one](one.md) [two](two.md)\n`);
    const second = await stage.press(first, 'publishAnyway');
    assert.match(second.text ?? '', /two\.md/);
    await stage.press(second, 'publishAnyway');
    assert.equal(stage.sent.length, 1);
  });

  it('is read once more when a save sent it during the prompts', async () => {
    await open();
    const front = '---\nwiki: { publishOnSave: true }\n---\n';
    await stage.write('a.md', `${front}# A\n\nOne.\n`);
    await stage.publish('a.md', [typed]);
    await stage.write('a.md', `${front}# A\n\nTwo.\n`);
    const saved = `${front}# A\n\nThree.\n`;
    const { asked } = await stage.publish('a.md', [{ first: () => stage.save('a.md', saved), then: enter }]);
    assert.deepEqual(asked, ['plan']);
    assert.deepEqual(
      stage.sent.map(({ content }) => content.trim()),
      ['One.', 'Three.', 'Three.'],
    );
  });

  it('goes on with the other connection’s token where the person keeps the page there', async () => {
    await open();
    const other = await stage.addWiki('Other');
    await stage.write(
      'a.md',
      `---\nwiki: { connection: Other, space: "1001", parent: "100102" }\n---\n# A\n\nOne.\n`,
    );
    await stage.publish('a.md');
    await stage.write(
      'a.md',
      `---\nwiki: { connection: Team Wiki, space: "1001", parent: "100102" }\n---\n# A\n\nTwo.\n`,
    );
    const { ended, asked } = await stage.publish('a.md', [{ choose: 'keep' }]);
    assert.deepEqual([asked, ended?.report.severity], [['plan'], 'information']);
    assert.deepEqual([stage.sent.length, other.requests.length], [0, 2]);
  });

  it('has the place that is decided when it is only looked at, whatever a publish would ask', async () => {
    await open();
    const uri = await stage.write(
      'a.md',
      `---\nwiki: { space: "1001", parent: "100102", overwrite: true }\n---\n# A\n`,
    );
    const person = new ScriptedPerson([]);
    const addressed = await stage.flow.askForPlace(uri, person);
    assert.deepEqual(
      addressed?.decision.questions.map(({ kind }) => kind),
      ['replaces'],
    );
    assert.deepEqual(addressed.target, { ...place, title: 'A', overwrite: false });
    const elsewhere = await stage.write('b.md', '# B\n');
    const asking = new ScriptedPerson([typed]);
    assert.equal((await stage.flow.askForPlace(elsewhere, asking))?.target.parent, '100102');
    assert.deepEqual([asking.asked, stage.sent], [['place'], []]);
  });

  it('that somebody changed in the wiki is sent only when the person says so', async () => {
    await open();
    await stage.storePlatformToken();
    await stage.write('a.md', `${placed}# A\n\nOne.\n`);
    const first = await stage.publish('a.md');
    await first.ended?.sent?.page;
    const page = stage.wiki.pages.findPage('1001', '100102', 'A') ?? assert.fail();
    stage.wiki.pages.edit(page, { content: 'Theirs.' });
    await stage.write('a.md', `${placed}# A\n\nTwo.\n`);
    const changed = await stage.publish('a.md');
    assert.deepEqual(changed.actions, ['updateFromWiki', 'compare', 'openInWiki', 'overwrite']);
    assert.equal(stage.sent.length, 1);
    await stage.press(changed, 'overwrite');
    assert.equal(stage.sent.at(-1)?.content.trim(), 'Two.');
  });
});
