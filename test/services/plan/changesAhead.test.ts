import assert from 'node:assert/strict';
import { placeOf } from '../../../src/core/publish/recordChanges.js';
import { placeKey } from '../../../src/core/records/pageRecord.js';
import { Pages } from '../../../src/services/records/pages.js';
import { Run } from '../../../src/core/plan/run.js';
import { ChangesAhead } from '../../../src/services/plan/changesAhead.js';
import { fileOf } from './stagedRun.js';

const replacing = (index: number) => {
  const { destination, ...file } = fileOf(index);
  return { ...file, destination: { ...destination, target: { ...destination.target, overwrite: true } } };
};

describe('Changes that others make while a run lasts', () => {
  const files = Array.from({ length: 120 }, (_each, index) => replacing(index));
  const last = new Pages();
  for (const { file, destination, path } of files) {
    const place = placeOf(destination);
    last.set(placeKey(place), { id: path, place, file, suggestedTitle: place.title, mayOverwrite: false });
  }

  /** `answer`: what the wiki is asked, and what it says. */
  const ahead = (answer: (ids: readonly string[]) => Promise<() => undefined>) => {
    const clock = { now: 0 };
    const changes = (records: readonly { readonly id: string }[]) => answer(records.map(({ id }) => id));
    const services = {
      inWiki: { lookUpChanges: changes },
      records: { index: last, read: () => Promise.resolve(last) },
      now: () => clock.now,
    };
    return { clock, of: new ChangesAhead(new Run(files), services as never) };
  };

  it('are asked of fifty pages at once, and again once an answer is old', async () => {
    const asked: (readonly string[])[] = [];
    const { clock, of } = ahead((ids) => {
      asked.push(ids);
      return Promise.resolve(() => undefined);
    });
    const each = async (indices: readonly number[]): Promise<void> => {
      for (const file of indices.flatMap((index) => files[index] ?? [])) {
        await of.of(file);
      }
    };
    await each([0, 1]);
    assert.equal(asked.length, 0, 'the plan has looked a moment ago');
    clock.now = 6_000;
    await each([0, 1, 49]);
    assert.deepEqual(
      asked.map((ids) => ids.length),
      [50],
    );
    clock.now = 12_000;
    await each([2]);
    assert.equal(asked.length, 2);
  });

  it('are not known where the wiki can’t be asked, which keeps no page from being sent', async () => {
    const { clock, of } = ahead(() => Promise.reject(new Error('The keyring is locked.')));
    clock.now = 6_000;
    assert.deepEqual(await of.of(files[0] ?? assert.fail()), { changedInWiki: undefined });
  });
});
