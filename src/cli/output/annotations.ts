import { shownInCommand, shownLine } from './shownText';
import { pathFromCheckout } from './pathFromCheckout';
import type { Finding, CommandResult } from './result';

/** GitHub shows ten annotations of each level; the tenth says how many more there are. */
const mostAnnotations = 9;
const annotationLevels = { error: 'error', warning: 'warning', information: 'notice' } as const;

/** `checkout`: the folder of the Git checkout (GITHUB_WORKSPACE), which GitHub’s paths are relative to. */
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
        return `::${level} ${told.map(([key, value]) => `${key}=${escapedProperty(String(value))}`).join(',')}::${shownInCommand(message)}`;
      }),
      ...(left > 0 ? [`::${level}::${left} more`] : []),
    ];
  });
  // Without an error annotation, a failed job would show no reason, so the summary becomes one.
  const isTold = exitCode === 0 || shown.some((each) => each.startsWith('::error '));
  const end = isTold ? ` ${shownLine(summary)}` : `::error::${shownInCommand(summary)}`;
  return `${[...shown, end].join('\n')}\n`;
}

function escapedProperty(text: string): string {
  return shownInCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
