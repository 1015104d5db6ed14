import * as l10n from '@vscode/l10n';
import { parseArgs } from 'node:util';
import {
  langOption,
  rootOption,
  formatOption,
  allowEmptyOption,
  connectionOption,
  saveOption,
  baseOption,
  tokenFileOption,
  filesFromOption,
  stateOption,
  endpointVariable,
  apiTokenVariable,
  platformVariables,
  takeOverOption,
  spaceOption,
  parentOption,
  allowedVariables,
  type Option,
} from './options';
import { editDistance } from '../../core/text/editDistance';
import { quote } from '../../core/text/plainLine';
import { UsageError } from './usageError';

export const commandNames = ['check', 'plan', 'publish', 'pages', 'test', 'token'] as const;
export type CommandName = (typeof commandNames)[number];

interface Usage {
  readonly summary: () => string;
  readonly takesPaths: boolean;
  readonly options: readonly Option[];
  readonly variables: readonly (readonly [string, () => string])[];
  readonly examples: readonly string[];
}

export const usages: Readonly<Record<CommandName, Usage>> = {
  check: {
    summary: () => l10n.t('Lists the problems of documents. Works offline and without a token.'),
    takesPaths: true,
    options: [rootOption, formatOption, allowEmptyOption, filesFromOption, baseOption, langOption],
    variables: [],
    examples: ['publish-to-wiki check docs', 'publish-to-wiki check --format github'],
  },
  plan: {
    summary: () => l10n.t('Tells what a publish would do with each document. Sends nothing.'),
    takesPaths: true,
    options: [
      ...[
        rootOption,
        formatOption,
        allowEmptyOption,
        filesFromOption,
        connectionOption,
        spaceOption,
        parentOption,
      ],
      ...[saveOption, baseOption, stateOption, takeOverOption, langOption],
    ],
    variables: [endpointVariable, ...platformVariables, ...allowedVariables],
    examples: ['publish-to-wiki plan docs', 'publish-to-wiki plan --format json > plan.json'],
  },
  publish: {
    summary: () =>
      l10n.t('Publishes documents. What needs an answer is asked at a terminal, and elsewhere not sent.'),
    takesPaths: true,
    options: [
      rootOption,
      formatOption,
      allowEmptyOption,
      filesFromOption,
      connectionOption,
      spaceOption,
      parentOption,
      tokenFileOption,
      {
        name: 'plan',
        value: 'FILE',
        help: () => l10n.t('what “plan --save” wrote: where anything differs, nothing is sent'),
      },
      {
        name: 'no-input',
        help: () => l10n.t('at a terminal, asks nothing: what needs an answer is not sent'),
      },
      stateOption,
      takeOverOption,
      {
        name: 'allow-older',
        help: () =>
          l10n.t('the commit need not follow the one that was published last, nor the newest of its branch'),
      },
      {
        name: 'concurrency',
        value: 'N',
        help: () =>
          l10n.t('how many pages are sent at a time, 1 to 10; 4 by default, 1 keeps numbered pages in order'),
      },
      langOption,
    ],
    variables: [endpointVariable, apiTokenVariable, ...platformVariables, ...allowedVariables],
    examples: ['publish-to-wiki publish docs', 'publish-to-wiki publish --token-file - docs < token.txt'],
  },
  pages: {
    summary: () => l10n.t('Tells which file is which page, and its state.'),
    takesPaths: true,
    options: [rootOption, formatOption, filesFromOption, connectionOption, stateOption, langOption],
    variables: [endpointVariable, ...platformVariables],
    examples: [
      'publish-to-wiki pages --state .wiki',
      'publish-to-wiki pages --state .wiki --format json docs',
    ],
  },
  test: {
    summary: () => l10n.t('Tests endpoint, token, license and clock. Writes nothing.'),
    takesPaths: false,
    options: [tokenFileOption, langOption],
    variables: [endpointVariable, apiTokenVariable],
    examples: ['publish-to-wiki test', 'publish-to-wiki test --token-file token.txt'],
  },
  token: {
    summary: () => l10n.t('Tells how long the API token is valid.'),
    takesPaths: false,
    options: [
      tokenFileOption,
      { name: 'min-days', value: 'N', help: () => l10n.t('exit with 3 where it is valid for fewer days') },
      langOption,
    ],
    variables: [apiTokenVariable],
    examples: ['publish-to-wiki token', 'publish-to-wiki token --min-days 7'],
  },
};

type Token = ReturnType<typeof parseArgs<{ strict: false; tokens: true }>>['tokens'][number];

export interface ParsedArguments {
  readonly command: CommandName;
  readonly paths: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly formats: readonly string[];
}

