import { plainLine } from '../../core/text/plainLine';
import { withoutForgeCommands } from './forgeCommands';
import { pathFromCheckout } from './pathFromCheckout';
import type { Finding, CommandResult } from './result';

/** A forge shows at most ten annotations of a kind; the tenth says how many more there are. */
const mostAnnotations = 9;
const annotationLevels = { error: 'error', warning: 'warning', information: 'notice' } as const;

/** `checkout`: the folder that the forge's paths are relative to. */
export function asAnnotations(result: CommandResult, checkout: string | undefined): string {
  const { findings, summary, exitCode } = result;
  const shown = (Object.keys(annotationLevels) as Finding['severity'][]).flatMap((severity) => {
    const level = annotationLevels[severity];
    const all = findings.filter((each) => each.severity === severity && each.message !== '');
    const left = all.length - mostAnnotations;
    return [
      ...all.slice(0, mostAnnotations).map(({ file, line, column, code, message }) => {
        const properties = { file: pathFromCheckout(checkout, result, file), line, col: column, title: code };
        const told = Object.entries(properties).filter(([, value]) => value !== undefined);
        return `::${level} ${told.map(([key, value]) => `${key}=${escapedProperty(String(value))}`).join(',')}::${escaped(plainLine(message))}`;
      }),
      ...(left > 0 ? [`::${level}::${left} more`] : []),
    ];
  });
  // Otherwise a job would fail without an annotation.
  const isTold = exitCode === 0 || shown.some((each) => each.startsWith('::error '));
  const end = isTold
    ? ` ${withoutForgeCommands(plainLine(summary))}`
    : `::error::${escaped(plainLine(summary))}`;
  return `${[...shown, end].join('\n')}\n`;
}

/** Escapes text for workflow commands, and what other forges take for a command. */
function escaped(text: string): string {
  return withoutForgeCommands(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
