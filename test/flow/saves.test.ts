import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { policies } from '../../src/services/publish/request.js';
import type { Answer } from './person.js';
import { Stage } from './stage.js';

const typed: Answer = { enter: { space: '1001', parent: '100102', overwrite: false } };

describe('A file that is published when it is saved', () => {
  const front = '---\nwiki: { space: "1001", parent: "100102", publishOnSave: true }\n---\n';
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  /** A person publishes the file, whose saves go out from then on. */
  const byHand = async (text = 'By hand.'): Promise<void> => {
    await stage.write('a.md', `${front}# A\n\n${text}\n`);
    await stage.publish('a.md');
  };
  const sent = () => stage.sent.map(({ content }) => content.trim());

  it('is sent only once a person has published it with that entry: who writes it need not be one', async () => {
    const first = await stage.save('a.md', `${front}# A\n\nOne.\n`);
    const why = 'a.md was not published. Publish it yourself once: from then on, saving it publishes it.';
    assert.deepEqual([first.text, sent()], [why, []]);
    await stage.press(first, 'publish');
    await stage.save('a.md', `${front}# A\n\nTwo.\n`);
    assert.deepEqual(sent(), ['One.', 'Two.']);
    // Published without the entry, the file has to be published with it again
    await stage.write('a.md', `${front.replace(', publishOnSave: true', '')}# A\n\nThree.\n`);
    await stage.publish('a.md');
    assert.equal((await stage.save('a.md', `${front}# A\n\nFour.\n`)).text, why);
    assert.deepEqual(sent(), ['One.', 'Two.', 'Three.']);
  });

  it('is not sent with what may be a secret, whatever the settings and the text say of it', async () => {
    await byHand();
    stage.settings.problems = { secret: 'off', password: 'off' };
    for (const [text, why] of [
      ['Password: Sommer2024!', /looks like a password or a key/],
      ['Password: Sommer2024! <!-- wiki:allow -->', /“wiki:allow” mark, which may hide a secret/],
    ] as const) {
      assert.match((await stage.save('a.md', `${front}# A\n\n${text}\n`)).text ?? '', why);
    }
    assert.deepEqual(sent(), ['By hand.']);
  });

  it('is sent as it was saved, and not at all where nothing changed or nobody wants it', async () => {
    await byHand();
    const { ended } = await stage.save('a.md', `${front}# A\n\nOne.\n`);
    assert.deepEqual([ended?.report.severity, ended?.report.brief], ['information', '“A” was published.']);
    assert.match(ended?.report.text ?? '', /^“A” was published\. The wiki says: /);
    const again = await stage.save('a.md', `${front}# A\n\nOne.\n`);
    assert.deepEqual(
      [again.ended?.report.severity, again.text],
      ['information', 'Nothing has changed since “A” was published. Nothing was sent.'],
    );
    assert.equal((await stage.save('b.md', '# B\n\nOne.\n')).ended, undefined);
    assert.deepEqual(sent(), ['By hand.', 'One.']);
  });

  it('is sent without changes that are not saved; a publish by hand sends them too, and says so', async () => {
    const uri = await stage.write('a.md', `${front}# A\n\nOne.\n`);
    stage.unsaved.add(uri);
    const byHand = await stage.publish('a.md');
    assert.match(byHand.text ?? '', /^“A” was published\. Unsaved changes were sent too\. The wiki says: /);
    const saved = await stage.save('a.md', `${front}# A\n\nTwo.\n`);
    assert.match(saved.text ?? '', /^“A” was published\. The wiki says: /);
  });

  it('is not sent where something has to be answered, and that goes on with a question', async () => {
    const { ended, text } = await stage.save(
      'a.md',
      '---\nwiki: { publishOnSave: true }\n---\n# A\n\nOne.\n',
    );
    assert.equal(text, 'a.md was not published. No destination yet.');
    const { asked } = await stage.press({ ended }, 'publish', [typed]);
    assert.deepEqual([asked, stage.sent.length], [['plan'], 1]);
  });

  for (const [what, arrange, text, reason, action] of [
    [
      'the token has expired',
      () => (stage.ahead = 40 * 24 * 3_600_000),
      'One.',
      / The API token expired on \S.*\.$/,
      'replaceToken',
    ],
    [
      'there is no token',
      () => stage.tokens.delete(stage.wiki.importEndpoint),
      'One.',
      / There is no API token\.$/,
      'publish',
    ],
    [
      'a problem blocks it',
      () => (stage.settings.problems = { images: 'error' }),
      '![](cat.png)',
      / There is no file “cat\.png”\.$/,
      'publish',
    ],
  ] as const) {
    it(`says that ${what}, where that is why it is not sent`, async () => {
      await arrange();
      const { ended, text: told = '' } = await stage.save('a.md', `${front}# A\n\n${text}\n`);
      assert.match(told, reason);
      assert.match(told, /^a\.md was not published\. /);
      assert.deepEqual([ended?.report.actions, stage.sent.length], [[action], 0]);
    });
  }

  it('is told of where it can’t be read, unless nobody wants it published', async () => {
    await symlink('/etc/hostname', path.join(stage.folder, 'a.md'));
    const save = (text: string) => stage.begin({ uri: stage.uri('a.md'), policy: policies.save, text }, []);
    await assert.rejects(save(`${front}# A\n`), /is a link to/);
    assert.equal((await save('# A\n')).ended, undefined);
  });

  it('is sent once where it is saved again while a send is under way: the newest text', async () => {
    await byHand();
    stage.wiki.script({ do: 'stall' });
    const uri = await stage.write('a.md', `${front}# A\n\nThree.\n`);
    const save = (text: string) =>
      stage.begin({ uri, policy: policies.save, text: `${front}# A\n\n${text}\n` }, []);
    const saves = [save('One.')];
    await stage.stalled();
    saves.push(save('Two.'), save('Three.'));
    stage.wiki.release();
    await Promise.all(saves);
    assert.deepEqual(sent(), ['By hand.', 'One.', 'Three.']);
  });

  it('is sent once after a publish by hand that is under way: the newest text, as it was saved', async () => {
    const uri = await stage.write('a.md', `${front}# A\n\nBy hand.\n`);
    stage.wiki.script({ do: 'stall' });
    const publishing = stage.publish('a.md');
    await stage.stalled();
    const saves = ['First.', 'Second.'].map((text) =>
      stage.begin({ uri, policy: policies.save, text: `${front}# A\n\n${text}\n` }, []),
    );
    await stage.write('a.md', `${front}# A\n\nTyped since.\n`);
    stage.wiki.release();
    await Promise.all([publishing, ...saves]);
    assert.deepEqual(
      stage.sent.map(({ content }) => content.trim()),
      ['By hand.', 'Second.'],
    );
  });

  it('is not sent where its title is another, and says the same each time', async () => {
    await byHand('One.');
    for (const text of ['One.', 'Two.']) {
      const saved = await stage.save('a.md', `${front}# B\n\n${text}\n`);
      assert.match(
        saved.text ?? '',
        /^a\.md was not published\. The file has a different title now: you choose/,
      );
    }
    const { asked, questions } = await stage.publish('a.md', ['leave'], policies.publishAgain);
    assert.deepEqual(
      [asked, questions, stage.sent.length],
      [['questions'], ['retitled: keep, stop, replace'], 1],
    );
  });
});
