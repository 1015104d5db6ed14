import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { usages } from '../../src/cli/environment/usage.js';
import { projectRoot } from '../host/folders.js';
import { guides } from '../ui/steps.js';
import { problemsOfAction } from './actionSchema.js';
import { action, runAction } from './job.js';
import { Terminal, type Said } from './terminal.js';

const description = readFileSync(path.join(projectRoot, 'action.yml'), 'utf8');

const page = (title: string): string =>
  `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\nAbout ${title}.\n`;

describe('The action', () => {
  it('is one by the forge’s schema', async () => {
    assert.deepEqual(await problemsOfAction(description), []);
    const wrong = await problemsOfAction(description.replace('  main:', '  mian:'));
    assert.ok(wrong.length > 0);
  });

  it('has an input for each option but those that read a secret, keep from being asked or name the language, which is that of programs', () => {
    const others = ['token-file', 'no-input', 'lang'];
    const options = Object.values(usages).flatMap((usage) => usage.options.map(({ name }) => name));
    assert.deepEqual(
      new Set(Object.keys(action.inputs)),
      new Set(['command', 'paths', ...options.filter((name) => !others.includes(name))]),
    );
  });

  describe('in a job', () => {
    let terminal: Terminal;

    beforeEach(async () => {
      terminal = await Terminal.open({
        'docs/good.md': page('Good'),
        'docs/bad one.md': '# Bad\n\n[x](missing.md)\n\n<!-- open\n',
        'none/notes.txt': 'Text.',
      });
    });

    afterEach(() => terminal.close());

    const act = (event: string, given: Readonly<Record<string, string>> = {}): Promise<Said> =>
      runAction(terminal, event, given);
    const summary = (): Promise<string> => readFile(path.join(terminal.folder, 'summary.md'), 'utf8');

    it('checks, annotates files and lines, and writes the summary', async () => {
      terminal.environment = {};
      const { exitCode, out, err } = await act('pull_request');
      assert.deepEqual([exitCode, err], [1, '']);
      assert.deepEqual(
        out.split('\n').map((line) => line.split('::')[1] ?? line),
        [
          'error file=docs/bad one.md,line=5,col=1,title=unclosedComment',
          'warning file=docs/bad one.md,line=3,col=1,title=missingFile',
          ' 2 files, 2 problems, 1 error.',
          '',
        ],
      );
      assert.match(await summary(), /^### publish-to-wiki check\n[^]*\| error \| docs\/bad one\.md\\:5 \|/);
    });

    it('publishes what was pushed', async () => {
      const { exitCode, err } = await act('push', { command: 'publish', paths: 'docs/good.md' });
      assert.equal(exitCode, 0, err);
      const { content } = terminal.wiki.pages.findPage(guides.space, guides.parent, 'Good') ?? {};
      assert.match(content ?? '', /About Good/);
      assert.match(await summary(), /^### publish-to-wiki publish\n[^]*docs\/good\.md/);
    });

    for (const event of ['pull_request', 'pull_request_target']) {
      it(`publishes nothing on the event ${event}`, async () => {
        const { exitCode, err, out } = await act(event, { command: 'publish' });
        assert.deepEqual([exitCode, terminal.wiki.requests.length], [2, 0]);
        assert.match(err, /^A pull or merge request is not published/);
        assert.equal(out, `::error::${err}`);
      });
    }

    it('takes lines as paths and formats, and true as a flag', async () => {
      const paths = '\n  docs/good.md\n\n  docs/bad one.md\n';
      const formats = 'json=result.json\ngitlab=quality.json';
      const { out } = await act('push', { paths, format: formats });
      assert.match(out, /\n 2 files, /);
      for (const name of ['result.json', 'quality.json']) {
        JSON.parse(await readFile(path.join(terminal.folder, name), 'utf8'));
      }
      const [not, fine] = [
        await act('push', { paths: 'none', format: '', 'allow-empty': 'false' }),
        await act('push', { paths: 'none', format: '', 'allow-empty': 'true' }),
      ];
      assert.deepEqual([not.exitCode, fine.exitCode], [2, 0]);
    });

    it('annotates why nothing was sent', async () => {
      const expiresAt = Date.now() - 1e6;
      terminal.environment.WIKI_API_TOKEN = await terminal.wiki.createToken({
        issuedAt: Date.now() - 9e7,
        expiresAt,
      });
      const { exitCode, out } = await act('push', { command: 'publish' });
      assert.equal(exitCode, 3);
      assert.match(out, /^::error::The API token expired on [^\n]*\. Nothing was sent\.\n$/);
    });

    it('tells how long the token is valid', async () => {
      const enough = await act('schedule', { command: 'token', 'min-days': '7' });
      assert.deepEqual([enough.exitCode, enough.err], [0, '']);
      assert.equal((await act('schedule', { command: 'token', 'min-days': '30' })).exitCode, 3);
    });

    for (const [given, sentence] of [
      [{ command: 'chek' }, 'There is no chek. Is check meant?'],
      [{ command: 'publish', base: 'main' }, /^There is no --base\. /],
      [{ paths: '--root=/' }, 'There is no file --root=/.'],
      [{ 'allow-empty': 'maybe' }, /allow-empty/],
    ] as const) {
      it(`is refused as at a terminal: ${JSON.stringify(given)}`, async () => {
        const { exitCode, err } = await act('push', given);
        assert.equal(exitCode, 2);
        if (typeof sentence === 'string') {
          assert.equal(err, `${sentence}\n`);
        } else {
          assert.match(err, sentence);
        }
      });
    }
  });
});
