import assert from 'node:assert/strict';
import { bringBack, installedDocuments, isForAll, type Tally } from './pulledBack.js';
import { wikiSpellings } from './wikiSpellings.js';

function printed({ spelling, files, unlike, differences, refusals, edits, wrongEdits }: Tally): object {
  return {
    spelling,
    files,
    'said otherwise': unlike,
    differences: differences.length,
    refusals: refusals.length,
    edits,
    'wrong edits': wrongEdits.length,
  };
}

describe('A page that is published and brought back', function () {
  this.timeout(3_600_000);
  let tallies: readonly Tally[] = [];

  before(async () => {
    tallies = await bringBack(installedDocuments(75));
    if (isForAll) {
      console.table(tallies.map(printed));
    }
  });

  for (const [index, { name }] of wikiSpellings.entries()) {
    it(`leaves its file as it was, and one word changed there changes one word: ${name}`, () => {
      const { files, differences, refusals, edits, wrongEdits } = tallies[index] ?? assert.fail(name);
      assert.deepEqual(
        { differences, refusals, wrongEdits },
        { differences: [], refusals: [], wrongEdits: [] },
      );
      assert.ok(files > 10 && edits > 10, `${files} files, ${edits} edits`);
    });
  }
});
