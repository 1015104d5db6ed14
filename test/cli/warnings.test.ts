import assert from 'node:assert/strict';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

describe('What a terminal tells of the content of a page', () => {
  it('is a line that may have a password, which nobody is there to accept, and which is shown nowhere', async () => {
    const password = 'hunter2secretXy';
    const terminal = await Terminal.open({
      'a.md': `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# One\n\npassword: ${password}\n`,
    });
    for (const args of [['plan'], ['publish', '--format', 'github']]) {
      const { out, err, exitCode } = await terminal.run(...args);
      assert.notEqual(exitCode, 0, err);
      assert.match(out, /a\.md.*Line 6: This looks like a password or a key\. /);
      assert.ok(!`${out}${err}`.includes(password));
    }
    assert.equal(terminal.wiki.requests.length, 0);
    await terminal.close();
  });
});
