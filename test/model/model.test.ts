import { rm } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { startWiki, type Wiki } from '../wiki/wiki.js';
import { commands } from './commands.js';
import { Desk } from './desk.js';

/** `npm run model` tries more of them. */
const numRuns = Number(process.env.MODEL_RUNS ?? 100) / 4;
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);

/** The title of the other file, under another parent. */
const elsewhere = '---\nwiki: { space: "1001", parent: "100103" }\n---\n# One\n\nAnother text.\n';

for (const kind of [false, true].flatMap((titlesPerSpace) =>
  [true, false].map((isLookedUp) => ({ titlesPerSpace, isLookedUp })),
)) {
  const { titlesPerSpace, isLookedUp } = kind;
  const where = `${titlesPerSpace ? 'in a space' : 'under a parent'}, ${isLookedUp ? 'with' : 'without'} a platform token`;
  describe(`Whatever a person does, in whatever order, where a title is taken once ${where}`, () => {
    let wiki: Wiki;
    let folder: string;
    before(async () => {
      wiki = await startWiki({ titlesPerSpace });
      folder = await temporaryFolder('model');
    });
    after(async () => {
      await wiki.close();
      await removeFolder(folder);
    });

    it('every page was asked for, none of another person’s is changed unasked, and none is called unchanged that may differ', async () => {
      const token = await wiki.createToken();
      let count = 0;
      const property = fc.asyncProperty(commands, async (steps) => {
        const place = path.join(folder, String(++count));
        const desk = new Desk(wiki, token, place, kind);
        await desk.drafts.write('a.md', '# One\n\nText.\n');
        if (titlesPerSpace) {
          await desk.drafts.write('b.md', elsewhere);
        }
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: desk }), steps);
        } finally {
          desk.truth.clear();
          await rm(place, { recursive: true, force: true });
        }
      });
      await fc.assert(property, { numRuns, seed });
    }).timeout(60_000 + numRuns * 4_000);
  });
}
