import assert from 'node:assert/strict';
import { Bounds } from '../../src/cli/bounds.js';
import type { Allowed } from '../../src/cli/environment.js';
import { settledUnattended } from '../../src/cli/unattended.js';
import { RecordIndex } from '../../src/core/publish/recordIndex.js';
import { Plan } from '../../src/core/run/plan.js';
import type { PlanFile } from '../../src/core/run/row.js';
import { file, inputOf, other, pending, record, type State } from '../core/publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const replacing = { frontMatter: { ...here.frontMatter, overwrite: true } };
const gone = { ...other, realPath: '/no/such/folder/other.md' };
const edit = { kind: 'edited', version: 9, ours: 7, title: 'One' } as const;
const anywhere: Allowed = { spaces: undefined, parents: undefined };
const inside: Allowed = { spaces: ['S'], parents: undefined };
const outside: Allowed = { spaces: ['T'], parents: undefined };

type Sent = 'left' | 'made' | 'updated';

/** What becomes of a file where nobody is asked, by what is allowed. */
const table: readonly (readonly [
  what: string,
  state: State,
  anywhere: Sent,
  inside: Sent,
  change?: Partial<PlanFile>,
])[] = [
  ['a file without a page', here, 'made', 'made'],
  ['one whose page changed', { ...here, own: [record()], text: 'another' }, 'updated', 'updated'],
  ['one whose page is as it is', { ...here, own: [record()] }, 'left', 'left'],
  ['one whose last send had no answer', { ...here, own: [record({}, { pending })] }, 'updated', 'updated'],
  [
    'one whose only send had no answer',
    { ...here, own: [record({}, { published: undefined, pending })] },
    'made',
    'made',
  ],
  ['one with another title', { ...here, own: [record()], title: 'Two' }, 'left', 'left'],
  ['one with another place', { own: [record()], frontMatter: { space: 'S', parent: '2' } }, 'left', 'left'],
  ['the page of another file', { ...here, others: [record({}, { files: [other] })] }, 'left', 'left'],
  [
    'the page of another file, which the file wants',
    { ...replacing, others: [record({}, { files: [other] })] },
    'left',
    'left',
  ],
  [
    'the page of a file that is gone, which the file wants',
    { ...replacing, others: [record({}, { files: [gone] })] },
    'left',
    'updated',
  ],
  [
    'the page of a file that is gone, which another one may have replaced',
    { ...replacing, others: [record({}, { files: [gone], claims: [{ ...pending, file: other }] })] },
    'left',
    'left',
  ],
  [
    'the page of a file that is gone, which a file with a page wants',
    { ...replacing, own: [record({ title: 'Two' })], others: [record({}, { files: [gone] })] },
    'left',
    'left',
  ],
  ['the page of a file that is gone', { ...here, others: [record({}, { files: [gone] })] }, 'left', 'left'],
  ['a page of others that the file wants', replacing, 'left', 'updated'],
  ['a page of others that a setting wants', { ...here, defaults: { overwrite: true } }, 'left', 'left'],
  [
    'a page that was changed in the wiki',
    { ...here, own: [record()], text: 'another', changedInWiki: () => edit },
    'left',
    'left',
  ],
  ['a file without a place', {}, 'left', 'left'],
  ['a file with a secret', here, 'left', 'left', { problem: 'A secret.', passable: ['secret'] }],
];

describe('Where nobody is asked', () => {
  for (const [what, state, wherever, bounded, change] of table) {
    it(`${what}: ${wherever}, ${bounded} inside of what is allowed, and left outside of it`, async () => {
      const sent = async (allowed: Allowed): Promise<Sent> => {
        const input = inputOf(state);
        const plan = new Plan([
          { uri: file.uri, path: 'one.md', title: input.document.title, input, ...change },
        ]);
        const settled = await settledUnattended(
          plan,
          new Bounds(allowed, { last: new RecordIndex(() => '') }),
        );
        const [going] = settled.plan.runFiles(settled.checked);
        return going === undefined ? 'left' : going.destination.target.overwrite ? 'updated' : 'made';
      };
      assert.deepEqual(
        [await sent(anywhere), await sent(inside), await sent(outside)],
        [wherever, bounded, 'left'],
      );
    });
  }
});
