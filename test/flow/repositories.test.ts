import assert from 'node:assert/strict';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { hidden, markup, repositories, type Repository } from './repositories.js';
import { Stage } from './stage.js';

describe('A fresh clone, with no setting but space, parent and that it is a tree', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    Object.assign(stage.settings, { space: '1001', parent: '100102', folders: 'tree' });
    await stage.storePlatformToken();
  });

  afterEach(() => stage.close());

  const publish = async ({ files, folder }: Repository) => {
    for (const [name, text] of Object.entries(files)) {
      await stage.write(name, text);
    }
    if (folder !== '') {
      stage.settings.folders = { [folder]: 'tree' };
    }
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.publishFolder(person, [folder]);
    return {
      text: ended?.report.text,
      blocked: shownRows(person.plans[0]).filter(([at]) => at === 'blocked'),
    };
  };
  const made = () => stage.wiki.pages.pages.filter(({ id }) => Number(id) > 200_000);
  const titleAbove = ({ parentId }: { parentId?: string }): string | undefined =>
    parentId === '100102' ? undefined : stage.wiki.pages.page(parentId ?? '')?.title;

  for (const repository of repositories) {
    describe(`of ${repository.tool}`, () => {
      it('arrives as its tree, with no error', async () => {
        const { text, blocked } = await publish(repository);
        assert.deepEqual(blocked, []);
        assert.deepEqual(
          Object.fromEntries(made().map((page) => [page.title, titleAbove(page)])),
          repository.tree,
        );
        assert.match(
          text ?? '',
          new RegExp(`^${Object.keys(repository.tree).length} pages were published\\.`),
        );
      });

      it('links its pages to each other, and to their headings', async () => {
        await publish(repository);
        const missing = repository.links.filter(([from, to, heading]) => {
          const [source, target] = [from, to].map((title) => made().find((page) => page.title === title));
          const addresses = (source?.content ?? '').match(/\]\(<?[^)>]+/g) ?? [];
          return !addresses.some(
            (address) =>
              address.includes(target?.id ?? 'none') &&
              (heading === undefined ||
                decodeURI(address)
                  .toLowerCase()
                  .includes(`#${heading.replaceAll(' ', '-').toLowerCase()}`)),
          );
        });
        assert.deepEqual(
          missing,
          [],
          made()
            .map(({ title, content }) => `${title}: ${content}`)
            .join('\n---\n'),
        );
      });

      it('brings nothing that its tool would hide, and no markup that only its tool reads', async () => {
        await publish(repository);
        for (const { content } of stage.sent) {
          assert.equal(content.includes(hidden), false, content);
        }
        for (const { title, content } of made()) {
          assert.doesNotMatch(title, markup);
          assert.doesNotMatch(content.replaceAll(/`+[^`]+`+/g, ''), markup);
        }
      });
    });
  }
});
