import assert from 'node:assert/strict';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

describe('Drafts in a terminal', () => {
  it('are left out, which is no error', async () => {
    const page = (title: string): string =>
      `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\nText.\n`;
    const titles = (): string[] =>
      terminal.wiki.requests.map(
        ({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle,
      );
    const terminal = await Terminal.open({
      'docs/a.md': page('One'),
      'docs/b.md': page('Two').replace('---', '---\ndraft: true'),
    });
    const planned = await terminal.run('plan', 'docs');
    assert.equal(planned.exitCode, 0);
    assert.match(planned.out, /^ {2}Left out {2}docs\/b\.md {2}Two {2}It says “draft: true”\.$/m);
    assert.match(planned.out, /^Plan: 1 new, 1 left out$/m);
    const checked = await terminal.run('check', 'docs');
    assert.match(checked.out, /^ {2}information {2}docs\/b\.md {2}It says “draft: true”\.$/m);
    const { exitCode, out } = await terminal.run('publish', 'docs');
    assert.deepEqual([exitCode, titles()], [0, ['One']]);
    assert.match(out, /Left out {2}docs\/b\.md/);
    const alone = await terminal.run('publish', 'docs/b.md');
    assert.deepEqual([alone.exitCode, titles()], [0, ['One']]);
    await terminal.close();
  });
});
