import assert from 'node:assert/strict';
import type { FileIdentity } from '../../../src/core/records/fileIdentity.js';
import { concernsDocument } from '../../../src/core/records/pageRecord.js';

const document: FileIdentity = { uri: 'file:///docs/one.md', realPath: '/docs/one.md' };
const linked = ['file:///docs/two.md'];
const pageOf = (file: FileIdentity) => ({ file });

describe('A page that was written down', () => {
  for (const [what, page, isSo] of [
    ['one of the document', pageOf(document), true],
    [
      'one of the document at another address',
      pageOf({ uri: 'file:///link/one.md', realPath: '/docs/one.md' }),
      true,
    ],
    ['one of a file that the document links to', pageOf({ uri: 'file:///docs/two.md' }), true],
    ['one of another file', pageOf({ uri: 'file:///docs/three.md', realPath: '/docs/three.md' }), false],
    ['one that nobody knows any more', undefined, true],
  ] as const) {
    it(`${isSo ? 'concerns' : 'does not concern'} a document: ${what}`, () => {
      assert.equal(concernsDocument(page, document, linked), isSo);
    });
  }
});
