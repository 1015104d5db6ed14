import * as l10n from '@vscode/l10n';
import { styleText } from 'node:util';
import { formatNumber } from '../../core/text/locale';
import { plainLine, visibleLine } from '../../core/text/plainLine';
import { asAnnotations } from './annotations';
import { asCodeQuality } from './codeQuality';
import type { Environment } from '../environment/environment';
import { shownJson, withoutForgeCommands } from './shownText';
import { originLabel, type Finding, type Origins, type CommandResult } from './result';

const colors = { error: 'red', warning: 'yellow', information: 'green' } as const;

/** `stream`: where the text will be written, which decides on colors; undefined for no colors. */
export function asText(
  { command, root, findings, summary }: CommandResult,
  stream?: NodeJS.WriteStream,
): string {
  const [shownOnes, unsent] = withoutUnsent(findings);
  const rows = shownOnes.map(
    ({ file, line, column, severity, label, message, title, destination, origins }) => {
      const place = [file, line, column].filter((part) => part !== undefined).join(':');
      const to = [title, destination && `→ ${destination}`, originsText(origins)].filter(Boolean).join(' ');
      const shown = stream === undefined ? label : styleText(colors[severity], label, { stream });
      return `  ${[shown, plainLine(place), ...[to, message].flatMap((part) => (part ? [visibleLine(part)] : []))].join('  ')}`;
    },
  );
  const more = [...unsent].map(
    ([message, count]) => `  ${l10n.t('{0} not sent', formatNumber(count))}  ${visibleLine(message)}`,
  );
  // Paths are relative to this folder and settings are read from it, but it is often not the current one.
  const folder = command === 'plan' && root !== undefined ? [l10n.t('Folder: {0}', plainLine(root))] : [];
  return `${[...rows, ...more, ...folder, visibleLine(summary)].map(withoutForgeCommands).join('\n')}\n`;
}

/** If more files than this were not sent for one reason, such as a cancelled run, only their number is shown. */
const mostUnsent = 10;

function withoutUnsent(
  findings: readonly Finding[],
): readonly [readonly Finding[], ReadonlyMap<string, number>] {
  const unsent = Map.groupBy(
    findings.filter(({ code }) => code === 'not sent'),
    ({ message }) => message,
  );
  const many = new Map(
    [...unsent].flatMap(([message, { length }]) => (length > mostUnsent ? [[message, length]] : [])),
  );
  return [findings.filter(({ code, message }) => code !== 'not sent' || !many.has(message)), many];
}

/** For example “(space and parent page from front matter)”. A title from the text is usual, so it is not mentioned. */
function originsText({ space, parent, title }: Origins = {}): string {
  const parts = [
    ...(space === undefined
      ? []
      : space === parent
        ? [l10n.t('space and parent page from {0}', originLabel(space))]
        : [
            l10n.t('space from {0}', originLabel(space)),
            ...(parent === undefined ? [] : [l10n.t('parent page from {0}', originLabel(parent))]),
          ]),
    ...(title === undefined || title === 'text' ? [] : [l10n.t('title from {0}', originLabel(title))]),
  ];
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

/** The shape is that of result.schema.json. */
function asJson({ command, root, findings, summary, exitCode }: CommandResult): string {
  return shownJson({ version: 1, command, root, findings, summary, exitCode });
}

type Format = (result: CommandResult, environment: Environment, stream?: NodeJS.WriteStream) => string;

export const formats: Readonly<Record<'text' | 'json' | 'github' | 'gitlab', Format>> = {
  text: (result, _environment, stream) => asText(result, stream),
  json: asJson,
  github: (result, { GITHUB_WORKSPACE }) => asAnnotations(result, GITHUB_WORKSPACE),
  gitlab: (result, { CI_PROJECT_DIR }) => asCodeQuality(result, CI_PROJECT_DIR),
};
