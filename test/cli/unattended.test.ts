import assert from 'node:assert/strict';
import type { Authority } from '../../src/cli/unattended/authority.js';
import { Bounds } from '../../src/cli/unattended/bounds.js';
import type { AllowedPlaces } from '../../src/cli/environment/environment.js';
import { answerUnattended } from '../../src/cli/unattended/unattended.js';
import { Pages } from '../../src/services/records/pages.js';
import type { RunServices } from '../../src/services/services.js';
import { Plan } from '../../src/core/plan/plan.js';
import type { PlanFile } from '../../src/core/plan/row.js';
import { inputOf, other, pending, record, type State } from '../core/publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const replacing = { frontMatter: { ...here.frontMatter, overwrite: true } };
const gone = { ...other, realPath: '/no/such/folder/other.md' };
const unseen = { ...other, realPath: '/no/such/folder/unseen.md' };
const touched = { uri: 'file:///w/touched.md' };
const there = { ...other, realPath: __filename };
const edit = { kind: 'edited', version: 9, ours: 7, title: 'One' } as const;
const anywhere: AllowedPlaces = { spaces: undefined, parents: undefined };
const inside: AllowedPlaces = { spaces: ['S'], parents: ['1', '2'] };
const outside: AllowedPlaces = { spaces: ['T'], parents: undefined };

/** Without a platform token. */
const blind = {
  lookups: { canLookUp: () => Promise.resolve(false), pagesById: () => Promise.resolve(undefined) },
  records: { index: new Pages() },
} as unknown as RunServices;

type Sent = 'left' | 'made' | 'updated';

const place = { ...here.frontMatter };
const inSettings = { frontMatter: place, defaults: { overwrite: true } };
const ofGone = { others: [record({}, { file: gone })] };
const changed = { ownRecords: [record()], text: 'another' };

/** What becomes of a file where nobody is asked: with nothing declared, with --take-over, and with --take-over and its path. */
const table: readonly (readonly [
  what: string,
  state: State,
  undeclared: Sent,
  takenOver: Sent,
  named?: Sent,
  change?: Partial<PlanFile>,
])[] = [
  ['a file without a page', here, 'made', 'updated'],
  ['one that has to be made, though a setting wants to replace', inSettings, 'made', 'updated'],
  ['one whose page changed', { ...here, ...changed }, 'left', 'updated'],
  [
    'one whose page changed, which its front matter covers',
    { ...replacing, ...changed },
    'updated',
    'updated',
  ],
  ['one whose page changed, which the settings cover', { ...inSettings, ...changed }, 'updated', 'updated'],
  ['one whose page is as it is', { ...here, ownRecords: [record()] }, 'left', 'left'],
  [
    'one whose page is as it is, which commits touched since',
    { ...inSettings, ownRecords: [record({}, { file: touched })], file: touched },
    'updated',
    'updated',
  ],
  [
    'one whose last send had no answer',
    { ...replacing, ownRecords: [record({}, { pending })] },
    'left',
    'left',
    'updated',
  ],
  [
    'one whose only send had no answer, which nothing covers',
    { ...here, ownRecords: [record({}, { published: undefined, pending })] },
    'made',
    'made',
    'updated',
  ],
  [
    'one whose only send had no answer',
    { ...replacing, ownRecords: [record({}, { published: undefined, pending })] },
    'made',
    'made',
    'updated',
  ],
  ['one with another title', { ...here, ownRecords: [record()], title: 'Two' }, 'made', 'updated'],
  [
    'one with another title, which its front matter covers',
    { ...replacing, ownRecords: [record()], title: 'Two' },
    'updated',
    'updated',
  ],
  [
    'one with another title, in a folder whose settings update pages',
    { ...inSettings, ownRecords: [record()], title: 'Two' },
    'made',
    'updated',
  ],
  [
    'one with another place',
    { ownRecords: [record()], frontMatter: { space: 'S', parent: '2' } },
    'made',
    'updated',
  ],
  [
    'one with another place, where the wiki moves it',
    { ownRecords: [record()], frontMatter: { space: 'S', parent: '2' }, scope: 'space' },
    'left',
    'updated',
  ],
  ['the page of another file', { ...here, others: [record({}, { file: there })] }, 'left', 'left'],
  [
    'the page of another file, which the file wants',
    { ...replacing, others: [record({}, { file: there })] },
    'left',
    'left',
  ],
  [
    'the page of a file that is not there, which the file wants',
    { ...replacing, ...ofGone },
    'updated',
    'updated',
  ],
  [
    'the page of a file that Git removed, which the settings want',
    { ...inSettings, ...ofGone },
    'updated',
    'updated',
  ],
  [
    'the page of a file that is not there, which the settings want',
    { ...inSettings, others: [record({}, { file: unseen })] },
    'left',
    'updated',
  ],
  [
    'the page of a file that is gone, which another one may have replaced',
    { ...replacing, others: [record({}, { file: gone, otherSends: [{ ...pending, file: there }] })] },
    'left',
    'left',
  ],
  ['the page of a file that is gone', { ...here, ...ofGone }, 'left', 'updated'],
  ['a page of others that the file wants', replacing, 'updated', 'updated'],
  [
    'a page that was changed in the wiki',
    { ...replacing, ...changed, changedInWiki: () => edit },
    'left',
    'left',
    'updated',
  ],
  ['a file without a place', {}, 'left', 'left'],
  [
    'a file with a secret',
    here,
    'left',
    'left',
    'left',
    { problem: 'A secret.', acceptableProblems: ['secret'] },
  ],
];

