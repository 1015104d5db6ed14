import assert from 'node:assert/strict';
import { UserError, type Remedy } from '../../src/core/text/errors.js';
import { Secret } from '../../src/core/text/secret.js';
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
    assert.match(missing.text ?? '', /^Page 999 does not exist, or you can’t see it\./);
    assert.deepEqual(missing.actions, ['changeTarget']);
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
});
