import fc from 'fast-check';
import { fate, index, parent, step, textOf, title } from './steps.js';

export const runJob = fc
  .record({
    isOther: fc.boolean(),
    state: fc.constantFrom('kept', 'kept', 'kept', 'lost', 'older', 'replaces', 'forged'),
    takesOver: fc.boolean(),
    named: fc.option(index, { nil: undefined }),
    hidden: fc.option(index, { nil: undefined, freq: 1 }),
    isBounded: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    isTouched: fc.boolean(),
    fate,
  })
  .map((how) => step(`a job runs ${JSON.stringify(how)}`, (desk) => desk.job.run(how)));
/** A job that has lost what it knew, or does not see a file, where the settings let the repository's own pages be replaced. */
export const jobInDoubt = fc
  .record({ title, parent, isOther: fc.boolean(), isLost: fc.boolean(), isBounded: fc.constant(true) })
  .map(({ title, parent, isOther, isLost, isBounded }) =>
    step(
      `a job of ${isOther ? 'the other' : 'one'} ${isLost ? 'has lost its state' : 'does not see a file'}: ${title} under ${parent}`,
      async (desk) => {
        const names = isOther ? ['other/a.md', 'other/b.md'] : ['a.md', 'b.md'];
        const [one = '', two = ''] = names;
        const how = { isOther, takesOver: false, named: undefined, isBounded, isTouched: false } as const;
        const put = async (name: string): Promise<void> => {
          const text = textOf(title, {});
          await desk.drafts.write(name, text);
          const draft = desk.drafts.all.find(({ path: file }) => file.endsWith(`/${name}`));
          Object.assign(draft ?? {}, { before: draft?.text, text });
        };
        desk.settings = { parent, overwrite: true };
        await put(one);
        if (isLost) {
          desk.truth.makeForeign({ space: '1001', parent, title });
          await desk.job.run({ ...how, state: 'lost', hidden: undefined, fate: 'answered' });
          return;
        }
        await desk.job.run({ ...how, state: 'kept', hidden: undefined, fate: 'answered' });
        await put(two);
        const drafts = desk.drafts.of(isOther ? 'other' : 'one');
        const hidden = drafts.findIndex(({ path: file }) => file.endsWith(`/${one}`));
        await desk.job.run({ ...how, state: 'kept', hidden, fate: 'answered' });
      },
    ),
  );
/** A job after what let it replace pages was taken out of the settings: what the state kept of then declares nothing. */
export const jobAfterDeclared = fc
  .record({ title, parent, isOther: fc.boolean() })
  .map(({ title, parent, isOther }) =>
    step(
      `a job of ${isOther ? 'the other' : 'one'} after the settings declare no more: ${title} under ${parent}`,
      async (desk) => {
        const name = isOther ? 'other/a.md' : 'a.md';
        const how = { isOther, takesOver: false, named: undefined, isBounded: true } as const;
        for (const overwrite of [true, true, undefined]) {
          desk.settings = { parent, overwrite };
          const text = textOf(title, {});
          await desk.drafts.write(name, text);
          const draft = desk.drafts.all.find(({ path: file }) => file.endsWith(`/${name}`));
          Object.assign(draft ?? {}, { before: draft?.text, text });
          await desk.job.run({
            ...how,
            isTouched: false,
            state: 'kept',
            hidden: undefined,
            fate: 'answered',
          });
        }
      },
    ),
  );