function answered(
  plan: Plan,
  allowed: AllowedPlaces,
  taking: Partial<Authority> = {},
): ReturnType<typeof answerUnattended> {
  return answerUnattended(plan, new Bounds(allowed, blind), {
    takesOver: false,
    isStateEmpty: false,
    isNamed: () => false,
    isGone: (of) => Promise.resolve(of === gone),
    isTouched: ({ file }) => Promise.resolve(file.uri.endsWith('touched.md')),
    ...taking,
  });
}

/** How often each file is decided, on average, while a plan of so many files is answered. */
async function decisionsPerFile(count: number): Promise<number> {
  let decisions = 0;
  const files = Array.from({ length: count }, (_, index): PlanFile => {
    const title = `Page ${index}`;
    const uri = `file:///w/${index}.md`;
    const input = inputOf({ ...here, title, file: { uri } });
    const isMissing = (): boolean => {
      decisions += 1;
      return false;
    };
    return { uri, path: `${index}.md`, title, input: { ...input, isMissing } };
  });
  const { checked } = await answered(new Plan(files), inside);
  assert.equal(checked.size, count);
  return decisions / count;
}

describe('Where nobody is asked', () => {
  it('many files are answered at once: none is decided more often than where there are few', async () => {
    const few = await decisionsPerFile(2);
    assert.ok(few > 0);
    assert.equal(await decisionsPerFile(50), few);
  });

  for (const [what, state, undeclared, takenOver, named = takenOver, change] of table) {
    it(`${what}: ${undeclared}, ${takenOver} with --take-over, ${named} by its path; no page is replaced outside of what is allowed`, async () => {
      const input = inputOf({ isUnattended: true, ...state });
      const { uri } = input.file;
      const sent = async (allowed: AllowedPlaces, taking: Partial<Authority> = {}): Promise<Sent> => {
        const plan = new Plan([{ uri, path: 'one.md', title: input.document.title, input, ...change }]);
        const settled = await answered(plan, allowed, taking);
        const [going] = settled.plan.runFiles(settled.checked);
        return going === undefined ? 'left' : going.destination.target.overwrite ? 'updated' : 'made';
      };
      const takesOver = { takesOver: true };
      const byPath = { ...takesOver, isNamed: () => true };
      assert.deepEqual(
        [await sent(inside), await sent(inside, takesOver), await sent(inside, byPath)],
        [undeclared, takenOver, named],
      );
      for (const taking of [{}, takesOver, byPath]) {
        assert.notEqual(await sent(anywhere, taking), 'updated');
        assert.equal(await sent(outside, taking), 'left');
      }
    });
  }
});
