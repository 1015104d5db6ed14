import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import { hashOf } from '../../../src/services/records/hashOf.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { destinationAt, one, openRecords } from './publishing.js';

const taken: Outcome = {
  kind: 'answered',
  answer: { meaning: 'published', status: 200, message: 'Said.', truncated: false },
  mayHaveArrived: false,
  cancelled: false,
};

describe('What a run of files costs the disk', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryFolder('commits')));
  afterEach(() => removeFolder(folder));

  it('is a commit before each request, which has the answers before it too', async () => {
    const records = openRecords(folder);
    await records.read();
    // Bytes 24 to 27 of a database without a write-ahead log, see sqlite.org/fileformat.html#file_change_counter
    const commits = async () => (await readFile(path.join(folder, 'wiki.db'))).readUInt32BE(24);
    const before = await commits();
    const answers: Promise<void>[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const destination = destinationAt('https://a.example/', title);
      await records.recordSend(one, destination, hashOf(title), { maySend: () => true });
      answers.push(records.recordOutcome(one, destination, title, taken));
    }
    await Promise.all(answers);
    assert.equal((await commits()) - before, 5);
    const index = await openRecords(folder).read();
    assert.equal(index.records.filter(({ published, pending }) => published && !pending).length, 4);
  });
});
