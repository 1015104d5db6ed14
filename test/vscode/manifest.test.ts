import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { extension } from './extension.js';

interface Manifest {
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string }[];
    menus: Record<string, { command: string }[]>;
    views: Record<string, { id: string }[]>;
    viewsContainers?: unknown;
    languageModelTools: { name: string }[];
    configuration: { properties: Record<string, { scope?: string }> }[];
  };
}

const root = path.join(__dirname, '..', '..', '..');
const text = readFileSync(path.join(root, 'package.json'), 'utf8');
const { capabilities, contributes } = JSON.parse(text) as Manifest;
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

  it('has a function for each command, and none that no command reaches', () => {
    const sources = ['commands.ts', 'export/exportCommands.ts'].map((file) =>
      readFileSync(path.join(root, 'src', 'ui', file), 'utf8'),
    );
    const keys = Array.from(sources.join('').matchAll(/^ +'(publishToWiki\.\w+)':/gm), ([, key]) => key);
    assert.deepEqual(keys.sort(), declared);
  });

  it('has a function for each tool, and none that it does not declare', () => {
    const source = readFileSync(path.join(root, 'src', 'ui', 'tools', 'toolTable.ts'), 'utf8');
    const keys = Array.from(source.matchAll(/^ +(wiki_\w+): \{$/gm), ([, key]) => key);
    assert.deepEqual(keys.sort(), contributes.languageModelTools.map(({ name }) => name).sort());
  });

  it('declares each setting once', () => {
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.deepEqual(
      settings.filter((setting, index) => settings.indexOf(setting) !== index),
      [],
    );
  });

  it('has its pages in the Explorer, the plan in the panel, and no icon of its own beside the editor', () => {
    const { views, viewsContainers } = contributes;
    assert.deepEqual(
      Object.entries(views).map(([container, { length }]) => [container, length]),
      [
        ['explorer', 1],
        ['publishToWikiPlan', 1],
      ],
    );
    assert.deepEqual(Object.keys(viewsContainers ?? {}), ['panel']);
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

  it('offers only its own commands in menus', () => {
    for (const { command } of Object.values(contributes.menus).flat()) {
      assert.ok(declared.includes(command), command);
    }
  });

  it('has a text for every key, and no text that nothing uses', () => {
    const strings = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as object;
    const used = new Set(Array.from(text.matchAll(/%([\w.]+)%/g), ([, key]) => key));
    assert.deepEqual([...used].sort(), Object.keys(strings).sort());
  });

  it('reads no place that a secret is sent to from a workspace', () => {
    const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
    for (const setting of ['publishToWiki.connections', 'publishToWiki.export']) {
      assert.equal(new Map(settings).get(setting)?.scope, 'application', setting);
    }
  });

  it('lets no folder that is not trusted turn off checks, or lead links elsewhere', () => {
    const { untrustedWorkspaces } = capabilities;
    for (const setting of ['problems', 'check', 'omitComments', 'publicAddress', 'publicImageAddress']) {
      assert.ok(untrustedWorkspaces.restrictedConfigurations.includes(`publishToWiki.${setting}`), setting);
    }
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
