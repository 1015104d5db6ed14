import assert from 'node:assert/strict';
import { decideConnection, decideTarget, type Known } from '../../../src/core/publish/decideTarget.js';
import { readDefaults } from '../../../src/core/publish/values.js';
import type { Remembered } from '../../../src/core/publish/remembered.js';

const endpoint = 'https://a.example/';
const page = { space: 'R', parent: '1', title: 'One' };
const remembered = (change: Partial<Remembered> = {}, target = {}): Remembered => ({
  endpoint,
  suggestedTitle: 'One',
  standing: 'published',
  ...change,
  target: { ...page, overwrite: false, ...target },
});
const decide = (known: Partial<Known>) =>
  decideTarget({ frontMatter: {}, remembered: undefined, defaults: {}, title: 'One', ...known });
const defaults = { space: 'D', parent: '3', overwrite: true };

describe('Where a page goes', () => {
  it('is said by the front matter before all others', () => {
    const frontMatter = { space: 'F', parent: '2', title: 'Two', overwrite: false };
    const { target, missing, named, foreign } = decide({ frontMatter, remembered: remembered(), defaults });
    assert.deepEqual(target, frontMatter);
    assert.deepEqual([missing, named, foreign], [[], true, false]);
  });

  it('is what is remembered, before the workspace’s defaults', () => {
    const { target, named, foreign } = decide({ remembered: remembered(), defaults });
    assert.deepEqual(target, { ...page, overwrite: true });
    assert.deepEqual([named, foreign], [false, false]);
  });

  it('is the workspace’s default when nothing else is known', () => {
    const { target, named, foreign } = decide({ defaults });
    assert.deepEqual(target, { space: 'D', parent: '3', title: 'One', overwrite: true });
    assert.deepEqual([named, foreign], [false, true]);
  });

  it('is put together from all of them', () => {
    const { target } = decide({ frontMatter: { parent: '2' }, remembered: remembered(), defaults });
    assert.deepEqual(target, { space: 'R', parent: '2', title: 'One', overwrite: true });
  });

  it('has to be asked for what is missing', () => {
    const nothing = decide({});
    assert.deepEqual([nothing.target, nothing.missing], [undefined, ['space', 'parent']]);
    const half = decide({ frontMatter: { space: 'F' } });
    assert.deepEqual([half.target, half.missing, half.named], [undefined, ['parent'], false]);
    assert.deepEqual(half.known, { space: 'F', title: 'One' });
    const title = 'a'.repeat(256);
    assert.deepEqual(decide({ defaults, title }).missing, ['title']);
    assert.equal(decide({ defaults, title }).known.title, title);
  });

  it('does not overwrite without being told', () => {
    assert.equal(decide({ frontMatter: { space: 'F', parent: '2' } }).target?.overwrite, false);
  });

  it('is foreign when it would overwrite a page that the file did not make', () => {
    const frontMatter = { ...page, overwrite: true };
    const foreign = (before: Remembered | undefined): boolean =>
      decide({ frontMatter, remembered: before }).foreign;
    assert.equal(foreign(undefined), true);
    assert.equal(foreign(remembered()), false);
    assert.equal(foreign(remembered({ standing: 'unknown' })), true);
    assert.equal(foreign(remembered({ standing: 'unsent' }, { overwrite: true })), false);
    assert.equal(foreign(remembered({}, { space: 'X' })), true);
    assert.equal(foreign(remembered({}, { title: 'Other' })), true);
  });

  it('never overwrites under a new title by what was said of the old one', () => {
    const { target } = decide({ remembered: remembered({}, { overwrite: true }), title: 'Two' });
    assert.deepEqual(target, { ...page, title: 'Two', overwrite: false });
  });

  it('reads the settings with care', () => {
    assert.deepEqual(readDefaults(' D ', '3', true), defaults);
    assert.deepEqual(readDefaults('', '', null), {});
    assert.deepEqual(readDefaults('a b', 'x', 'true'), {});
    assert.deepEqual(readDefaults(1, 3, 1), {});
  });
});

describe('The connection of a page', () => {
  const one = { name: 'One', endpoint };
  const two = { name: 'Two', endpoint: 'https://b.example/' };
  it('is the front matter’s, then the one remembered, then the only one', () => {
    assert.equal(decideConnection({ connection: 'Two' }, remembered(), [one, two]), two);
    assert.equal(decideConnection({ connection: 'Gone' }, remembered(), [two, one]), one);
    assert.equal(decideConnection({}, undefined, [two]), two);
    assert.equal(decideConnection({}, undefined, [one, two]), undefined);
    assert.equal(decideConnection({}, remembered(), []), undefined);
  });
});
