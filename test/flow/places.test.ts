import assert from 'node:assert/strict';
import { Secret } from '../../src/core/text/secret.js';
import { policies } from '../../src/services/publish/request.js';
import { PlaceSuggestions } from '../../src/services/wiki/placeSuggestions.js';
import type { Wiki } from '../wiki/wiki.js';
import { enter } from './person.js';
import { Stage } from './stage.js';

const guides = { space: '1001', parent: '100102' };

describe('A place that a person enters', () => {
  let stage: Stage;
  let places: PlaceSuggestions;

  const open = async (...options: Parameters<typeof Stage.open>): Promise<void> => {
    stage = await Stage.open(...options);
    await stage.storePlatformToken();
    places = new PlaceSuggestions(stage.services, stage.wiki.importEndpoint);
  };

  afterEach(() => stage.close());

  const found = async (text: string) => {
    const answer = await places.findPages(text, ['1001']);
    assert.ok(typeof answer !== 'string', 'Pages');
    return { titles: answer.pages.map(({ title }) => title), ids: answer.pages.map(({ id }) => id), answer };
  };

  const why = async (text: string): Promise<string> => {
    const answer = await places.findPages(text, ['1001']);
    return typeof answer === 'string' ? answer : assert.fail(`${answer.pages.length} pages`);
  };

  const createPages = (count: number): void => {
    for (let index = 0; index < count; index++) {
      const page = { spaceId: '1001', parentId: '100102', content: '' };
      stage.wiki.pages.createPage({ ...page, id: String(500_000 + index), title: `Part ${index}` });
    }
  };

  it('is found by a part of its title, each page once, with what is above it', async () => {
    await open();
    createPages(12);
    const { titles, ids, answer } = await found('PART 1');
    assert.deepEqual(titles, ['Part 1', 'Part 10', 'Part 11']);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(answer.pages[0]?.ancestorTitles, ['Product Documentation Home', 'Guides']);
    assert.deepEqual((await found('uide')).titles, ['Guides']);
    assert.match(await why('Nowhere'), /^No page of the space has this in its title/);
  });

  it('is searched for among at most 1,000 pages, read in few requests, and it is said when there are more', async () => {
    await open();
    createPages(1_100);
    const { length } = stage.wiki.lookups;
    assert.equal((await found('Part 7')).answer.pages.length, 50);
    assert.match((await found('Part 7')).answer.note ?? '', /^\d+ more pages have this in their titles/);
    const last = await found('Part 1099');
    assert.deepEqual(last.titles, ['Part 1099']);
    assert.match(last.answer.note ?? '', /has more pages than the 1,000 that were searched/);
    assert.match(await why('art 1099'), /has more pages than the 1,000/);
    const pages = stage.wiki.lookups.slice(length).filter(({ path }) => !path.includes('title='));
    assert.equal(pages.length, 4);
  });

  it('is refused once with the reason where the wiki does not have it', async () => {
    await open();
    const { endpoint } = places;
    const problem = async (space: string, text: string) => (await places.read(text, space)).problem;
    assert.equal(await problem('1001', '999999'), 'Page 999999 does not exist, or you can’t see it.');
    assert.match(
      (await problem('1002', '100102')) ?? '',
      /^Page 100102 \(“Guides”\) is not in space “1002”\.$/,
    );
    assert.equal(await problem('1001', '100102'), undefined);
    assert.deepEqual(await places.read('999999'), {
      ...{ endpoint, parent: '999999', space: undefined },
      problem: 'Page 999999 does not exist, or you can’t see it.',
      wanted: { text: 'Enter the ID of the space that page 999999 is in' },
    });
    assert.equal((await places.read('100203')).space, '1002');
  });

  it('tells its space by its address, also where another one was entered before', async () => {
    await open();
    const address = `${stage.wiki.origin}/wiki/spaces/ENG/pages/100203/Runbooks`;
    const entered = await places.read(address, '1001');
    assert.deepEqual([entered.space, entered.parent, entered.problem], ['1002', '100203', undefined]);
  });

  it('keeps its name when the platform token is gone', async () => {
    await open();
    const place = { endpoint: places.endpoint, ...guides };
    await places.read('100102', '1001');
    await stage.services.names.lookUp([place]);
    await stage.platformTokens.delete(stage.wiki.origin);
    assert.equal(stage.services.names.text(place), 'Guides in Product Documentation');
  });

  it('has the key in the address as the name of its space until the wiki tells another one', async () => {
    await open();
    await stage.platformTokens.delete(stage.wiki.origin);
    const address = `${stage.wiki.origin}/wiki/spaces/DOCS/pages/100102/Guides`;
    const entered = await places.read(address);
    assert.deepEqual(
      [entered.space, entered.wanted?.text],
      [undefined, 'Enter the ID of the space DOCS: the address has only its key'],
    );
    await places.keepSpace(address, '1001');
    const place = { endpoint: places.endpoint, ...guides };
    assert.equal(stage.services.names.text(place), 'page 100102 in DOCS');
    await stage.storePlatformToken();
    await stage.services.names.lookUp([place]);
    assert.equal(stage.services.names.text(place), 'Guides in Product Documentation');
  });

  it('is not offered again, nor proposed, when the wiki did not have it', async () => {
    await open();
    const { endpoint } = places;
    await stage.write('a.md', '# A\n\nOne.\n');
    const told = await stage.publish('a.md', [{ enter: { space: '1001', parent: '999999' } }]);
    assert.match(
      told.text ?? '',
      /^“A” was not published\. Page 999999 does not exist, or you can’t see it\./,
    );
    assert.deepEqual(places.recent, []);
    const { decision } = await stage.flow.read(stage.uri('a.md'));
    assert.deepEqual([decision.promptValues.space, decision.promptValues.parent], ['1001', undefined]);
    const again = await stage.press(told, 'changeTarget', [{ enter: guides }]);
    assert.deepEqual(again.asked, ['destination']);
    assert.match(again.text ?? '', /^“A” was published\./);
    assert.deepEqual(places.recent, [{ endpoint, ...guides }]);
  });

  it('is named in what the wiki refuses, where its name was ever known', async () => {
    await open();
    await stage.write('a.md', '---\nwiki: { space: "1001", parent: "100102" }\n---\n# A\n\nOne.\n');
    await stage.services.names.lookUp([{ endpoint: places.endpoint, ...guides }]);
    stage.wiki.pages.deletePage('100102');
    const told = await stage.publish('a.md');
    assert.match(
      told.text ?? '',
      /^“A” was not published\. Page “Guides” \(100102\) does not exist, or you can’t see it\./,
    );
    await stage.platformTokens.delete(stage.wiki.origin);
    assert.match(
      (await stage.publish('a.md')).text ?? '',
      /^“A” was not published\. Space “Product Documentation” \(1001\) or page “Guides” \(100102\) does not exist/,
    );
  });
});

