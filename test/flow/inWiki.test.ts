import assert from 'node:assert/strict';
import { placeOf } from '../../src/core/publish/recordChanges.js';
import { changeKey } from '../../src/core/records/wikiChange.js';
import { policies } from '../../src/services/publish/request.js';
import { hashOf } from '../../src/services/records/hashOf.js';
import { mergedLineHashes } from '../../src/services/records/lineHashes.js';
import { findPageToOpen } from '../../src/services/wiki/pageToOpen.js';
import { Stage, type Told } from './stage.js';

const front = '---\nwiki: { space: "1001", parent: "100102", publishOnSave: true }\n---\n';
const textOf = (content: string): string => `${front}# Guide\n\n${content}\n`;

describe('A page in the wiki', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.storePlatformToken();
    await published('Text.');
  });
  afterEach(() => stage.close());

  const page = () => stage.wiki.pages.findPage('1001', '100102', 'Guide') ?? assert.fail('There is no page.');

  /** Waits until it is known how the page is in the wiki. */
  async function settled(told: Told): Promise<Told> {
    await told.ended?.sent?.page;
    return told;
  }
  async function published(content: string): Promise<Told> {
    await stage.write('guide.md', textOf(content));
    return settled(await stage.publish('guide.md', [], policies.publishAgain));
  }

  it('that somebody changed is said to be, with who, when and what', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    const { text, actions, asked, ended } = await published('More.');
    assert.match(
      text ?? '',
      /^“Guide” was changed in the wiki by “Mara Lind” today at .* \(version 2; yours was 1\)\. Nothing was sent\.$/,
    );
    assert.deepEqual([actions, asked], [['updateFromWiki', 'compare', 'openInWiki', 'overwrite'], []]);
    assert.deepEqual(
      [ended?.report.isModal, ended?.address],
      [true, `${stage.wiki.origin}/wiki/spaces/DOCS/pages/${page().id}/Guide`],
    );
    assert.equal(page().content, 'Theirs.');
  });

  it('that somebody changed is compared by who is signed in; who can’t read pages learns how to', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    stage.exporting = 'signedOut';
    const told = await published('More.');
    assert.deepEqual(told.actions, ['signInToCompare', 'openInWiki', 'overwrite']);
    const then = / Once you are signed in, you can merge the change into your file\.$/;
    assert.match(told.text ?? '', then);
    stage.exporting = 'notSetUp';
    const unable = await published('More.');
    assert.deepEqual(unable.actions, ['signInToCompare', 'openInWiki', 'overwrite']);
    assert.match(unable.text ?? '', / sign in for export: an administrator gives you what that takes\.$/);
  });

  it('that somebody changed is asked about again after a look at it, and nothing is sent where that is settled', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    const first = await published('More.');
    const second = await stage.press(first, 'openInWiki');
    assert.deepEqual([second.text, second.actions], [first.text, first.actions]);
    // Not over what they look at
    assert.deepEqual(
      [first, second].map(({ ended }) => ended?.report.isModal),
      [true, false],
    );
    await merged('Text.\n', 'More.\n\nTheirs.\n');
    const third = await stage.press(second, 'openInWiki');
    assert.deepEqual([third.ended, stage.sent.length], [undefined, 1]);
  });

  /** What Update File from Wiki keeps of a change that it merged. */
  async function merged(before: string, text: string): Promise<void> {
    const { records, inWiki } = stage.services;
    const [record = assert.fail()] = records.index.records;
    const change = (await inWiki.lookUpChanges([record]))(record) ?? assert.fail('Nothing changed.');
    const now = textOf(text.trimEnd());
    const lines = mergedLineHashes(textOf(before.trimEnd()), now, now);
    await records.recordMerge(record.place, { change: changeKey(change), before: hashOf(before), lines });
    await stage.write('guide.md', now);
  }

  it('whose change was merged into its file is asked about no more, in the next window neither', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    await merged('Text.\n', 'Theirs.');
    await stage.write('guide.md', textOf('Theirs.\n\nOurs.'));
    const again = await stage.nextWindow();
    const { text } = await settled(await again.publish('guide.md', [], policies.publishAgain));
    assert.match(text ?? '', /^“Guide” was published\./);
    assert.deepEqual([page().content, page().version], ['Theirs.\n\nOurs.\n', 3]);
    stage.wiki.pages.edit(page(), { content: 'Theirs once more.' });
    await again.write('guide.md', textOf('Theirs.\n\nOurs.'));
    const asked = await again.publish('guide.md', [], policies.publishAgain);
    assert.match(asked.text ?? '', /was changed in the wiki/);
  });

  for (const [how, undo] of [
    ['its text is what it was before', () => stage.write('guide.md', textOf('Text.'))],
    [
      'the merge was thrown away, and something else changed since',
      () => stage.write('guide.md', textOf('Text.\n\nOurs.')),
    ],
    [
      'the merge was thrown away, and the same text changed since',
      () => stage.write('guide.md', textOf('Ours.')),
    ],
    [
      'somebody changed it once more',
      () => {
        stage.wiki.pages.edit(page(), { content: 'Theirs, later.' });
      },
    ],
  ] as const) {
    it(`whose change was merged into its file is asked about where ${how}`, async () => {
      stage.wiki.pages.edit(page(), { content: 'Theirs.' });
      await merged('Text.\n', 'Theirs.');
      await undo();
      const { text } = await stage.publish('guide.md', [], policies.publishAgain);
      assert.match(text ?? '', /was changed in the wiki/);
      assert.equal(stage.sent.length, 1);
    });
  }

  it('is asked about once more when it was changed after the question, and not when nobody changed it', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    const first = await published('Ours.');
    stage.wiki.pages.edit(page(), { content: 'Theirs at last.' });
    const second = await stage.press(first, 'overwrite');
    assert.match(second.text ?? '', /\(version 3; yours was 1\)/);
    assert.equal(page().content, 'Theirs at last.');
    const done = await settled(await stage.press(second, 'overwrite'));
    assert.match(done.text ?? '', /^“Guide” was published\./);
    assert.deepEqual([page().content, page().version], ['Ours.\n', 4]);
    const { text } = await published('The end.');
    assert.match(text ?? '', /^“Guide” was published\./);
    assert.equal(page().version, 5);
  });

  for (const [what, change, says] of [
    [
      'renamed',
      { title: 'Guidebook' },
      /^“Guide” was renamed to “Guidebook” in the wiki, by “Mara Lind” today/,
    ],
    ['moved', { parentId: '100103' }, /^“Guide” was moved in the wiki, by “Mara Lind” today/],
    ['deleted', undefined, /^“Guide” was deleted in the wiki, or you can no longer see it/],
  ] as const) {
    it(`that was ${what} is said to be`, async () => {
      const { pages } = stage.wiki;
      if (change === undefined) {
        pages.trash(page());
      } else {
        pages.edit(page(), change);
      }
      const { text, actions } = await published('Once more.');
      assert.match(text ?? '', says);
      const looks = change === undefined ? [] : ['updateFromWiki', 'compare', 'openInWiki'];
      assert.deepEqual(actions, [...looks, 'publishAnyway']);
      assert.equal(stage.sent.length, 1);
    });
  }

  it('that was found to be changed is known so in the next window, which looks itself before it sends', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    const first = await published('More.');
    const next = await stage.nextWindow();
    const known = async () => (await next.services.records.read()).records[0]?.wiki?.change?.kind;
    assert.equal(await known(), 'edited');
    stage.wiki.pages.trash(page());
    const second = await next.publish('guide.md', [], policies.publishAgain);
    assert.match(second.text ?? '', /was deleted in the wiki/);
    assert.equal(await known(), 'deleted');
    // What is known of the page is no consent to replace it
    assert.equal(stage.sent.length, 1);
    await settled(await stage.press(first, 'overwrite'));
    assert.deepEqual([await known(), stage.sent.length], ['deleted', 1]);
    await settled(await next.press(second, 'publishAnyway'));
    assert.equal(await known(), undefined);
  });

  it('is not overwritten by a save, which says so', async () => {
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    const { text, actions } = await stage.save('guide.md', textOf('Saved.'));
    assert.match(
      text ?? '',
      /^guide\.md was not published\. “Guide” was changed in the wiki by “Mara Lind” /,
    );
    assert.deepEqual([actions, page().content], [['publish'], 'Theirs.']);
  });

  it('is looked up with a token that is in no request but those to its wiki, which import no page', () => {
    const { lookups, requests } = stage.wiki;
    const sent = lookups.map(({ headers }) => headers.authorization ?? '');
    assert.ok(sent.length > 0 && sent.every((header) => header === `Bearer ${stage.wiki.platformToken}`));
    assert.ok(requests.every(({ headers }) => headers.authorization?.startsWith('Bearer ey') === true));
  });
});

