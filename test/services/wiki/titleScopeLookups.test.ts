import assert from 'node:assert/strict';
import type { Plan } from '../../../src/core/plan/plan.js';
import type { PlanRow } from '../../../src/core/plan/row.js';
import { wikiChangeText } from '../../../src/core/publish/changeKinds.js';
import { Run } from '../../../src/core/plan/run.js';
import type { Page } from '../../wiki/spaces.js';
import type { Wiki } from '../../wiki/wiki.js';
import { LinkedFolder } from '../plan/linkedFolder.js';
import { openRecords } from '../records/publishing.js';

const space = '1001';
const [home, guides, reference] = ['100101', '100102', '100103'];

const textOf = (parent: string, text: string, more = ''): string =>
  `---\nwiki: { space: '${space}', parent: '${parent}'${more} }\n---\n\n# Overview\n\n${text}\n`;

for (const titlesPerSpace of [false, true]) {
  describe(`Pages of one title, where it is taken once ${titlesPerSpace ? 'in a space' : 'under a parent'}`, () => {
    let wiki: Wiki;
    let docs: LinkedFolder;

    beforeEach(async () => {
      docs = await LinkedFolder.open({ titlesPerSpace });
      ({ wiki } = docs);
    });
    afterEach(() => docs.close());

    const write = (file: string, parent: string, text: string, more?: string): void =>
      void docs.texts.set(file, textOf(parent, text, more));
    const planOf = (...files: readonly string[]): Promise<Plan> =>
      docs.plan(files.length === 0 ? docs.texts.keys() : files, {});
    const rowOf = async (file: string): Promise<PlanRow> => (await planOf(file)).rows[0] ?? assert.fail(file);
    const publish = async (...files: readonly string[]): Promise<readonly string[]> =>
      statesOf(await docs.publish(await planOf(...files)));
    /** Whatever is asked, with the answer that goes furthest. */
    const insist = async (file: string): Promise<readonly string[]> => {
      const planned = await planOf(file);
      const met = planned.choose(planned.rows, 'replace');
      const plan = met.choose(met.rows, 'anyway');
      return statesOf(await docs.run(new Run(plan.runFiles(new Set(plan.rows.map((row) => row.file.uri))))));
    };
    const statesOf = (run: Run): readonly string[] =>
      run.files.map((_file, index) => {
        const state = run.state(index);
        return typeof state === 'string' ? state : [state.kind, state.message].join(': ');
      });
    const overviews = (): readonly Page[] => wiki.pages.pages.filter(({ title }) => title === 'Overview');
    const at = (parent: string): string | undefined =>
      wiki.pages.findPage(space, parent, 'Overview')?.content.trim();
    const scope = async () => (await openRecords(docs.folder).read()).titleScope(wiki.importEndpoint);
    const makeForeign = (parentId: string): Page =>
      wiki.pages.createPage({ spaceId: space, parentId, title: 'Overview', content: 'By somebody else.' });

    it('are not replaced by a file whose page another one may have taken since', async () => {
      write('a.md', guides, 'A');
      write('b.md', reference, 'B');
      await publish('a.md');
      assert.match((await insist('b.md')).join(), /^published/);
      write('a.md', guides, 'A, edited');
      await publish();
      assert.equal(at(reference), 'B');
      assert.equal(at(guides), titlesPerSpace ? undefined : 'A');
    });

    for (const hasToken of [false, true]) {
      it(`are made by one run in which each may replace what is there, without replacing each other${hasToken ? ', with a platform token' : ''}`, async () => {
        await (hasToken ? docs.trust() : undefined);
        docs.settings = { overwrite: true };
        const parents = { 'a.md': guides, 'b.md': reference, 'c.md': home };
        for (const [file, parent] of Object.entries(parents)) {
          write(file, parent, file);
        }
        const plan = await planOf();
        const run = await docs.publish(plan);
        assert.equal(run.files.length, 0, 'nobody said yes to a check mark');
        const all = plan.choose(plan.rows, 'replace');
        const sent = statesOf(
          await docs.run(new Run(all.runFiles(new Set(all.rows.map(({ file }) => file.uri))))),
        );
        assert.ok(overviews().every(({ version }) => version === 1));
        const published = sent.filter((state) => state.startsWith('published'));
        assert.equal(published.length, titlesPerSpace ? 1 : 3);
        assert.equal(overviews().length, published.length);
        for (const { parentId, content } of overviews()) {
          assert.equal(
            content.trim(),
            Object.entries(parents).find(([, parent]) => parent === parentId)?.[0],
          );
        }
        if (hasToken || !titlesPerSpace) {
          assert.equal(await scope(), titlesPerSpace ? 'space' : 'parent');
        }
      });
    }

    it('say whose they may be before they are replaced, and are once the person says so', async () => {
      write('a.md', guides, 'A');
      write('b.md', reference, 'B', ', overwrite: true');
      await publish('a.md');
      const asked = (await planOf('b.md')).choose((await planOf('b.md')).rows, 'replace').rows[0];
      assert.equal(
        asked?.changeQuestion && wikiChangeText('Overview', asked.changeQuestion.change, 0),
        '“a.md” was published as “Overview” too, in the same space. Some wikis take a title once in a space: publishing would then replace the text of that page and move it.',
      );
      assert.deepEqual(await docs.publish(await planOf('b.md')).then(({ files }) => files), []);
      await insist('b.md');
      // The file’s own page is not known to be that any more
      const row = await rowOf('a.md');
      assert.deepEqual([row.status.kind, row.changeQuestion?.change.kind], ['changedInWiki', 'conflict']);
      write('a.md', guides, 'A, edited');
      assert.match((await insist('a.md')).join(), /^published/);
      assert.equal(at(guides), 'A, edited');
      assert.equal(at(reference), titlesPerSpace ? undefined : 'B');
    });

    it('are asked about too where the same run updates one that it lets another file take', async () => {
      write('b.md', reference, 'B');
      await publish();
      write('a.md', guides, 'A');
      write('b.md', reference, 'B, edited');
      const plan = await planOf('a.md', 'b.md');
      const [a, b] = plan.files.map(({ uri }) => uri);
      const asked = plan.choose(plan.rows.slice(0, 1), 'replace');
      const both = new Set([a ?? '', b ?? '']);
      assert.deepEqual(
        asked.question(both)?.rows.map(({ file }) => file.uri),
        [a],
      );
      const taking = asked.choose(asked.rows, 'anyway');
      assert.deepEqual(
        taking.question(both)?.rows.map(({ file }) => file.uri),
        [b],
      );
      assert.equal(taking.runFiles(both).length, 1);
      assert.equal(taking.choose(taking.rows, 'anyway').runFiles(both).length, 2);
    });

    it('are known to be several after a send that leaves alone what is there, and one only where that was looked up', async () => {
      write('a.md', guides, 'A');
      write('b.md', reference, 'B');
      await publish('a.md');
      assert.equal(await scope(), undefined);
      const [state = ''] = await publish('b.md');
      assert.equal(await scope(), titlesPerSpace ? undefined : 'parent');
      assert.equal(at(guides), 'A');
      if (titlesPerSpace) {
        assert.match(state, /^failed: “Overview” was not published: a page with this title already/);
        await docs.trust();
        assert.equal(
          (await publish('b.md')).join(),
          'failed: “Overview” was not published: this wiki takes a title once in a space, and a page there has it. Nothing was replaced; that would also move the page here. In a shared repository, it most likely is the page of this file. The wiki says: “Error: A page with this title already exists in this space.”',
        );
        assert.equal(await scope(), 'space');
        await docs.records.moveEndpoint(wiki.importEndpoint, 'https://new.example/');
        assert.equal(docs.records.index.titleScope('https://new.example/'), 'space');
        return;
      }
      assert.match(state, /^published/);
      for (const round of [1, 2, 3]) {
        write('a.md', guides, `A ${round}`);
        write('b.md', reference, `B ${round}`);
        assert.equal((await publish()).length, 2);
        assert.deepEqual([at(guides), at(reference)], [`A ${round}`, `B ${round}`]);
      }
    });

    it('are in doubt after a send that stopped at one, which may be anybody’s', async () => {
      write('a.md', guides, 'A');
      await publish('a.md');
      if (!titlesPerSpace) {
        makeForeign(reference);
      }
      write('a.md', reference, 'A, moved');
      const plan = await planOf('a.md');
      const { uri = '' } = plan.rows[0]?.file ?? {};
      const send = async (settled: Plan): Promise<string> =>
        statesOf(await docs.run(new Run(settled.runFiles(new Set([uri]))))).join();
      assert.match(
        await send(plan.choose(plan.rows, 'stop')),
        /^failed: “Overview” was not published: a page with this title already exists\. Nothing was replaced\. /,
      );
      assert.equal(await scope(), undefined);
      const { question } = await rowOf('a.md');
      assert.deepEqual(question?.choices, ['keep', 'stop']);
      const moved = plan.withAnswers([uri], { place: { space, parent: reference, title: 'Overview' } });
      assert.match(await send(moved.choose(moved.rows, 'replace')), /^published/);
      // The page that was not replaced is still the file’s own
      assert.equal(docs.records.index.records.length, 2);
    });

    it('are looked up where nothing else proves it', async () => {
      const parents = { 'a.md': guides, 'b.md': reference };
      makeForeign(guides);
      if (!titlesPerSpace) {
        makeForeign(reference);
      }
      for (const [file, parent] of Object.entries(parents)) {
        write(file, parent, file);
        await insist(file);
      }
      assert.equal(await scope(), undefined);
      await docs.trust();
      const row = await rowOf('a.md');
      assert.equal(await scope(), titlesPerSpace ? undefined : 'parent');
      assert.equal(row.status.kind, titlesPerSpace ? 'changedInWiki' : 'unchanged');
      write('c.md', home, 'C');
      if (titlesPerSpace) {
        await publish('c.md');
        assert.equal(await scope(), 'space');
        // What was seen outweighs what an answer lets guess
        wiki.script({ do: 'answer', status: 201, body: '{"body":"Made."}' });
        await publish('c.md');
        assert.equal(await scope(), 'space');
      }
    });

    it('are the file’s own one where it goes to another parent, once that was looked up', async () => {
      await docs.trust();
      write('a.md', guides, 'A');
      write('b.md', reference, 'B');
      await publish('a.md');
      await publish('b.md');
      docs.texts.delete('b.md');
      write('a.md', home, 'A, moved');
      const plan = await planOf('a.md');
      const [row] = plan.rows;
      const does = row?.question?.choices;
      assert.deepEqual([row?.status.kind, does], ['moved', ['keep', titlesPerSpace ? 'move' : 'stop']]);
      const moved = plan.choose(plan.rows, titlesPerSpace ? 'move' : 'stop');
      const run = await docs.run(new Run(moved.runFiles(new Set([row?.file.uri ?? '']))));
      assert.match(statesOf(run).join(), /^published/);
      assert.deepEqual([at(guides), at(home)], [titlesPerSpace ? undefined : 'A', 'A, moved']);
      const own = docs.records.index.ofFile(row?.file.input?.file ?? assert.fail());
      assert.deepEqual(
        own.map(({ place }) => place.parent),
        titlesPerSpace ? [home] : [home, guides],
      );
      assert.equal((await rowOf('a.md')).status.kind, 'unchanged');
    });
  });
}
