import assert from 'node:assert/strict';
import { bringBack, installedDocuments, wikiSpellings, type Tally } from './pulledBack.js';

/** `npm run pulling` brings all of them back. */
const isAll = process.env.PULLING === 'all';
const every = isAll ? 1 : 60;

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
  const tallies: Tally[] = [];

  after(() => {
    if (isAll) {
      console.table(tallies.map(printed));
    }
  });

  for (const spelling of wikiSpellings) {
    it(`leaves its file as it was, and one word changed there changes one word: ${spelling.name}`, async () => {
      const tally = await bringBack(installedDocuments(every), spelling);
      tallies.push(tally);
      const { files, differences, refusals, edits, wrongEdits } = tally;
      assert.deepEqual(
        { differences, refusals, wrongEdits },
        { differences: [], refusals: [], wrongEdits: [] },
      );
      assert.ok(files > 10 && edits > 10, `${files} files, ${edits} edits`);
    });
  }
});
