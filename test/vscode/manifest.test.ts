import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { extension } from './extension.js';

interface Manifest {
  contributes: {
    commands: { command: string }[];
    views: Record<string, { id: string }[]>;
  };
}

const root = path.join(__dirname, '..', '..', '..');
const text = readFileSync(path.join(root, 'package.json'), 'utf8');
const { contributes } = JSON.parse(text) as Manifest;
const declared = contributes.commands.map(({ command }) => command).sort();

describe('The manifest', () => {
  it('declares exactly the commands that the code registers', async () => {
    await extension().activate();
    // VS Code makes commands of its own for each view
    const views = Object.values(contributes.views).flat();
    const registered = (await vscode.commands.getCommands()).filter(
      (id) => id.startsWith('publishToWiki.') && !views.some((view) => id.startsWith(`${view.id}.`)),
    );
    assert.deepEqual(registered.sort(), declared);
  });

  it('says nothing of files that nobody meant for the wiki, unless the person wants that', () => {
    const settings = vscode.workspace.getConfiguration('publishToWiki');
    assert.equal(settings.get('check'), 'target');
    assert.equal(settings.get('decorations'), false);
  });

  it('publishes by keys that VS Code has for nothing else', async () => {
    const uri = vscode.Uri.parse('vscode://defaultsettings/keybindings.json');
    const bindings = parse((await vscode.workspace.openTextDocument(uri)).getText()) as {
      key: string;
      command: string;
    }[];
    assert.ok(bindings.length > 500);
    const own = bindings.find(({ command }) => command === 'publishToWiki.publish')?.key ?? '';
    assert.match(own, /^\S+ \S+$/);
    const [first = ''] = own.split(' ');
    assert.ok(
      bindings.filter(({ key }) => key.startsWith(`${first} `)).length > 20,
      'VS Code’s own begin so',
    );
    const same = bindings.filter(({ key }) => key === own || key.startsWith(`${own} `));
    assert.deepEqual(
      same.map(({ command }) => command),
      ['publishToWiki.publish'],
    );
  });

  it('opens the guide that comes with it', async () => {
    await vscode.commands.executeCommand('publishToWiki.openGuide');
    const labels = (): string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    while (!labels().some((label) => label.endsWith('index.md'))) {
      await new Promise((resolve) => vscode.window.tabGroups.onDidChangeTabs(resolve));
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('finds no problem in its own guide, which is not for the wiki', async () => {
    const page = vscode.Uri.joinPath(extension().extensionUri, 'dist', 'guide', 'index.md');
    await vscode.commands.executeCommand('publishToWiki.checkDocument', page);
    assert.deepEqual(vscode.languages.getDiagnostics(page), []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('gives other extensions nothing', async () => {
    assert.equal(await extension().activate(), undefined);
  });
});
