import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { parseGitConfig } from '../../../src/core/workspace/gitConfig.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

// Without tabs in a value: some versions of Git read them as spaces
const piece = fc.constantFrom(
  ...['a', 'B-1', ' ', '"', '\\"', '\\\\', '\\n', '\\\n', '#', ';', 'é', '=', '[', ']', "'", '~/x'],
);
const line = fc.oneof(
  fc.constantFrom('[core]', '[Core "Sub"]', '[a.B]', '[a "q\\"x"]', '', '# note', '; "note'),
  fc
    .tuple(
      fc.constantFrom('\t', '', '[one] '),
      fc.constantFrom('name', 'excludesFile', 'a-1'),
      fc.constantFrom(' = ', '=', '', ' '),
      fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
      fc.constantFrom('', ' ', ' # note', ' ;"'),
    )
    .map((parts) => parts.join('')),
);
const file = fc
  .tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));

const cases = Number(process.env.CASES ?? 60);

describe('Git’s settings', () => {
  let root: string;
  before(async () => (root = await temporaryFolder('settings')));
  after(() => removeFolder(root));

  it('are read as Git reads them, as far as it takes the file', async function () {
    this.timeout(600_000);
    let accepted = 0;
    for (const [index, text] of fc.sample(file, cases).entries()) {
      const place = path.join(root, `${index}`);
      await writeFile(place, text);
      const { status, stdout } = spawnSync('git', ['config', '--file', place, '--list', '-z'], {
        encoding: 'utf8',
      });
      if (status === 0) {
        accepted++;
        const wanted = stdout
          .split('\0')
          .slice(0, -1)
          .map((each) => {
            const [name = '', ...value] = each.split('\n');
            return [name, value.join('\n')];
          });
        assert.deepEqual(parseGitConfig(text), wanted, JSON.stringify(text));
      }
    }
    assert.ok(accepted > 5, `${accepted}`);
  });
});