/** Undefined if the first argument is missing or asks for help. Throws a UsageError for wrong arguments. */
export function readArguments(args: readonly string[]): ParsedArguments | undefined {
  const [name, ...others] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    return undefined;
  }
  const command = commandNames.find((each) => each === name);
  if (command === undefined) {
    throw new UsageError(unknownText(name, commandNames));
  }
  const usage = usages[command];
  const known: readonly Option[] = [...usage.options, { name: 'help', help: () => '' }];
  const options = Object.fromEntries(
    known.map(({ name, value, isRepeated = false }) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple: isRepeated } as const,
    ]),
  );
  const read = parseArgs({ args: others, options, strict: false, tokens: true });
  for (const token of read.tokens) {
    refuseWrong(token, known, usage);
  }
  const { format: formats, ...single } = read.values;
  return {
    command,
    paths: read.positionals,
    options: single,
    formats: (formats ?? []) as ParsedArguments['formats'],
  };
}

function refuseWrong(token: Token, known: readonly Option[], { takesPaths }: Usage): void {
  if (token.kind === 'positional' && !takesPaths) {
    throw new UsageError(l10n.t('There are no paths here: {0}', token.value));
  }
  if (token.kind === 'positional' && token.value === '') {
    throw new UsageError(l10n.t('There is no file {0}.', quote('')));
  }
  if (token.kind !== 'option') {
    return;
  }
  const { name, rawName, value, inlineValue } = token;
  const option = known.find((each) => each.name === name);
  if (name === 'dry-run') {
    throw new UsageError(l10n.t('There is no --dry-run: “plan” tells what “publish” would do.'));
  }
  if (option === undefined || !rawName.startsWith('--')) {
    throw new UsageError(
      unknownText(
        rawName,
        known.map((each) => `--${each.name}`),
      ),
    );
  }
  // `--files-from -x` lacks its value, `--files-from=-x` names a file, and “-” alone is standard input.
  const isMissing = value === undefined || value.trim() === '' || (!inlineValue && /^-./.test(value));
  if (option.value !== undefined && isMissing) {
    throw new UsageError(l10n.t('{0} needs a value: {1}', rawName, option.value));
  }
  if (option.value === undefined && value !== undefined) {
    throw new UsageError(l10n.t('{0} has no value.', rawName));
  }
}

function unknownText(name: string, known: readonly string[]): string {
  const nearest =
    known.find((each) => each.startsWith(name)) ??
    known.toSorted((one, other) => editDistance(name, one) - editDistance(name, other))[0];
  return l10n.t('There is no {0}. Is {1} meant?', name, nearest ?? '');
}

export const exitCodeHelp = [
  ['0', () => l10n.t('success; also a plan with changes')],
  ['1', () => l10n.t('problems, failures, or what needs a person')],
  ['2', () => l10n.t('wrong usage or configuration: nothing was sent')],
  ['3', () => l10n.t('stopped by the token or the license')],
  ['4', () => l10n.t('the wiki was not reached, or has a problem')],
  ['130', () => l10n.t('interrupted; what was under way has ended')],
  ['143', () => l10n.t('terminated; the same')],
] as const;

export function helpText(command?: CommandName): string {
  if (command === undefined) {
    const commands = commandNames.map((name) => [name, usages[name].summary] as const);
    return joinParts('publish-to-wiki COMMAND [OPTIONS]', section(l10n.t('Commands:'), commands), [
      l10n.t('publish-to-wiki COMMAND --help tells more of one.'),
    ]);
  }
  const { summary, takesPaths, options, variables, examples } = usages[command];
  const named = options.map(
    ({ name, value, help }) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  return joinParts(
    `publish-to-wiki ${command} [OPTIONS]${takesPaths ? ' [PATHS…]' : ''}`,
    [summary()],
    section(l10n.t('Options:'), named),
    ...(variables.length > 0 ? [section(l10n.t('Environment:'), variables)] : []),
    section(l10n.t('Exit codes:'), exitCodeHelp),
    [l10n.t('Examples:'), ...examples.map((each) => `  ${each}`)],
  );
}

function section(title: string, entries: readonly (readonly [string, () => string])[]): readonly string[] {
  const width = Math.max(...entries.map(([name]) => name.length));
  return [title, ...entries.map(([name, help]) => `  ${name.padEnd(width)}  ${help()}`)];
}

function joinParts(usage: string, ...parts: readonly (readonly string[])[]): string {
  return `${[[l10n.t('Usage: {0}', usage)], ...parts].map((part) => part.join('\n')).join('\n\n')}\n`;
}
