import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Page from '../../src/core/page/page.js';
import type * as Dispatch from '../../src/services/network/dispatch.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { projectRoot } from '../host/folders.js';

const dist = path.join(projectRoot, 'dist');
const load = createRequire(path.join(dist, 'extension.js'));
const options = { omitHeading: true, omitComments: true };

/** What the build leaves out of libraries is not what the bundles need. */
describe('The bundles', () => {
  it('read a page', () => {
    const { readPage } = load('./page.js') as typeof Page;
    const { title, withoutHeading } = readPage('# A *Page*\n\nText.\n', 'a.md', options);
    assert.deepEqual([title, withoutHeading], ['A Page', 'Text.\n']);
  });

  it('read a page in a thread', async () => {
    const thread = new PageThread(path.join(dist, 'pageWorker.js'), undefined);
    assert.equal((await thread.read('# A Page\n\nText.\n', 'a.md', options))?.title, 'A Page');
    thread.dispose();
  });

  it('have what sends', () => {
    const { createDispatcher } = load('./dispatch.js') as typeof Dispatch;
    assert.equal(typeof createDispatcher, 'function');
  });
});
