import { plain } from '../core/text/plain';
import { UsageError } from './usageError';

/** One line of a result: of a document, or of a place in it. */
export interface Finding {
  /** From the root, with “/” between. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly severity: 'error' | 'warning' | 'information';
  /** A word that stays the same: the kind of a problem, a section of the plan, an outcome. */
  readonly code: string;
  /** What the code is called. */
  readonly label: string;
  readonly message: string;
  readonly title?: string;
  readonly destination?: string;
}

export interface Result {
  readonly command: string;
  readonly findings: readonly Finding[];
  /** What happened in all. */
  readonly summary: string;
  readonly exitCode: number;
}

export const formats = { text: asText, json: asJson, github: asAnnotations };

export function readFormat(value: string | boolean | undefined): (result: Result) => string {
  const name = (value ?? 'text') as keyof typeof formats;
  if (!Object.hasOwn(formats, name)) {
    throw new UsageError(`--format: ${Object.keys(formats).join(', ')}`);
  }
  return formats[name];
}

/** No line begins with what somebody else wrote. */
function asText({ findings, summary }: Result): string {
  const rows = findings.map(({ file, line, column, label, message, title, destination }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    const to = destination === undefined ? title : `${title ?? ''} → ${destination}`;
    return `  ${[label, plain(place), ...[to, message].flatMap((part) => (part ? [plain(part)] : []))].join('  ')}`;
  });
  return `${[...rows, plain(summary)].join('\n')}\n`;
}

function asJson(result: Result): string {
  return `${JSON.stringify({ version: 1, ...result }, undefined, 2)}\n`;
}

/** The forge shows no more than ten of a kind. */
const mostAnnotations = 9;
const annotationLevels = { error: 'error', warning: 'warning', information: 'notice' } as const;

function asAnnotations({ findings, summary }: Result): string {
  const shown = (Object.keys(annotationLevels) as Finding['severity'][]).flatMap((severity) => {
    const level = annotationLevels[severity];
    const all = findings.filter((each) => each.severity === severity && each.message !== '');
    const left = all.length - mostAnnotations;
    return [
      ...all.slice(0, mostAnnotations).map(({ file, line, column, code, message }) => {
        const properties = { file, line, col: column, title: code };
        const told = Object.entries(properties).filter(([, value]) => value !== undefined);
        return `::${level} ${told.map(([key, value]) => `${key}=${escapedProperty(String(value))}`).join(',')}::${escaped(plain(message))}`;
      }),
      ...(left > 0 ? [`::${level}::${left} more`] : []),
    ];
  });
  return `${[...shown, ` ${plain(summary)}`].join('\n')}\n`;
}

/** As the forge’s workflow commands have it. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
