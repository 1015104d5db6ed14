import { plain } from '../../core/text/plain';
import { withoutCommands } from './forgeCommands';
import { pathFromCheckout } from './pathFromCheckout';
import type { Finding, CommandResult } from './result';

/** A forge shows at most ten annotations of a kind. */
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
        return `::${level} ${told.map(([key, value]) => `${key}=${escapedProperty(String(value))}`).join(',')}::${escaped(plain(message))}`;
      }),
      ...(left > 0 ? [`::${level}::${left} more`] : []),
    ];
  });
  // Otherwise a job would fail without an annotation.
  const isTold = exitCode === 0 || shown.some((each) => each.startsWith('::error '));
  const end = isTold ? ` ${withoutCommands(plain(summary))}` : `::error::${escaped(plain(summary))}`;
  return `${[...shown, end].join('\n')}\n`;
}

/** Escapes text for the forge's workflow commands, and what other forges take for one. */
function escaped(text: string): string {
  return withoutCommands(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
