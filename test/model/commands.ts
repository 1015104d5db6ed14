import path from 'node:path';
import fc from 'fast-check';
import type { Desk } from './desk.js';
import type { Draft } from './drafts.js';
import { jobAfterDeclared, jobInDoubt, runJob } from './jobSteps.js';
import type { Settings } from './person.js';
import {
  answers,
  fate,
  index,
  maybe,
  more,
  parent,
  step,
  textOf,
  title,
  window,
  type Step,
} from './steps.js';

const name = fc.constantFrom(
  ...['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'other/a.md', 'other/b.md', 'clone/a.md', 'clone/b.md'],
);

/** A step with one of the files. */
function withFile(at: number, says: string, run: (desk: Desk, draft: Draft) => Promise<void> | void): Step {
  return step(`${says} of ${at}`, async (desk) => {
    const draft = desk.drafts.all[at % Math.max(1, desk.drafts.all.length)];
    await (draft && run(desk, draft));
  });
}

const front = fc.record({ parent: maybe(parent), overwrite: maybe(fc.boolean()) });

const write = fc.tuple(name, title, front).map(([name, title, front]) => {
  const says = `write ${name}: ${title} ${JSON.stringify(front)}`;
  return step(says, (desk) => desk.drafts.write(name, textOf(title, front)));
});
const edit = fc.tuple(index, maybe(title), maybe(front)).map(([at, title, front]) =>
  withFile(at, `edit ${title ?? ''} ${JSON.stringify(front)}`, (_desk, draft) => {
    const before = /^# (.+)$/m.exec(draft.text)?.[1] ?? 'One';
    const matter = draft.text.slice(0, draft.text.indexOf('# '));
    const text = textOf(title ?? before, front ?? {});
    draft.before = draft.text;
    draft.text = front === undefined ? matter + text : text;
  }),
);
const editText = index.map((at) =>
  withFile(at, 'edit the text', (_desk, draft) => {
    draft.before = draft.text;
    draft.text += more();
  }),
);
const undo = index.map((at) =>
  withFile(at, 'undo', (_desk, draft) => {
    [draft.text, draft.before] = [draft.before ?? draft.text, draft.text];
  }),
);
const renameInside = fc
  .tuple(index, name, window)
  .map(([at, name, window]) =>
    withFile(at, `rename to ${name}`, (desk, draft) => desk.renameInside(draft, name, window)),
  );
const renameOutside = fc
  .tuple(index, name)
  .map(([at, name]) =>
    withFile(at, `rename to ${name} outside`, (desk, draft) =>
      desk.drafts.isFree(name) ? desk.drafts.renameUnseen(draft, name) : undefined,
    ),
  );
const copy = fc
  .tuple(index, name)
  .map(([at, name]) => withFile(at, `copy to ${name}`, (desk, draft) => desk.drafts.write(name, draft.text)));
const replaceElsewhere = fc.tuple(index, fc.constantFrom('other/a.md', 'other/b.md')).map(([at, name]) =>
  withFile(at, `copy to ${name} and delete`, async (desk, draft) => {
    await desk.drafts.write(name, draft.text);
    await desk.drafts.remove(draft);
  }),
);
const remove = index.map((at) => withFile(at, 'delete', (desk, draft) => desk.drafts.remove(draft)));
const typed = maybe(fc.nat().map((each) => `Typed ${each}.\n`));
const one = fc.record({ window, answers, fate, asks: fc.boolean(), types: typed, renames: maybe(name) });
const publishOne = fc.tuple(index, one).map(([at, how]) =>
  withFile(at, `publish ${JSON.stringify(how)}`, async (desk, draft) => {
    await desk.publishOne(draft, how);
  }),
);
const publishMany = fc
  .record({ window, answers, fate, ticks: fc.constantFrom('ready' as const, 'all' as const) })
  .map((how) => step(`publish all ${JSON.stringify(how)}`, (desk) => desk.publishMany(desk.drafts.all, how)));
const resume = fc
  .record({ window, answers, fate, ticks: fc.constant('ready' as const) })
  .map((how) => step(`resume ${JSON.stringify(how)}`, (desk) => desk.resume(how)));
/** What is agreed to may no longer hold for what is there when it is sent, when it is tried again, or when the rest is resumed. */
const overtaken = fc
  .record({
    window,
    answers,
    at: index,
    one,
    then: answers,
    how: fc.constantFrom('open', 'settled', 'resumed', 'pressed', 'sent'),
  })
  .map(({ window, answers, at, one, then, how }) => {
    const other = { ...one, window: 1 - window };
    const says = `publish the others, and this one before what was agreed to is ${how}`;
    return withFile(at, `${says} ${JSON.stringify({ answers, other, then })}`, async (desk, draft) => {
      const others = desk.drafts.all.filter((each) => each !== draft);
      const [first] = others;
      const many = { window, answers, ticks: 'all' } as const;
      const meanwhile = async (): Promise<void> => {
        desk.wait();
        await desk.publishOne(draft, other);
      };
      if (how === 'open') {
        await desk.publishMany(others, { ...many, fate: 'answered', meanwhile });
      } else if (how === 'settled') {
        await desk.publishMany(others, { ...many, fate: 'answered', waits: meanwhile });
      } else if (how === 'resumed') {
        await desk.publishMany(others, { ...many, fate: 'refused' });
        await meanwhile();
        await desk.resume({ ...many, answers: then, fate: 'answered', ticks: 'ready' });
      } else if (first !== undefined) {
        const still = { window, asks: true, types: undefined, renames: undefined };
        const fate = how === 'sent' ? ('answered' as const) : ('failing' as const);
        const waits = how === 'sent' ? { waits: meanwhile } : {};
        const report = await desk.publishOne(first, { ...still, ...waits, answers, fate });
        if (how === 'sent') {
          return;
        }
        await meanwhile();
        await (report && desk.publishOne(first, { ...still, answers: then, fate: 'answered' }, report));
      }
    });
  });
/** The owner of a page publishes it again once somebody has agreed to replace it with the file of a run. */
const ownerAgain = fc.tuple(title, parent, window).map(([title, parent, window]) =>
  step(
    `the owner of ${title} under ${parent} publishes after a run was settled in ${window}`,
    async (desk) => {
      for (const name of ['a.md', 'b.md']) {
        await desk.drafts.write(name, '');
      }
      const [owner, other] = ['a.md', 'b.md'].map((name) =>
        desk.drafts.of('one').find(({ path: file }) => path.basename(file) === name),
      );
      if (owner === undefined || other === undefined) {
        return;
      }
      for (const draft of [owner, other]) {
        draft.text = textOf(title, { parent });
      }
      const answers = { parent, choice: 1, overwrite: true };
      const how = {
        window: 1 - window,
        answers,
        fate: 'answered',
        types: undefined,
        renames: undefined,
      } as const;
      const waits = async (): Promise<void> => {
        desk.wait();
        owner.text += more();
        await desk.publishOne(owner, { ...how, asks: false });
      };
      await desk.publishOne(owner, { ...how, asks: true });
      await desk.publishMany([other], { window, answers, fate: 'answered', ticks: 'all', waits });
    },
  ),
);
const foreign = fc
  .tuple(title, parent)
  .map(([title, parent]) =>
    step(`another person makes ${title} under ${parent}`, (desk) =>
      desk.truth.makeForeign({ space: '1001', parent, title }),
    ),
  );
const editInWiki = fc
  .tuple(title, parent)
  .map(([title, parent]) =>
    step(`another person edits ${title} under ${parent}`, (desk) =>
      desk.truth.edit({ space: '1001', parent, title }),
    ),
  );
const clone = step('the repository is cloned', (desk) => desk.clone());
const fork = step('the remote is that of a fork, or again the first one', (desk) => {
  desk.drafts.isFork = !desk.drafts.isFork;
});
const crash = window.map((window) => step(`window ${window} dies`, (desk) => desk.crash(window)));
const change: fc.Arbitrary<Settings> = fc.record({ parent: maybe(parent), overwrite: maybe(fc.boolean()) });
const settings = change.map((settings) =>
  step(`settings ${JSON.stringify(settings)}`, (desk) => {
    desk.settings = settings;
  }),
);

const steps = [
  ...[
    write,
    edit,
    editText,
    editText,
    undo,
    undo,
    renameInside,
    renameOutside,
    copy,
    remove,
    replaceElsewhere,
  ],
  ...[
    publishOne,
    publishOne,
    publishOne,
    publishMany,
    publishMany,
    resume,
    overtaken,
    ownerAgain,
    foreign,
    crash,
    settings,
  ],
  ...[
    editInWiki,
    editInWiki,
    runJob,
    runJob,
    runJob,
    jobInDoubt,
    jobAfterDeclared,
    fc.constant(clone),
    fc.constant(fork),
  ],
];

export const commands = fc.commands(steps, { maxCommands: 14, size: 'max' });
