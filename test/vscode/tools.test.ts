import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
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
  let file = '';
  const settings = vscode.workspace.getConfiguration('publishToWiki');

  before(async () => {
    wiki = await startWiki();
    const connections = [{ name: 'Test', endpoint: wiki.importEndpoint }];
    await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    file = path.join(folder?.uri.fsPath ?? assert.fail('no folder'), 'agents.md');
    await writeFile(file, '---\nwiki: { space: "1001", parent: "100102" }\n---\n# Agents\n\nText.\n');
  });

  after(async () => {
    await rm(file);
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    await wiki.close();
  });

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

  it('send nothing that was not asked about, and read nothing elsewhere', async () => {
    assert.equal((await call('wiki_publish', { file, fingerprint: 'x' })).outcome, 'not sent');
    for (const named of ['../agents.md', `file://${file}`, '/etc/hosts', 'untitled:agents.md', '']) {
      for (const name of ['wiki_check', 'wiki_publish']) {
        const { error } = await call(name, { file: named, fingerprint: 'x' });
        assert.match(String(error), /is not a Markdown file in an open folder\.$/);
      }
    }
    assert.deepEqual(await call('wiki_pages', {}), { count: 0, pages: [] });
    assert.deepEqual([wiki.requests.length, wiki.lookups.length], [0, 0]);
  });
});
