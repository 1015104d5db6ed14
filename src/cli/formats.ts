import * as l10n from '@vscode/l10n';
import { styleText } from 'node:util';
import { plain } from '../core/text/plain';
import { asAnnotations } from './annotations';
import { asCodeQuality } from './codeQuality';
import type { Environment } from './environment';
import { asJsonWithoutCommands, withoutCommands } from './forgeCommands';
import { originLabel, type Origins, type Result } from './result';

const colors = { error: 'red', warning: 'yellow', information: 'green' } as const;

/** Returns the result as text in which no line begins with foreign text. `stream`: decides whether there are colors. */
export function asText({ command, root, findings, summary }: Result, stream?: NodeJS.WriteStream): string {
  const rows = findings.map(
    ({ file, line, column, severity, label, message, title, destination, origins }) => {
      const place = [file, line, column].filter((part) => part !== undefined).join(':');
      const to = [title, destination && `→ ${destination}`, originsText(origins)].filter(Boolean).join(' ');
      const shown = stream === undefined ? label : styleText(colors[severity], label, { stream });
      return `  ${[shown, plain(place), ...[to, message].flatMap((part) => (part ? [plain(part)] : []))].join('  ')}`;
    },
  );
  // The folder is shown, since settings and paths are relative to it wherever the command runs.
  const folder = command === 'plan' && root !== undefined ? [l10n.t('Folder: {0}', plain(root))] : [];
  return `${[...rows, ...folder, plain(summary)].map(withoutCommands).join('\n')}\n`;
}

/** Returns, for example, “(space and parent page from front matter)”. A title from the text is not mentioned. */
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

/** Returns JSON as described by result.schema.json. */
function asJson({ command, root, findings, summary, exitCode }: Result): string {
  return asJsonWithoutCommands({ version: 1, command, root, findings, summary, exitCode });
}

type Format = (result: Result, environment: Environment, stream?: NodeJS.WriteStream) => string;

export const formats: Readonly<Record<'text' | 'json' | 'github' | 'gitlab', Format>> = {
  text: (result, _environment, stream) => asText(result, stream),
  json: asJson,
  github: (result, { GITHUB_WORKSPACE }) => asAnnotations(result, GITHUB_WORKSPACE),
  gitlab: (result, { CI_PROJECT_DIR }) => asCodeQuality(result, CI_PROJECT_DIR),
};
