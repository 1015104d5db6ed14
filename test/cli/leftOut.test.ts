import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const place = `wiki: { space: "${guides.space}", parent: "${guides.parent}" }`;

describe('What a terminal can’t publish', () => {
  it('is a line each, and is no error beside what is published', async () => {
    const terminal = await Terminal.open({
      'docs/a.md': `---\n${place}\n---\n# One\n\nText.\n`,
      'docs/page.mdx': '# MDX\n',
      'docs/notes.txt': 'Notes.\n',
      'docs/.gitignore': 'kept.mdx\n',
      'docs/kept.mdx': '# Kept\n',
      'elsewhere/b.md': '# Two\n',
    });
    const inDocs = (name: string): string => path.join(terminal.folder, 'docs', name);
    await symlink('nowhere.md', inDocs('lost.md'));
    await symlink('../elsewhere', inDocs('linked'));
    await mkdir(inDocs('empty'));
    execFileSync('mkfifo', [inDocs('pipe.md')]);
    const lines = [
      'docs/linked/: a link, which is not followed',
      'docs/lost.md: no file, or a link that leads nowhere',
      'docs/page.mdx: the name is not that of a Markdown file, such as “page.md”',
      'docs/pipe.md: no file, or a link that leads nowhere',
    ];
    const told = (err: string): string[] =>
      err
        .split('\n')
        .filter((line) => /: (?:a link|no file|the name)/.test(line))
        .map((line) => line.trim());
    for (const command of ['check', 'plan', 'publish']) {
      const { exitCode, err } = await terminal.run(command, 'docs');
      assert.deepEqual([exitCode, told(err)], [0, lines], command);
    }
    const named = await terminal.run('plan', 'docs/a.md', 'docs/notes.txt', 'docs/page.mdx');
    assert.deepEqual(told(named.err), [
      'docs/notes.txt: the name is not that of a Markdown file, such as “page.md”',
      'docs/page.mdx: the name is not that of a Markdown file, such as “page.md”',
    ]);
    const alone = await terminal.run('publish', 'docs/notes.txt');
    assert.deepEqual([alone.exitCode, told(alone.err).length], [2, 1]);
    await terminal.close();
  });
});
