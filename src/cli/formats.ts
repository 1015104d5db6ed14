import { styleText } from 'node:util';
import { plain } from '../core/text/plain';
import { asAnnotations } from './annotations';
import { asCodeQuality } from './codeQuality';
import type { Environment } from './environment';
import { asJsonWithoutCommands, withoutCommands } from './forgeCommands';
import type { Result } from './result';

const colors = { error: 'red', warning: 'yellow', information: 'green' } as const;

/** No line begins with what somebody else wrote. `stream`: says whether colors are wanted. */
export function asText({ findings, summary }: Result, stream?: NodeJS.WriteStream): string {
  const rows = findings.map(({ file, line, column, severity, label, message, title, destination }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    const to = destination === undefined ? title : `${title ?? ''} → ${destination}`;
    const shown = stream === undefined ? label : styleText(colors[severity], label, { stream });
    return `  ${[shown, plain(place), ...[to, message].flatMap((part) => (part ? [plain(part)] : []))].join('  ')}`;
  });
  return `${[...rows, plain(summary)].map(withoutCommands).join('\n')}\n`;
}

/** As result.schema.json describes it. */
function asJson({ command, findings, summary, exitCode }: Result): string {
  return asJsonWithoutCommands({ version: 1, command, findings, summary, exitCode });
}

type Format = (result: Result, environment: Environment, stream?: NodeJS.WriteStream) => string;

export const formats: Readonly<Record<'text' | 'json' | 'github' | 'gitlab', Format>> = {
  text: (result, _environment, stream) => asText(result, stream),
  json: asJson,
  github: (result, { GITHUB_WORKSPACE }) => asAnnotations(result, GITHUB_WORKSPACE),
  gitlab: (result, { CI_PROJECT_DIR }) => asCodeQuality(result, CI_PROJECT_DIR),
};
