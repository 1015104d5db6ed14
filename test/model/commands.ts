import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import type { Answers, Desk, Draft, Settings } from './desk.js';
import { fates, type Fate } from './truth.js';

/** Nothing is foreseen: what must hold is checked after each step. */
type Step = fc.AsyncCommand<object, Desk>;

const titles = ['One', 'Two', 'Three'];
const parents = ['100102', '100103'];

const index = fc.nat({ max: 3 });
const window = fc.nat({ max: 1 });
const parent = fc.constantFrom(...parents);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const answers: fc.Arbitrary<Answers> = fc.record({
  parent,
  choice: fc.nat({ max: 2 }),
  overwrite: fc.boolean(),
});
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>('answered') },
  { weight: 2, arbitrary: fc.constantFrom(...fates) },
);

/** Texts and names are never used again, but by a copy. */
let count = 0;

function textOf(
  title: string,
  front: { readonly parent?: string | undefined; readonly overwrite?: boolean | undefined },
): string {
  const lines = Object.entries({ ...(front.parent && { space: '1001' }), ...front })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? `"${value}"` : String(value)}`);
  const matter = lines.length === 0 ? '' : `---\nwiki:\n${lines.join('\n')}\n---\n`;
  return `${matter}# ${title}\n\nText ${++count}.\n`;
}

function step(says: string, run: (desk: Desk) => Promise<void> | void): Step {
  return {
    check: () => true,
    run: async (_model, desk) => {
      await run(desk);
      await desk.check();
    },
    toString: () => says,
  };
}

/** A step with one of the files. */
function withFile(at: number, says: string, run: (desk: Desk, draft: Draft) => Promise<void> | void): Step {
  return step(`${says} of ${at}`, async (desk) => {
    const draft = desk.files[at % Math.max(1, desk.files.length)];
    await (draft && run(desk, draft));
  });
}

const title = fc.constantFrom(...titles);
const front = fc.record({ parent: maybe(parent), overwrite: maybe(fc.boolean()) });

const write = fc.tuple(title, front).map(([title, front]) => {
  const says = `write ${title} ${JSON.stringify(front)}`;
  return step(says, (desk) =>
    desk.files.length < 4 ? desk.write(`${++count}.md`, textOf(title, front)) : undefined,
  );
});
const edit = fc.tuple(index, maybe(title), maybe(front)).map(([at, title, front]) =>
  withFile(at, `edit ${title ?? ''} ${JSON.stringify(front)}`, (_desk, draft) => {
    const before = /^# (.+)$/m.exec(draft.text)?.[1] ?? 'One';
    const matter = draft.text.slice(0, draft.text.indexOf('# '));
    const text = textOf(title ?? before, front ?? {});
    draft.text = front === undefined ? matter + text : text;
  }),
);
const renameInside = fc
  .tuple(index, window)
  .map(([at, window]) =>
    withFile(at, 'rename inside', (desk, draft) => desk.renameInside(draft, `${++count}.md`, window)),
  );
const renameOutside = fc
  .tuple(index, window)
  .map(([at, window]) =>
    withFile(at, 'rename outside', (desk, draft) =>
      desk.hasTwin(draft) ? undefined : desk.renameOutside(draft, `${++count}.md`, window),
    ),
  );
const copy = index.map((at) =>
  withFile(at, 'copy', (desk, draft) =>
    desk.files.length < 4 ? desk.copy(draft, `${++count}.md`) : undefined,
  ),
);
const remove = index.map((at) =>
  withFile(at, 'delete', async (desk, draft) => {
    await rm(draft.path);
    desk.files.splice(desk.files.indexOf(draft), 1);
  }),
);
const publishOne = fc
  .tuple(index, fc.record({ window, answers, fate, asks: fc.boolean() }))
  .map(([at, how]) =>
    withFile(at, `publish ${JSON.stringify(how)}`, (desk, draft) => desk.publishOne(draft, how)),
  );
const publishMany = fc
  .record({ window, answers, fate, ticks: fc.constantFrom('ready' as const, 'all' as const) })
  .map((how) => step(`publish all ${JSON.stringify(how)}`, (desk) => desk.publishMany(desk.files, how)));
const resume = fc
  .record({ window, answers, fate })
  .map((how) => step(`resume ${JSON.stringify(how)}`, (desk) => desk.resume(how)));
const foreign = fc
  .tuple(title, parent)
  .map(([title, parent]) =>
    step(`another person makes ${title} under ${parent}`, (desk) =>
      desk.truth.makeForeign({ space: '1001', parent, title }),
    ),
  );
const crash = window.map((window) => step(`window ${window} dies`, (desk) => desk.crash(window)));
const change: fc.Arbitrary<Settings> = fc.record({ parent: maybe(parent), overwrite: maybe(fc.boolean()) });
const settings = change.map((settings) =>
  step(`settings ${JSON.stringify(settings)}`, (desk) => {
    desk.settings = settings;
  }),
);

export const commands = fc.commands(
  [write, write, edit, edit, renameInside, renameOutside, copy, remove, publishOne, publishOne, publishOne]
    .concat([publishMany, publishMany, resume, foreign, crash, settings])
    .map((each) => each),
  { maxCommands: 14, size: 'max' },
);