describe('The page of a publish', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    await stage.write('a.md', '# A\n\nText.\n');
  });
  afterEach(() => stage.close());

  const to = { space: '1001', parent: '100103', overwrite: false };

  it('says what is needed to open it, where nobody knows its address', async () => {
    const { actions, ended } = await stage.publish('a.md', [{ enter: to }]);
    assert.deepEqual([actions, stage.wiki.lookups.length], [['openInWiki'], 0]);
    const { destination, page } = ended?.sent ?? assert.fail();
    const opens = await findPageToOpen(stage.services, placeOf(destination), (await page)?.address);
    assert.deepEqual(opens.report?.actions, ['setPlatformToken']);
    const unchanged = await stage.publish('a.md', [], policies.publishAgain);
    assert.deepEqual(unchanged.actions, ['publishAnyway']);
  });

  it('is not said to be opened where only the address of its parent page is known', async () => {
    const { services, wiki } = stage;
    const parent = `${wiki.origin}/wiki/pages/100103`;
    await services.recentPlaces.rememberAddress(wiki.importEndpoint, '100103', parent);
    const { actions } = await stage.publish('a.md', [{ enter: to }]);
    assert.deepEqual(actions, ['openParent', 'setPlatformToken']);
    await stage.write('a.md', '# A\n\nSee [b](b.md).\n');
    const dead = await stage.publish('a.md', [], policies.publishAgain);
    assert.deepEqual(dead.actions, ['openParent', 'showProblems', 'setPlatformToken']);
  });

  it('can be opened with a platform token, and after its removal too', async () => {
    await stage.storePlatformToken();
    const { actions, ended } = await stage.publish('a.md', [{ enter: to }]);
    assert.deepEqual(actions, ['openInWiki']);
    const { id } = stage.wiki.pages.findPage('1001', '100103', 'A') ?? assert.fail();
    const address = (await ended?.sent?.page)?.address ?? '';
    assert.match(address, new RegExp(`/wiki/spaces/DOCS/pages/${id}/`));
    const unchanged = await stage.publish('a.md', [], policies.publishAgain);
    assert.deepEqual(unchanged.actions, ['openInWiki', 'publishAnyway']);
    assert.equal(unchanged.ended?.address, address);
    await stage.platformTokens.delete(stage.wiki.origin);
    await stage.write('a.md', '# A\n\nMore.\n');
    const again = await stage.publish('a.md', [], policies.publishAgain);
    assert.deepEqual(again.actions, ['openInWiki']);
  });
});

