import assert from 'node:assert/strict';
import { UserError, type Remedy } from '../../src/core/text/errors.js';
import { Secret } from '../../src/core/text/secret.js';
import { findPageToOpen } from '../../src/services/wiki/pageToOpen.js';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

describe('A page that is published with a platform token', () => {
  let stage: Stage;

  const open = async (): Promise<Stage> => (stage = await Stage.open());

  afterEach(() => stage.close());

  it('is not said to be missing where the platform token was refused: it can be replaced', async () => {
    await open();
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret('nonsense') });
    await stage.write('a.md', '---\nwiki: { space: "1001", parent: "999" }\n---\n# A\n\nOne.\n');
    const refused = await stage.publish('a.md');
    assert.match(refused.text ?? '', /could not be looked up: the platform token was refused\./);
    assert.deepEqual(refused.actions, ['replacePlatformToken', 'changeTarget']);
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret(stage.wiki.platformToken) });
    const missing = await stage.publish('a.md');
    assert.match(
      missing.text ?? '',
      /^“A” was not published\. Page 999 does not exist, or you can’t see it\./,
    );
    assert.deepEqual(missing.actions, ['changeTarget']);
  });

  it('has no destination in a plan where its parent page is not found, and goes where the person then says', async () => {
    await open();
    const page = (title: string, parent: string): string =>
      `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n# ${title}\n\nText.\n`;
    await stage.write('lost.md', page('Lost', '999999'));
    await stage.write('here.md', page('Here', '100102'));
    await stage.storePlatformToken();
    const first = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.publishFolder(first);
    assert.deepEqual(shownRows(first.plans[0]), [
      ['new', 'here.md'],
      ['unplaced', 'lost.md', 'Page 999999 does not exist, or you can’t see it.'],
    ]);
    assert.equal(ended?.report.text, 'The page was published. 1 file has no destination yet.');
    // Somebody else’s token may see the page: the same one, chosen by the person, is tried.
    for (const [parent, outcome] of [
      ['999999', /^The page was not published\. “lost\.md”: Page 999999 does not exist/],
      ['100102', /^The page was published\.$/],
    ] as const) {
      const place = { endpoint: stage.wiki.importEndpoint, space: '1001', parent };
      const answers = { check: ['lost.md'], say: { ...stopIfThere.say, unplaced: { place } } };
      const again = await stage.publishFolder(new ScriptedRunPerson([answers]));
      assert.match(again?.report.text ?? '', outcome);
    }
  });

  it('is not said to go to a space that is missing where the platform token was refused', async () => {
    await open();
    await stage.write('a.md', '---\nwiki: { space: DOCS, parent: "100102" }\n---\n# A\n\nOne.\n');
    const refusal = (message: RegExp, remedy: Remedy | undefined) => (error: unknown) =>
      error instanceof UserError && message.test(error.message) && error.remedy === remedy;
    await assert.rejects(stage.publish('a.md'), refusal(/or set a platform token/, 'setPlatformToken'));
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret('nonsense') });
    await assert.rejects(
      stage.publish('a.md'),
      refusal(/“DOCS” could not be looked up: the platform token was refused\.$/, 'replacePlatformToken'),
    );
    assert.equal(stage.sent.length, 0);
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret(stage.wiki.platformToken) });
    assert.equal((await stage.publish('a.md')).ended?.report.severity, 'information');
  });

  it('is opened, or the person reads why not and what helps, such as its parent page', async () => {
    await open();
    const { wiki, services, platformTokens } = stage;
    const place = { endpoint: wiki.importEndpoint, space: '1001', parent: '100102', title: 'A' };
    const read = async (address?: string): Promise<unknown> => {
      const found = await findPageToOpen(services, place, address);
      return found.report === undefined
        ? found.address
        : [found.report.text, found.report.actions.join(), found.address];
    };
    const page = `${wiki.origin}/wiki/pages/7`;
    assert.equal(await read(page), page);
    const unknown = 'To open “A”, VS Code needs a platform token.';
    assert.deepEqual(await read(), [unknown, 'setPlatformToken', undefined]);
    assert.deepEqual(await read('https://elsewhere.example/wiki/pages/7'), [
      unknown,
      'setPlatformToken',
      undefined,
    ]);
    await services.recentPlaces.rememberAddress(place.endpoint, '100102', `${wiki.origin}/wiki/pages/100102`);
    const parent = `${wiki.origin}/wiki/pages/100102`;
    assert.deepEqual(await read(), [unknown, 'setPlatformToken,openParent', parent]);
    await platformTokens.store(wiki.origin, { secret: new Secret('nonsense') });
    await services.lookups.tryStoredToken(place.endpoint);
    assert.deepEqual(await read(), [
      'Where “A” is in the wiki could not be looked up: the platform token was refused.',
      'replacePlatformToken,openParent',
      parent,
    ]);
    await platformTokens.store(wiki.origin, { secret: new Secret(wiki.platformToken) });
    assert.deepEqual(await read(), [
      'Where “A” is in the wiki is not known: a lookup did not find it.',
      'openParent',
      parent,
    ]);
  });
});
