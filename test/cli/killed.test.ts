import assert from 'node:assert/strict';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { runLine } from './pipeline.js';
import { programFile, Terminal } from './terminal.js';

const tooLarge = '![a](b.png) '.repeat(300_000);
const page = `---\nwiki:\n  space: '1001'\n  parent: '100101'\n---\n# Good\n\nText.\n`;

describe('A command of which a part is killed', () => {
  let terminal: Terminal;
  let program: string;

  beforeEach(async () => {
    terminal = await Terminal.open({ 'good.md': page });
    program = await temporaryFolder('program');
    await cp(path.dirname(programFile), program, { recursive: true });
  });

  afterEach(() => Promise.all([terminal.close(), removeFolder(program)]));

  const entry = (): string => path.join(program, path.basename(programFile));

  for (const command of ['check', 'plan', 'publish']) {
    it(`tells of a document that takes too much memory: ${command}`, async () => {
      await terminal.write({ 'large.md': tooLarge });
      const { exitCode, out } = await terminal.run(command);
      assert.equal(exitCode, 1, out);
      assert.match(
        out,
        / large\.md.* {2}The page is .* The document has too many paragraphs|takes too much time or memory/,
      );
      assert.equal(terminal.wiki.requests.length, command === 'publish' ? 1 : 0, out);
    });
  }

  for (const [what, script] of [
    ['ends at once', 'process.exit(0);'],
    [
      'ends at its first work',
      "require('node:worker_threads').parentPort.once('message', () => process.exit(0));",
    ],
    ['throws', "throw new Error('Broken.');"],
  ] as const) {
    for (const command of ['check', 'plan', 'publish']) {
      it(`tells of a document whose thread ${what}: ${command}`, async () => {
        await writeFile(path.join(program, 'pageWorker.js'), script);
        const { exitCode, out } = await terminal.begin([command], '', entry()).ended;
        assert.equal(exitCode, 1, out);
        assert.match(out, / good\.md /);
        assert.equal(terminal.wiki.requests.length, 0);
      });
    }
  }

  it('ends with 2 and a sentence where a part never answers and nothing is left to wait for', async () => {
    const never = path.join(program, 'never.cjs');
    await writeFile(never, "require('node:fs/promises').realpath = () => new Promise(() => undefined);");
    terminal.environment.NODE_OPTIONS = `--require ${never}`;
    const { exitCode, out, err } = await terminal.run('check');
    assert.deepEqual(
      [exitCode, out, err],
      [2, '', 'The command ended without a result, which is a fault of it.\n'],
    );
  });

  for (const [what, git] of [
    ['is killed', 'kill -9 $$'],
    ['ends with 0 and says nothing', 'exit 0'],
    ['fails', 'exit 128'],
  ] as const) {
    it(`ends with 2 where Git ${what}`, async () => {
      const folder = path.join(terminal.temporary, 'bin');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'git'), `#!/bin/sh\n${git}\n`);
      await chmod(path.join(folder, 'git'), 0o755);
      terminal.environment.PATH = `${folder}:${process.env.PATH ?? ''}`;
      const { exitCode, err } = await terminal.run('check', '--base', 'HEAD');
      assert.equal(exitCode, 2);
      assert.notEqual(err, '');
    });
  }

  for (const [what, fault] of [
    ['fail', { status: 503 }],
    ['say what nobody understands', { status: 200, body: '<html>' }],
  ] as const) {
    it(`sends no page whose parent page is only found by lookups that ${what}`, async () => {
      const { wiki } = terminal;
      Object.assign(terminal.environment, {
        WIKI_SITE: wiki.origin,
        WIKI_PLATFORM_TOKEN: wiki.platformToken,
      });
      await terminal.write({ 'good.md': page.replace("'1001'", 'DOCS').replace("'100101'", 'Guides') });
      wiki.spoilLookups(() => fault);
      for (const command of ['plan', 'publish']) {
        const { exitCode, out } = await terminal.run(command);
        assert.notEqual(exitCode, 0, out);
        assert.match(out, / good\.md /);
        assert.equal(wiki.requests.length, 0);
      }
    });
  }

  it('does not end with 0 where the state of a run that sent a page can’t be written', async () => {
    terminal.wiki.script({ do: 'stall', processed: true });
    const { ended } = terminal.begin(['publish', '--state', '.wiki']);
    while (terminal.wiki.stalled === 0) {
      await pause(20);
    }
    const state = path.join(terminal.folder, '.wiki');
    await removeFolder(state);
    await writeFile(state, '');
    terminal.wiki.release();
    const { exitCode, out, err } = await ended;
    assert.notEqual(exitCode, 0, out);
    assert.match(out, /published/);
    assert.match(err, /state/);
  });

  for (const line of [
    'publish-to-wiki check > /dev/full',
    'publish-to-wiki plan > /dev/full',
    'publish-to-wiki publish > /dev/full',
    'publish-to-wiki --help > /dev/full',
    'publish-to-wiki --version > /dev/full',
  ]) {
    it(`never ends with 0 where nothing can be printed: ${line}`, async () => {
      assert.notEqual((await runLine(terminal, line, '')).exitCode, 0);
    });
  }
});
