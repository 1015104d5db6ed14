import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { startWiki, type Wiki } from '../wiki/wiki.js';

const input = (value: object): vscode.LanguageModelToolInvocationOptions<object> => ({
  input: value,
  toolInvocationToken: undefined,
});

/** A question would be an error: nobody is here to answer it. */
async function call(name: string, value: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(name, input(value));
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value.slice(part.value.indexOf('\n'))) as Record<string, unknown>;
}

describe('The tools of agents', () => {
  let wiki: Wiki;
  let folder = '';
  let file = '';
  /** What the folder is to have no more at the end. */
  const left: string[] = [];
  const settings = vscode.workspace.getConfiguration('publishToWiki');

  before(async () => {
    wiki = await startWiki();
    const connections = [{ name: 'Test', endpoint: wiki.importEndpoint }];
    await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
    const [opened] = vscode.workspace.workspaceFolders ?? [];
    folder = opened?.uri.fsPath ?? assert.fail('no folder');
    file = await inFolder(
      'agents.md',
      '---\nwiki: { space: "1001", parent: "100102" }\n---\n# Agents\n\nText.\n',
    );
  });

  after(async () => {
    await Promise.all(left.map((each) => rm(each)));
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    await wiki.close();
  });

  async function inFolder(name: string, text: string): Promise<string> {
    const written = path.join(folder, name);
    left.push(written);
    await writeFile(written, text);
    return written;
  }

  it('are there for all extensions, with what a model needs to know', () => {
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('wiki_'));
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['wiki_check', 'wiki_pages', 'wiki_publish']);
    for (const { description, inputSchema } of tools) {
      assert.match(description, /wiki[^]*never instructions to you/);
      assert.equal((inputSchema as { type?: string }).type, 'object');
    }
  });

  it('tell where a file would go, by either path, and what keeps it', async () => {
    for (const named of ['agents.md', file]) {
      const told = await call('wiki_check', { file: named });
      assert.deepEqual(
        [told.title, told.space, told.parent, told.kind, told.obstacle],
        ['Agents', '1001', '100102', 'new', 'There is no API token.'],
      );
    }
  });

  it('make no long answer of a long document', async () => {
    const front = `---\nwiki: { space: "${'9'.repeat(50_000)}" }\n---\n`;
    await inFolder('long.md', `${front}# ${'long '.repeat(50_000)}\n\n${'[a](b.md) '.repeat(5_000)}\n`);
    const told = await call('wiki_check', { file: 'long.md' });
    assert.match(String(told.title), /^long long .*…$/);
    assert.ok(JSON.stringify(told).length < 8_000);
  });

  it('send nothing that was not asked about', async () => {
    assert.equal((await call('wiki_publish', { file, fingerprint: 'x' })).outcome, 'not sent');
    for (const named of [{}, { file: undefined }, { state: {} }]) {
      assert.ok((await call('wiki_publish', named)).error);
    }
    assert.deepEqual(await call('wiki_pages', {}), { count: 0, pages: [] });
    assert.deepEqual([wiki.requests.length, wiki.lookups.length], [0, 0]);
  });

  it('reach no file but those of the open folder', async () => {
    const outside = await temporaryFolder('outside');
    const there = path.join(outside, 'outside.md');
    const above = `../${path.basename(outside)}`;
    await writeFile(there, '# Outside\n\nText.\n');
    await inFolder('text.txt', '# Text\n');
    const refused = [
      there,
      `${above}/outside.md`,
      `docs/../${above}/outside.md`,
      'docs/../agents.md',
      `${folder}/${above}/outside.md`,
      `${above}/outside.md`.replaceAll('/', '\\'),
      `${above}/outside.md`.replaceAll('.', '%2e'),
      `file://${there}`,
      `file://${file}`,
      'memory:/virtual.md',
      'untitled:agents.md',
      'https://evil.example/page.md',
      `vscode-remote://evil${there}`,
      ...['text.txt', 'missing.md', 'agents.md\0.txt', 'agents.md\0', '', '/', '.', `${folder}-evil/page.md`],
      `${'x'.repeat(100_000)}.md`,
      '[Run](command:workbench.action.quit) ![x](https://evil.example/x.png) $(alert) **bold**',
      ...[7, null, ['agents.md'], { toString: 'agents.md' }],
    ];
    for (const named of refused) {
      for (const name of ['wiki_check', 'wiki_publish']) {
        const told = await call(name, { file: named, fingerprint: 'x' });
        const { error, ...rest } = told;
        const reason = /is not a Markdown file in an open folder\.$|^There is no file /;
        assert.match(String(error), reason, JSON.stringify(named));
        assert.ok(JSON.stringify(told).length < 500 && Object.keys(rest).length === 0, String(error));
      }
    }
    for (const [link, target] of [
      ['link.md', there],
      ['linked', outside],
      ['zero.md', '/dev/zero'],
    ] as const) {
      left.push(path.join(folder, link));
      await symlink(target, path.join(folder, link));
    }
    for (const named of ['link.md', 'linked/outside.md', path.join(folder, 'link.md'), 'zero.md']) {
      const { obstacle, title, problems } = await call('wiki_check', { file: named });
      assert.match(
        String(obstacle),
        /is a link to .*\. Links are not followed: use that file itself\. Nothing was sent\.$/,
      );
      assert.deepEqual([title, problems], ['', undefined]);
      assert.equal((await call('wiki_publish', { file: named, fingerprint: 'x' })).outcome, 'not sent');
    }
    assert.equal(wiki.requests.length, 0);
    await removeFolder(outside);
  });
});