describe('A file that goes to two wikis', () => {
  let stage: Stage;
  let second: Wiki;

  beforeEach(async () => {
    stage = await Stage.open();
    second = await stage.addWiki('Second Wiki');
  });

  afterEach(() => stage.close());

  const first = () => ({ enter: { endpoint: stage.wiki.importEndpoint } });
  const titles = (wiki: Wiki): readonly string[] =>
    wiki.requests.map(({ body }) =>
      String((JSON.parse(body.toString()) as { pageTitle: unknown }).pageTitle),
    );

  /** What prompts for the other wiki are filled in with. */
  const knownAt = async (endpoint: string) => {
    const { plan } = await stage.flow.read(stage.uri('a.md'));
    const [row] = plan.withAnswers([stage.uri('a.md')], { place: { endpoint } }).rows;
    return row?.decision?.promptValues;
  };

  for (const [what, text] of [
    ['where its place was entered', '# A\n\nOne.\n'],
    [
      'where front matter has its place',
      '---\nwiki: { space: "1001", parent: "100102" }\n---\n# A\n\nOne.\n',
    ],
    [
      'where front matter has its place and its wiki',
      '---\nwiki: { connection: Team Wiki, space: "1001", parent: "100102" }\n---\n# A\n\nOne.\n',
    ],
  ] as const) {
    it(`goes to the second one in the same steps as to the first, ${what}, and nothing of the first is proposed`, async () => {
      await stage.write('a.md', text);
      const answers = [
        ...(text.includes('Team Wiki') ? [] : [first()]),
        ...(text.includes('space') ? [] : [{ enter: { ...guides, overwrite: false } }]),
      ];
      await stage.publish('a.md', answers);
      assert.deepEqual(titles(stage.wiki), ['A']);
      const { importEndpoint: endpoint } = second;
      assert.deepEqual(await knownAt(endpoint), { title: 'A' });
      const told = await stage.publishElsewhere('a.md', [
        { enter: { endpoint, space: '1001', parent: '100103', overwrite: false } },
      ]);
      assert.deepEqual(told.asked, ['destination']);
      assert.match(told.text ?? '', /^“A” was published to Second Wiki\./);
      assert.deepEqual([titles(stage.wiki), titles(second)], [['A'], ['A']]);
      assert.ok(second.pages.findPage('1001', '100103', 'A'));
      const known = await knownAt(endpoint);
      assert.deepEqual([known?.space, known?.parent], ['1001', '100103']);
      const back = await knownAt(stage.wiki.importEndpoint);
      assert.deepEqual([back?.space, back?.parent], ['1001', '100102']);
    });
  }

  it('goes to no page that was chosen together with its wiki before that is shown', async () => {
    const { importEndpoint: endpoint } = second;
    await stage.write('a.md', '# A\n\nOne.\n');
    const answers = [{ enter: { endpoint, ...guides } }, 'leave'] as const;
    const left = await stage.publish('a.md', answers, policies.publishAgain);
    assert.deepEqual([left.asked, titles(second)], [['connection', 'questions'], []]);
    const told = await stage.publish('a.md', [answers[0], enter], policies.publishAgain);
    assert.match(told.text ?? '', /^“A” was published to Second Wiki\./);
  });

  it('takes no other file along to the second one: the next one is asked where it goes', async () => {
    await stage.write('a.md', '# A\n\nOne.\n');
    await stage.publish('a.md', [first(), { enter: { ...guides, overwrite: false } }]);
    const { importEndpoint: endpoint } = second;
    const there = { endpoint, space: '1001', parent: '100103', overwrite: false };
    await stage.publishElsewhere('a.md', [{ enter: there }]);
    await stage.write('b.md', '# B\n\nOne.\n');
    const told = await stage.publish('b.md', ['leave'], policies.publishAgain);
    assert.deepEqual([told.asked, titles(second)], [['connection'], ['A']]);
  });

  it('takes no new file under its page along without a word, by a publish or a save', async () => {
    stage.settings.folders = { docs: 'tree' };
    await stage.storePlatformToken();
    await stage.platformTokens.store(second.origin, { secret: new Secret(second.platformToken) });
    await stage.write('docs/README.md', '# Above\n\nOne.\n');
    await stage.publish('docs/README.md', [first(), { enter: { ...guides, overwrite: false } }]);
    const there = { endpoint: second.importEndpoint, space: '1001', parent: '100103', overwrite: false };
    await stage.publishElsewhere('docs/README.md', [{ enter: there }]);
    await stage.write('docs/b.md', '# B\n\nOne.\n');
    assert.deepEqual((await stage.publish('docs/b.md', ['leave'], policies.publishAgain)).asked, [
      'questions',
    ]);
    const saved = await stage.save('docs/c.md', '---\nwiki: { publishOnSave: true }\n---\n# C\n\nOne.\n');
    assert.equal(
      saved.text,
      'c.md was not published. Its front matter does not say which of 2 wikis it goes to: add “connection”.',
    );
    const told = await stage.press(saved, 'publish', [enter]);
    assert.match(told.text ?? '', /^“C” was published to Second Wiki\./);
    assert.deepEqual([titles(stage.wiki), titles(second)], [['Above'], ['Above', 'C']]);
  });

  it('does not go to the wiki of its folder without a word, where front matter names a space and a page but no wiki', async () => {
    await stage.services.folderTargets.remember([stage.uri('a.md')], {
      endpoint: second.importEndpoint,
      ...guides,
    });
    const text = '---\nwiki: { space: "1001", parent: "100102", publishOnSave: true }\n---\n# B\n\nOne.\n';
    await stage.write('b.md', text);
    const left = await stage.publish('b.md', ['leave'], policies.publishAgain);
    const saved = await stage.save('b.md', `${text}More.\n`);
    assert.deepEqual(
      [left.asked, saved.text, titles(stage.wiki), titles(second)],
      [
        ['questions'],
        'b.md was not published. Its front matter does not say which of 2 wikis it goes to: add “connection”.',
        [],
        [],
      ],
    );
    const told = await stage.press(saved, 'publish', [enter]);
    assert.match(told.text ?? '', /^“B” was published to Second Wiki\./);
    // From then on, its own page says which wiki it is
    assert.deepEqual((await stage.publish('b.md', [], policies.publishAgain)).asked, []);
  });

  it('is shown nothing of the first where its front matter says that it goes to the second now', async () => {
    await stage.write('a.md', '# A\n\nOne.\n');
    await stage.publish('a.md', [first(), { enter: { ...guides, overwrite: false } }]);
    await stage.write('a.md', '---\nwiki: { connection: Second Wiki }\n---\n# A\n\nOne.\n');
    const { decision } = await stage.flow.read(stage.uri('a.md'));
    assert.deepEqual([decision.connection?.name, decision.promptValues], ['Second Wiki', { title: 'A' }]);
    await stage.publish('a.md', ['leave'], policies.publishAgain);
    assert.equal(second.requests.length, 0);
  });

  it('is of the wiki whose address is pasted', async () => {
    const places = new PlaceSuggestions(stage.services, stage.wiki.importEndpoint);
    const at = (wiki: Wiki): string => `${wiki.origin}/wiki/spaces/DOCS/pages/100103/Reference`;
    const { importEndpoint: endpoint } = second;
    assert.deepEqual(
      [places.otherWikiProblem(at(second)), places.otherWikiProblem(at(stage.wiki))],
      [undefined, undefined],
    );
    assert.match(
      places.otherWikiProblem('https://third.example/wiki/spaces/X/pages/1') ?? '',
      /^This is an address at/,
    );
    await stage.platformTokens.store(second.origin, { secret: new Secret(second.platformToken) });
    const entered = { endpoint, space: '1001', parent: '100103', problem: undefined };
    assert.deepEqual(await places.read(at(second)), entered);
    assert.deepEqual(await places.read(at(second), '1002'), entered);
    assert.equal((await places.read(at(stage.wiki))).endpoint, stage.wiki.importEndpoint);
  });

  it('asks for its place again alone, where enter takes what is shown', async () => {
    await stage.write('a.md', '# A\n\nOne.\n');
    const told = await stage.publish('a.md', [first(), { enter: { ...guides, overwrite: false } }]);
    assert.deepEqual(told.asked, ['connection', 'plan']);
    await stage.write('a.md', '# A\n\nTwo.\n');
    assert.deepEqual((await stage.publish('a.md', [enter])).asked, ['plan']);
    assert.equal(second.requests.length, 0);
  });
});
