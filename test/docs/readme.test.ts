import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: {
      readonly commandPalette: readonly { readonly command: string; readonly when: string }[];
    };
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
    }[];
  };
}

describe('The README', () => {
  const readme = read('README.md');
  const { contributes } = JSON.parse(read('package.json')) as Manifest;
  const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;
  const settings = Object.assign(
    {},
    ...contributes.configuration.map(({ properties }) => properties),
  ) as Record<string, { readonly properties?: object }>;
  const table = (heading: string): string => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

  it('has every setting in its table, and none that is not there', () => {
    const named = [...table('Settings').matchAll(/`(?:publishToWiki)?(\.\w+)`/g)].map(
      ([, name]) => `publishToWiki${name ?? ''}`,
    );
    assert.deepEqual(
      Object.keys(settings).filter((name) => !named.includes(name)),
      [],
    );
    assert.deepEqual(
      named.filter((name) => !(name in settings)),
      [],
    );
  });

  it('says where the published texts are kept, and which setting deletes them', () => {
    const { publisher, name } = JSON.parse(read('package.json')) as Record<'publisher' | 'name', string>;
    const kept = readme.split('\n').find((line) => line.startsWith('What was last published is kept')) ?? '';
    assert.ok(kept.includes(`\`globalStorage/${publisher}.${name}/pages/texts\``));
    assert.ok(kept.includes('`publishToWiki.keepPublishedText` off'));
  });

  it('has every command of the palette in its table, and none that is not there', () => {
    const titles = contributes.commands
      .filter(
        ({ command }) =>
          !contributes.menus.commandPalette.some((item) => item.command === command && item.when === 'false'),
      )
      .map(({ title }) => texts[title.replaceAll('%', '')] ?? title);
    const named = [...table('Commands').matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/\*\*(.*?)\*\*/g)].map(([, name]) => name),
    );
    const selected = texts.publishSelected;
    assert.deepEqual(
      titles.filter((title) => !named.includes(title)),
      [],
    );
    assert.deepEqual(
      named.filter((name = '') => !titles.includes(name) && name !== selected),
      [],
    );
  });

  it('has every problem in its table', () => {
    const problems = Object.keys(settings['publishToWiki.problems']?.properties ?? {});
    assert.ok(problems.length > 10);
    assert.deepEqual(
      problems.filter((kind) => !table('Problems before they reach the wiki').includes(`\`${kind}\``)),
      [],
    );
  });
});
