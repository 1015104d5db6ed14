import { Ajv2020 } from 'ajv/dist/2020.js';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { Terminal } from './terminal.js';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)];

const evil = 'missing-::add-mask::x|<b>**x**<!--https:--evil.example-www.evil.example-a@evil.example`';

describe('The result of a command', () => {
  let terminal: Terminal;
  const read = (name: string): Promise<string> => readFile(path.join(terminal.folder, name), 'utf8');

  beforeEach(async () => {
    terminal = await Terminal.open({
      'docs/bad.md': '# Bad\n\n[x](missing.md)\n\n[x](missing.md)\n\n<!-- open\n',
      [`docs/${evil}.md`]: '# Evil\n\n[x](missing.md)\n',
    });
  });

  afterEach(() => terminal.close());

  it('is written in each format to its file, and standard output has one', async () => {
    const { exitCode, out, err } = await terminal.run(
      ...['check', 'docs/bad.md', '--format', 'json=result.json', '--format', 'gitlab=quality.json'],
    );
    assert.deepEqual([exitCode, err], [1, '']);
    assert.match(out, /^ {2}warning {2}docs\/bad\.md:3:1 /);
    assert.equal((JSON.parse(await read('result.json')) as { command: string }).command, 'check');
    const issues = JSON.parse(await read('quality.json')) as { fingerprint: string }[];
    assert.deepEqual(issues[0], {
      description: 'There is no file “missing.md”.',
      check_name: 'missingFile',
      fingerprint: issues[0]?.fingerprint,
      severity: 'minor',
      location: { path: 'docs/bad.md', lines: { begin: 3 } },
    });
    assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, 3);
    const prints = issues.map(({ fingerprint }) => fingerprint);
    await terminal.write({
      'docs/bad.md': '# Bad\n\nMore.\n\n[x](missing.md)\n\n[x](missing.md)\n\n<!-- open\n',
    });
    const moved = await terminal.run('check', 'docs/bad.md', '--format', 'gitlab');
    assert.deepEqual(
      (JSON.parse(moved.out) as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint),
      prints,
    );
  });

  it('is JSON as the schema in the package describes it', async () => {
    const schema = JSON.parse(
      await readFile(path.join(projectRoot, 'dist', 'npm', 'result.schema.json'), 'utf8'),
    ) as object;
    const validate = new Ajv2020({ strict: true }).compile(schema);
    for (const args of [['check'], ['check', '--allow-empty'], ['plan'], ['publish']]) {
      const { out } = await terminal.run(...args, '--format', 'json');
      assert.ok(validate(JSON.parse(out)), JSON.stringify(validate.errors));
    }
    assert.equal(validate({ version: 2 }), false);
  });

  it('has what is sent as information, and what waits for somebody as an error', async () => {
    const front = '---\nwiki: { space: "1001", parent: "100102" }\n---\n';
    await terminal.write({ 'plan/new.md': `${front}# New\n`, 'plan/nowhere.md': '# Nowhere\n' });
    const { out } = await terminal.run('plan', 'plan', '--format', 'json');
    const { findings } = JSON.parse(out) as { findings: { file: string; severity: string }[] };
    assert.deepEqual(
      findings.map(({ file, severity }) => [file, severity]),
      [
        ['plan/new.md', 'information'],
        ['plan/nowhere.md', 'error'],
      ],
    );
  });

  it('annotates nine of a kind, and says how many more there are', async () => {
    const link = (index: number): string => `[x](missing${index}.md)\n\n`;
    await terminal.write({
      'many/links.md': `# Many\n\n${Array.from({ length: 21 }, (_, index) => link(index)).join('')}`,
    });
    const { out } = await terminal.run('check', 'many', '--format', 'github');
    assert.equal(out.split('\n').filter((line) => line.includes('title=missingFile')).length, 9);
    assert.match(out, /^::warning::12 more$/m);
  });

  it('annotates from the checkout, and has a table of mere text in the summary of the job', async () => {
    terminal.environment = {
      GITHUB_WORKSPACE: terminal.folder,
      GITHUB_STEP_SUMMARY: path.join(terminal.folder, 'summary.md'),
    };
    await terminal.write({ 'summary.md': 'Before.\n\n' });
    const { out } = await terminal.run('check', '--root', 'docs', 'docs', '--format', 'github');
    assert.match(out, /^::warning file=docs\/bad\.md,line=3,/m);
    assert.ok(
      out.split('\n').every((line) => /^(?:::(?:error|warning|notice) file=docs\/| |$)/.test(line)),
      out,
    );
    const summary = await read('summary.md');
    const tree = fromMarkdown(summary, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
    const nodes = nodesIn(tree);
    assert.deepEqual([...new Set(nodes.map(({ type }) => type))].sort(), [
      'heading',
      'paragraph',
      'root',
      'table',
      'tableCell',
      'tableRow',
      'text',
    ]);
    const rows = nodes.filter(({ type }) => type === 'tableRow');
    assert.deepEqual(
      rows.map(({ children = [] }) => children.length),
      [4, 4, 4, 4, 4],
    );
    assert.ok(nodes.some(({ value }) => value?.includes('<b>**x**<!--')));
  });

  it('has no token, whatever a format does to its characters', async () => {
    const token = `${'a_'.repeat(20)}*|<`;
    terminal.environment = {
      GITHUB_STEP_SUMMARY: path.join(terminal.folder, 'summary.md'),
      WIKI_API_TOKEN: token,
    };
    await terminal.write({ 'docs/bad.md': `# ${token}\n\n[x](${token}.md)\n` });
    const formats = ['github', 'json=result.json', 'gitlab=quality.json'].flatMap((each) => [
      '--format',
      each,
    ]);
    const { out } = await terminal.run('check', 'docs/bad.md', ...formats);
    const written = await Promise.all(['summary.md', 'result.json', 'quality.json'].map(read));
    for (const text of [out, ...written]) {
      assert.match(text, /(?:\\?\*){3}/);
      assert.ok(!text.replaceAll(/[^a]/g, '').includes('a'.repeat(20)), text);
    }
  });

  it('cuts the summary of a job before the forge refuses it', async () => {
    terminal.environment = { GITHUB_STEP_SUMMARY: path.join(terminal.folder, 'summary.md') };
    const link = `[x](missing-${'long-'.repeat(30)}.md)\n`;
    for (let at = 0; at < 40; at++) {
      await terminal.write({ [`many/${at}.md`]: `# Many\n\n${link.repeat(150)}` });
    }
    await terminal.run('check', 'many', '--format', 'github');
    const summary = await read('summary.md');
    assert.ok(Buffer.byteLength(summary) < 1_000_000);
    const rows = summary.split('\n').filter((line) => line.startsWith('| warning'));
    assert.ok(
      summary.endsWith(`\n${(6000 - rows.length).toLocaleString('en')} more\n\n`),
      summary.slice(-100),
    );
  });

  it('has no secret in any file', async () => {
    const secret = terminal.environment.WIKI_API_TOKEN ?? '';
    await terminal.write({ 'docs/bad.md': `# Bad\n\n[x](${secret}.md)\n` });
    const { out } = await terminal.run('check', '--format', 'json=a.json', '--format', 'gitlab=b.json');
    for (const text of [out, await read('a.json'), await read('b.json')]) {
      assert.ok(text.includes('docs/bad.md') && !text.includes(secret), text);
    }
  });

  it('has colors where they are wanted, and none in a file', async () => {
    const label = '\u001b[33mwarning\u001b[39m';
    const plain = await terminal.run('check');
    terminal.environment.FORCE_COLOR = '1';
    const colored = await terminal.run('check', '--format', 'text', '--format', 'text=result.txt');
    assert.deepEqual([plain.out.includes(label), colored.out.includes(label)], [false, true]);
    assert.equal(await read('result.txt'), plain.out);
  });

  it('says before anything is sent that a file can’t be written, and after it that it could not', async () => {
    const missing = await terminal.run('publish', '--format', 'json=none/a.json');
    assert.deepEqual([missing.exitCode, missing.err], [2, 'none/a.json can’t be written (ENOENT).\n']);
    assert.equal(terminal.wiki.requests.length, 0);
    const two = await terminal.run('check', '--format', 'json', '--format', 'text');
    assert.match(two.err, /^Standard output has one format/);
    assert.equal(two.exitCode, 2);
  });

  it('leaves no empty file where nothing came of it', async () => {
    await terminal.write({ 'before.json': '{}' });
    const { exitCode } = await terminal.run(
      ...['check', 'none.md', '--format', 'json=after.json', '--format', 'text=before.json'],
    );
    assert.equal(exitCode, 2);
    const files = await readdir(terminal.folder);
    assert.deepEqual([files.includes('after.json'), files.includes('before.json')], [false, true]);
  });

  it('loses nothing else where the disk is full', async function () {
    if (!existsSync('/dev/full')) {
      this.skip();
    }
    await terminal.write({ 'docs/bad.md': '# Good\n\nText.\n' });
    const { exitCode, err, out } = await terminal.run('check', 'docs/bad.md', '--format', 'json=/dev/full');
    assert.deepEqual([exitCode, err], [1, '/dev/full can’t be written (ENOSPC).\n']);
    assert.equal(out, '1 file, 0 problems, 0 errors.\n');
  });
});
