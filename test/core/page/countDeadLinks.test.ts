import assert from 'node:assert/strict';
import { countDeadLinks } from '../../../src/core/page/countDeadLinks.js';
import { deadLinksText } from '../../../src/core/wiki/deadLinkCounts.js';
import { mostOfAKind, readSeverities, type ProblemKind } from '../../../src/core/page/problem.js';

const severities = readSeverities(undefined, undefined);
const problems = (kind: ProblemKind, count: number) => Array.from({ length: count }, () => ({ kind }));

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
      assert.equal(deadLinksText(countDeadLinks([...all, { kind: 'password' }], severities)), text);
    });
  }

  for (const [images, missing, links, text] of [
    [1, 1, 0, '1 image doesn’t work in the wiki: its file is missing.'],
    [2, 2, 0, '2 images don’t work in the wiki: their files are missing.'],
    [2, 1, 0, '2 images don’t work in the wiki: images are not uploaded. The file of 1 image is missing.'],
    [3, 2, 1, '3 images and 1 link don’t work in the wiki. The files of 2 images are missing.'],
  ] as const) {
    it(`are ${images} and ${links}, of which ${missing} are missing`, () => {
      const all = problems('localImage', images).map((each, at) => ({
        ...each,
        isFileMissing: at < missing,
      }));
      assert.equal(
        deadLinksText(countDeadLinks([...all, ...problems('relativeLink', links)], severities)),
        text,
      );
    });
  }

  it('are also those without a file, and those that other tools alone know', () => {
    const all = [...problems('missingFile', 1), ...problems('brokenLink', 1)];
    assert.deepEqual(countDeadLinks(all, severities), { images: 0, links: 2, missing: 0, isPartial: false });
  });

  it('are not those that the settings hide', () => {
    const hidden = readSeverities({ localImage: 'off' }, undefined);
    const all = [...problems('localImage', 1), ...problems('relativeLink', 1)];
    assert.deepEqual(countDeadLinks(all, hidden), { images: 0, links: 1, missing: 0, isPartial: false });
    assert.equal(countDeadLinks(problems('localImage', 1), hidden), undefined);
  });
});
