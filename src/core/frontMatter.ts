import * as l10n from '@vscode/l10n';
import { isAlias, isMap, isScalar, parseDocument, type Document } from 'yaml';
import type { Parsed } from './parsed';

export interface FrontMatter {
  readonly title?: string | undefined;
}

const opening = /^---[ \t]*(?:\r\n|\r|\n)/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:(?:\r\n|\r|\n)|$(?![\s\S]))/m;

/** Splits a document (without a byte order mark) into its YAML front matter and the Markdown after it. */
export function splitFrontMatter(text: string): Parsed<{ frontMatter: FrontMatter; content: string }> {
  const start = opening.exec(text)?.[0].length;
  const rest = start === undefined ? '' : text.slice(start);
  const end = closing.exec(rest);
  if (start === undefined || end === null) {
    return { value: { frontMatter: {}, content: text } };
  }
  const yaml = parseDocument(rest.slice(0, end.index), { logLevel: 'silent' });
  const [error] = yaml.errors;
  if (error !== undefined) {
    const line = (error.linePos?.[0].line ?? 0) + 1;
    return { problem: l10n.t('The front matter can’t be read: look at line {0}.', line) };
  }
  if (yaml.contents !== null && !isMap(yaml.contents)) {
    // Text between two thematic breaks is content
    return { value: { frontMatter: {}, content: text } };
  }
  return {
    value: { frontMatter: { title: textOf(yaml, 'title') }, content: rest.slice(end.index + end[0].length) },
  };
}

/** As it is written, so that `title: 1.10` is not read as a number. */
function textOf(yaml: Document, key: string): string | undefined {
  const written = yaml.get(key, true);
  const node = isAlias(written) ? written.resolve(yaml) : written;
  if (!isScalar(node) || node.value === null) {
    return undefined;
  }
  return typeof node.value === 'string' ? node.value : node.source;
}
