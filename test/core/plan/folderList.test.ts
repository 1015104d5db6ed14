import assert from 'node:assert/strict';
import { folderPageMarkdown, type ChildPage } from '../../../src/core/plan/folderList.js';
import { record } from '../publish/states.js';

describe('The page of a folder', () => {
  const under = (
    uri: string,
    title: string | undefined,
    made?: string,
    suggestedTitle = made,
  ): ChildPage => ({
    uri,
    title,
    record:
      made === undefined ? undefined : record({ title: made }, { suggestedTitle: suggestedTitle ?? '' }),
  });
  const files = [
    under('new', 'New'),
    under('blocked', undefined),
    under('made', 'Made', 'Made'),
    under('kept', 'Text’s', 'Chosen', 'Text’s'),
    under('retitled', 'Later', 'Sooner'),
    under('blocked since', undefined, 'Still There'),
  ];

  it('lists what can be published, before anybody said what is', () => {
    assert.equal(folderPageMarkdown(files), '- New\n- Made\n- Chosen\n- Later\n- Still There\n');
  });

  it('lists what is published with it or has a page, and no file that was left out', () => {
    assert.equal(folderPageMarkdown(files, new Map()), '- Made\n- Chosen\n- Sooner\n- Still There\n');
    const going = new Map([
      ['new', 'New'],
      ['retitled', 'Later'],
    ]);
    assert.equal(folderPageMarkdown(files, going), '- New\n- Made\n- Chosen\n- Later\n- Still There\n');
    assert.equal(
      folderPageMarkdown([under('draft', '# *Draft*')], new Map([['draft', '# *Draft*']])),
      '- \\# \\*Draft\\*\n',
    );
    assert.equal(folderPageMarkdown([under('draft', 'Draft')], new Map()), '');
  });
});
