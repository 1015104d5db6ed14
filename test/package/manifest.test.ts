import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

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

const text = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
const { capabilities, contributes } = JSON.parse(text) as Manifest;
const declared = contributes.commands.map(({ command }) => command).sort();

describe('The manifest', () => {
  it('has a function for each command, and none that no command reaches', () => {
    const sources = ['commands.ts', 'export/exportCommands.ts'].map((file) =>
      readFileSync(path.join(projectRoot, 'src', 'ui', file), 'utf8'),
    );
    const keys = Array.from(sources.join('').matchAll(/^ +'(publishToWiki\.\w+)':/gm), ([, key]) => key);
    assert.deepEqual(keys.sort(), declared);
  });

  it('has a function for each tool, and none that it does not declare', () => {
    const source = readFileSync(path.join(projectRoot, 'src', 'ui', 'tools', 'toolTable.ts'), 'utf8');
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

  it('offers only its own commands in menus', () => {
    for (const { command } of Object.values(contributes.menus).flat()) {
      assert.ok(declared.includes(command), command);
    }
  });

  it('has a text for every key, and no text that nothing uses', () => {
    const strings = JSON.parse(readFileSync(path.join(projectRoot, 'package.nls.json'), 'utf8')) as object;
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
    const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
    const ofFolders = settings.filter(([, { scope }]) => scope === 'resource').map(([name]) => name);
    // A folder says where its pages go: a person is asked before they go there.
    const places = ['space', 'parent', 'overwrite', 'folders'].map((name) => `publishToWiki.${name}`);
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    assert.deepEqual(
      restrictedConfigurations.toSorted(),
      ofFolders.filter((name) => !places.includes(name)).toSorted(),
    );
  });
});
