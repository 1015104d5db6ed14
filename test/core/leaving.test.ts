import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

/** What knows for which wiki something is, and the only files that may do it themselves. */
const ways: readonly (readonly [what: string, sign: RegExp, files: readonly string[]])[] = [
  [
    'an address is taken for one of a wiki',
    /^import \{[^}]*\b(?:addressOnSite|documentedSite)\b/m,
    ['src/core/wiki/lookups.ts', 'src/services/connection/sites.ts'],
  ],
  [
    'a token is put into a request',
    /\bAuthorization: (?!Bearer)/,
    [
      'src/core/export/pageExport.ts',
      'src/core/wiki/connectionTest.ts',
      'src/core/wiki/import.ts',
      'src/core/wiki/lookups.ts',
    ],
  ],
  [
    'a platform token is read',
    /\btokens\.get\(site\)|\bplatformTokens\.get\b/,
    [
      'src/services/wiki/lookups.ts',
      // To say what was heard of it
      'src/ui/connection/tokenWatch.ts',
    ],
  ],
  [
    'a lookup is made',
    /^import \{[^}]*\b(?:pageRequest|pagesRequest|spaceRequest|userRequest)\b/m,
    ['src/services/wiki/lookups.ts'],
  ],
  [
    'a page is sent, or shown as it would be without its token',
    /^import \{[^}]*\bimportRequest\b/m,
    ['src/services/wiki/publishPage.ts', 'src/ui/publish/preview.ts'],
  ],
  ['a page is sent, whichever way', /^import \{[^}]*\bpublishPage\b/m, ['src/services/wiki/sendPage.ts']],
  [
    'a send is written down, before and after it',
    /\brecords\.recordSend\(|\brecords\.recordOutcome\(/,
    ['src/services/wiki/sendPage.ts'],
  ],
  [
    'the wiki’s word on a token is taken',
    /\btokens\.(?:recordOutcome|recordStatus)\(/,
    // Of an API token, and of a platform token
    ['src/services/wiki/sendPage.ts', 'src/services/wiki/lookups.ts'],
  ],
  [
    'a document is decided, whichever way',
    /\bhashUnder: hashUnder\(/,
    ['src/services/publish/readForPublish.ts'],
  ],
  [
    'the address that the wiki told of a page is read',
    /\bwiki\.address\b/,
    [
      // Through the sites of the connections
      'src/services/records/linkedPages.ts',
      'src/ui/tools/toolTable.ts',
      // To ask for the page again
      'src/ui/pull/pageToExport.ts',
      // To follow its wiki to a new address; it is used through the sites of the connections all the same
      'src/services/records/recordRows.ts',
    ],
  ],
];

describe('What leaves for a wiki', () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).sort();
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')]));

  for (const [what, sign, expected] of ways) {
    it(`leaves where it is known which wiki it is for: ${what}`, () => {
      const found = files.filter((file) => sign.test(sources.get(file) ?? ''));
      assert.deepEqual(found, [...expected].sort());
    });
  }
});
