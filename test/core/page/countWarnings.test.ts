import assert from 'node:assert/strict';
import { countWarnings } from '../../../src/core/page/countWarnings.js';
import { warningsText } from '../../../src/core/wiki/pageWarnings.js';
import {
  mostOfAKind,
  readSeverities,
  type Problem,
  type ProblemKind,
} from '../../../src/core/page/problem.js';

const severities = readSeverities(undefined, undefined);
const problems = (kind: ProblemKind, count: number) =>
  Array.from({ length: count }, () => ({ kind, message: '', start: 0, end: 0 }));
const count = (found: readonly Problem[], among = severities) =>
  countWarnings({ text: 'One\nTwo\n\nFour\n', problems: found }, among);

describe('Lines that may have a password or a key', () => {
  const at = (kind: ProblemKind, start: number) => ({ kind, message: '', start, end: start + 1 });

  it('are one, which is named, or several, which are counted', () => {
    const one = [at('password', 5)];
    assert.equal(warningsText(count(one)), 'Line 2 may contain a password or a key.');
    assert.equal(
      warningsText(count([...one, at('secret', 6), at('secret', 9), at('exampleSecret', 0)])),
      '2 lines may contain passwords or keys. The first is line 2.',
    );
    assert.equal(warningsText(count([at('exampleSecret', 0)])), '');
  });

  it('are told before what doesn’t work', () => {
    assert.equal(
      warningsText(count([...problems('relativeLink', 1), at('secret', 9)])),
      'Line 4 may contain a password or a key. 1 link doesn’t work in the wiki.',
    );
  });

  it('are at least as many as are looked for', () => {
    const text = '\n'.repeat(mostOfAKind);
    const all = Array.from({ length: mostOfAKind }, (_, start) => at('password', start));
    assert.equal(
      warningsText(countWarnings({ text, problems: all }, severities)),
      '250+ lines may contain passwords or keys. The first is line 1.',
    );
  });

  it('are not those that the person’s own settings hide', () => {
    const hidden = readSeverities({ secrets: 'off' }, { secrets: 'off' });
    assert.equal(count([at('password', 5)], hidden), undefined);
    assert.equal(count([at('password', 5)], readSeverities({ secrets: 'off' }, {}))?.secretLines.length, 1);
  });
});

describe('Images and links that work on this computer alone', () => {
  for (const [images, links, text] of [
    [0, 0, ''],
    [1, 0, '1 image doesn’t work in the wiki: images are not uploaded.'],
    [2, 0, '2 images don’t work in the wiki: images are not uploaded.'],
    [0, 1, '1 link doesn’t work in the wiki.'],
    [0, 3, '3 links don’t work in the wiki.'],
    [1, 1, '1 image and 1 link don’t work in the wiki.'],
    [2, 1, '2 images and 1 link don’t work in the wiki.'],
    [1, 2, '1 image and 2 links don’t work in the wiki.'],
    [mostOfAKind, 0, '250+ images don’t work in the wiki: images are not uploaded.'],
  ] as const) {
    it(`are ${images} and ${links}`, () => {
      const all = [...problems('localImage', images), ...problems('relativeLink', links)];
      assert.equal(warningsText(count([...all, ...problems('exampleSecret', 1)])), text);
    });
  }

  for (const [images, missing, links, text] of [
    [1, 1, 0, '1 image doesn’t work in the wiki: its file is missing.'],
    [2, 2, 0, '2 images don’t work in the wiki: their files are missing.'],
    [2, 1, 0, '2 images don’t work in the wiki: images are not uploaded. The file of 1 image is missing.'],
    [3, 2, 1, '3 images and 1 link don’t work in the wiki.'],
  ] as const) {
    it(`are ${images} and ${links}, of which ${missing} are missing`, () => {
      const all = problems('localImage', images).map((each, at) => ({
        ...each,
        isFileMissing: at < missing,
      }));
      assert.equal(warningsText(count([...all, ...problems('relativeLink', links)])), text);
    });
  }

  it('are also those without a file, and those that other tools alone know', () => {
    const all = [...problems('missingFile', 1), ...problems('brokenLink', 1)];
    assert.deepEqual(count(all), {
      secretLines: [],
      images: 0,
      links: 2,
      missing: 0,
      notes: [],
      isPartial: false,
    });
  });

  it('are not those that the settings hide', () => {
    const hidden = readSeverities({ images: 'off' }, undefined);
    const all = [...problems('localImage', 1), ...problems('relativeLink', 1)];
    assert.deepEqual(count(all, hidden), {
      secretLines: [],
      images: 0,
      links: 1,
      missing: 0,
      notes: [],
      isPartial: false,
    });
    assert.equal(count(problems('localImage', 1), hidden), undefined);
  });
});
