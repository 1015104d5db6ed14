import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodeHelp, usages } from '../../src/cli/environment/usage.js';
import { problemKinds, readSeverities, type ProblemKind } from '../../src/core/page/problem.js';
import { projectRoot } from '../host/folders.js';

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));

interface Property {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly default?: unknown;
  readonly scope?: string;
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Contributions {
  readonly commands: readonly {
    readonly command: string;
    readonly title: string;
  }[];
  readonly keybindings: readonly { readonly command: string; readonly key: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
  readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
}

const menuNames: Readonly<Record<string, string>> = {
  'editor/title': 'editor',
  'editor/context': 'editor',
  'editor/title/context': 'editor',
  'explorer/context': 'Explorer',
  'view/title': 'view’s title',
  'view/item/context': 'row',
};

/** The tables of everything that has a name: commands and settings of `package.json`, and what `--help` says. */
export function referenceText(): string {
  const { contributes } = read('package.json') as { readonly contributes: Contributions };
  const texts = read('package.nls.json') as Readonly<Record<string, string>>;
  const textOf = (key = ''): string => inline(texts[key.replaceAll('%', '')] ?? key);
  const settings = Object.entries(
    Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as Record<
      string,
      Property
    >,
  );
  const describe = ({ markdownDescription, description }: Property): string =>
    textOf(markdownDescription ?? description);
  const problems = settings.find(([name]) => name === 'publishToWiki.problems')?.[1].properties ?? {};
  const options = new Map(
    Object.entries(usages).flatMap(([command, { options }]) =>
      options.map(({ name, value, help }) => {
        const option = inline(`\`--${name}${value === undefined ? '' : ` ${value}`}\``);
        return [`${command} ${option}`, { command, option, help: inline(help()) }] as const;
      }),
    ),
  );
  const optionRows = [...new Set([...options.values()].map(({ option }) => option))].map((option) => {
    const all = [...options.values()].filter((each) => each.option === option);
    const commands =
      all.length === Object.keys(usages).length ? 'all' : all.map(({ command }) => command).join(', ');
    return [option, all[0]?.help ?? '', commands];
  });
  const variables = new Map(
    Object.values(usages).flatMap(({ variables }) =>
      variables.map(([name, help]) => [`\`${name}\``, inline(help())]),
    ),
  );
  return [
    '# Reference',
    '`npm run reference` writes this page from `package.json` and `--help`.',
    '## Commands',
    table(
      ['Command', 'Where, beside the palette'],
      contributes.commands.map(({ command, title }) => [
        `**${textOf(title)}**`,
        placesOf(command, contributes).join(', '),
      ]),
    ),
    '## Settings',
    table(
      ['Setting', 'What it does'],
      settings.map(([name, property]) => [
        `\`${name}\``,
        `${firstSentence(describe(property))}${property.scope === 'application' ? ' User settings only.' : ''}`,
      ]),
    ),
    '## Problems',
    'The setting `publishToWiki.problems` makes all of a group an `error`, a `warning`, an `information`, or turns them `off`. An error stops a publish. A workspace can make `secrets` only more serious.',
    table(
      ['Group', 'What it finds', 'By default'],
      Object.entries(problems).map(([group, property]) => [
        `\`${group}\``,
        describe(property),
        [...new Set(kindsIn(group).map((kind) => usual[kind]))].join(', '),
      ]),
    ),
    '## The terminal',
    table(
      ['Command', 'What it does'],
      Object.entries(usages).map(([name, { summary }]) => [`\`${name}\``, inline(summary())]),
    ),
    table(['Option', 'What it does', 'Commands'], optionRows),
    table(['Variable', 'What it is'], [...variables]),
    table(
      ['Exit code', 'What it means'],
      exitCodeHelp.map(([code, help]) => [code, inline(help())]),
    ),
  ].join('\n\n');
}

const usual = readSeverities(undefined, undefined);

/** The kinds of problems that the setting changes by the name of their group. */
function kindsIn(group: string): readonly ProblemKind[] {
  const changed = readSeverities({ [group]: 'off' }, { [group]: 'off' });
  return problemKinds.filter((kind) => changed[kind] !== usual[kind]);
}

function placesOf(command: string, { menus, keybindings }: Contributions): readonly string[] {
  const items = (menu: string): Contributions['menus'][string] =>
    (menus[menu] ?? []).filter((item) => item.command === command);
  const inMenus = Object.keys(menuNames).flatMap((menu) =>
    items(menu).length > 0 ? [menuNames[menu] ?? ''] : [],
  );
  const keys = keybindings.filter((each) => each.command === command).map(({ key }) => `\`${key}\``);
  return [...new Set([...inMenus, ...keys])];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** As a cell: without the links to commands and settings that only VS Code follows. */
function inline(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, '$1')
    .replaceAll(/`#([^`#]+)#`/g, '`$1`')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

/** What VS Code shows beside a setting says more. */
function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}
