import * as l10n from '@vscode/l10n';
import { Document, isAlias, isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { findFrontMatter } from './frontMatter';
import type { Parsed } from './parsed';
import type { Edit } from './problem';

/** What is written down of a target; undefined stays as it is. */
export interface WrittenTarget {
  readonly connection?: string | undefined;
  readonly space: string;
  readonly parent: string;
  readonly title?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

/** The edit that puts a target into a document's front matter; comments and the order of what is there stay. */
export function writeTarget(text: string, target: WrittenTarget): Parsed<Edit> {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const markdown = text.slice(mark);
  const newLine = /\r\n|\r|\n/.exec(markdown)?.[0] ?? '\n';
  const found = findFrontMatter(markdown);
  const yaml = parseDocument(
    found === undefined ? '' : markdown.slice(found.start, found.end).replace(/\r\n?/g, '\n'),
    { logLevel: 'silent' },
  );
  if (found !== undefined && (yaml.errors.length > 0 || isAliased(yaml))) {
    return { problem: l10n.t('The front matter can’t be read, so nothing was written into it.') };
  }
  // Text between two thematic breaks is no front matter
  const hasMap = found !== undefined && (yaml.contents === null || isMap(yaml.contents));
  const document = hasMap ? yaml : new Document({});
  setTarget(document, target);
  const written = document.toString({ lineWidth: 0 }).replace(/\n$/, '').replaceAll('\n', newLine);
  return {
    value: hasMap
      ? { start: found.start + mark, end: found.end + mark, text: written + newLine }
      : {
          start: mark,
          end: mark,
          text: ['---', written, '---', '', ''].join(newLine),
        },
  };
}

function isAliased(yaml: Document): boolean {
  return isMap(yaml.contents) && isAlias(yaml.get('wiki', true));
}

function setTarget(document: Document, target: WrittenTarget): void {
  if (!isMap(document.get('wiki'))) {
    document.set('wiki', document.createNode({}));
  }
  const wiki = document.get('wiki') as YAMLMap;
  const { space, parent, connection, title, overwrite } = target;
  for (const [key, value] of Object.entries({ connection, space, parent, title, overwrite })) {
    if (value !== undefined) {
      const before: unknown = wiki.get(key, true);
      // Ids are texts, whatever they look like
      const node = document.createNode(value);
      node.comment = isScalar(before) ? (before.comment ?? null) : null;
      wiki.set(key, node);
    }
  }
}
