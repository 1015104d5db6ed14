import assert from 'node:assert/strict';
import { missingFileProblem } from '../../../src/core/page/missingFile.js';
import { readPage } from '../../../src/core/page/page.js';
import { usualOptions } from '../../host/usualOptions.js';

describe('A link or an image whose file is not there', () => {
  const [image, link] = readPage(
    '![A dialog](dialog.png)\n\n[more](gone.md)\n',
    'file.md',
    usualOptions,
  ).problems.map((problem) => missingFileProblem(problem, problem.to ?? ''));

  it('is a problem of its own, which names the file', () => {
    assert.deepEqual([image?.kind, image?.message], ['missingFile', 'There is no file “dialog.png”.']);
    assert.deepEqual([link?.kind, link?.message], ['missingFile', 'There is no file “gone.md”.']);
  });

  it('has no fix that makes a public address of what is not there', () => {
    assert.deepEqual(image?.fixes, []);
    assert.deepEqual(
      link?.fixes?.map(({ kind, title }) => [kind, title]),
      [['edit', 'Turn the Link into Plain Text']],
    );
  });
});