describe('A page that was published before there was a platform token', () => {
  let stage: Stage;
  const page = () => stage.wiki.pages.findPage('1001', '100102', 'Guide') ?? assert.fail('There is no page.');
  const publish = async (content: string): Promise<Told> => {
    await stage.write('guide.md', textOf(content));
    const told = await stage.publish('guide.md', [], policies.publishAgain);
    await told.ended?.sent?.page;
    return told;
  };
  const edit = (content: string, afterMs = 120_000): void => {
    stage.wiki.pages.edit(page(), { content });
    page().updatedAt += afterMs;
  };

  beforeEach(async () => {
    stage = await Stage.open();
    await publish('Text.');
  });
  afterEach(() => stage.close());

  it('is not replaced unasked where somebody changed it since', async () => {
    edit('Theirs.');
    await stage.storePlatformToken();
    const told = await publish('More.');
    assert.match(
      told.text ?? '',
      /^“Guide” was changed in the wiki by “Mara Lind” today at [^(]*\. Nothing was sent\.$/,
    );
    assert.deepEqual(told.actions, ['updateFromWiki', 'compare', 'openInWiki', 'overwrite']);
    assert.equal(page().content, 'Theirs.');
    await stage.press(told, 'overwrite');
    assert.match(page().content, /More\./);
  });

  it('is not replaced unasked where somebody changed it seconds later', async () => {
    edit('Theirs.', 5_000);
    await stage.storePlatformToken();
    const told = await publish('More.');
    assert.match(told.text ?? '', /^“Guide” was changed in the wiki by “Mara Lind” .* Nothing was sent\.$/);
    assert.equal(page().content, 'Theirs.');
  });

  it('is shown as changed once the pages are looked at', async () => {
    edit('Theirs.');
    await stage.storePlatformToken();
    const { inWiki, records } = stage.services;
    await inWiki.refresh(records.index.records);
    const change = records.index.records[0]?.wiki?.change;
    assert.deepEqual([change?.kind, change && 'author' in change && change.author], ['edited', 'Mara Lind']);
  });

  it('is published where nobody did, and has a version from the first look', async () => {
    await stage.storePlatformToken();
    const { inWiki, records } = stage.services;
    await inWiki.refresh(records.index.records);
    assert.equal(records.index.records[0]?.wiki?.version, 1);
    stage.wiki.pages.edit(page(), { content: 'Theirs.' });
    assert.match((await publish('More.')).text ?? '', /\(version 2; yours was 1\)\. Nothing was sent\.$/);
    assert.equal(page().content, 'Theirs.');
  });

  it('is published where the clocks of service and wiki may differ by as much', async () => {
    page().updatedAt += 30_000;
    await stage.storePlatformToken();
    assert.match((await publish('More.')).text ?? '', /^“Guide” was published\./);
  });

  it('is published as before without one', async () => {
    edit('Theirs.');
    assert.equal((await publish('More.')).ended?.report.severity, 'information');
    assert.match(page().content, /More\./);
  });
});
