import assert from 'node:assert/strict';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

describe('What a terminal tells of the content of a page', () => {
  it('is a line that may have a password, in the plan and in the outcome, and is shown nowhere', async () => {
    const password = 'hunter2secretXy';
    const terminal = await Terminal.open({
      'a.md': `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# One\n\npassword: ${password}\n`,
    });
    for (const [args, told] of [
      [['plan'], /^ {2}.*a\.md.* {2}Line 6 may contain a password or a key\.$/m],
      [
        ['publish', '--format', 'github'],
        /^::notice file=a\.md,title=published::Line 6 may contain a password or a key\. /m,
      ],
    ] as const) {
      const { out, err, exitCode } = await terminal.run(...args);
      assert.equal(exitCode, 0, err);
      assert.match(out, told);
      assert.ok(!`${out}${err}`.includes(password));
    }
    assert.equal(terminal.wiki.requests.length, 1);
    await terminal.close();
  });
});
