import * as l10n from '@vscode/l10n';
import { createScanner, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import path from 'node:path';
import { lineAt, linesOf } from '../../core/page/lines';
import { membersOf } from '../../core/text/json';
import { megabyte, unreadableText } from '../../core/page/unreadableReason';
import { whyNotInPlace } from '../../services/workspace/ownPlace';
import { readRegularFile } from '../../services/workspace/namedFile';
import { UsageError } from '../environment/usageError';

export const settingsFile = '.vscode/settings.json';

/** Returns `{}` if the file is missing. Throws a UsageError if it is unreadable, invalid or a link. */
export async function readFolderSettings(root: string): Promise<Readonly<Record<string, unknown>>> {
  const file = path.join(root, settingsFile);
  const notThere = await whyNotInPlace(file, [root]);
  if (notThere !== undefined) {
    throw new UsageError(unreadableText(settingsFile, notThere));
  }
  const { bytes, why } = await readRegularFile(file, megabyte);
  if (why?.kind === 'missing') {
    return {};
  }
  if (bytes === undefined) {
    throw new UsageError(l10n.t('{0} can’t be read.', settingsFile));
  }
  return parseSettings(new TextDecoder().decode(bytes));
}

/** Parsing calls itself for each level, and would end without a sentence. */
const mostLevels = 100;

function deepestLevel(text: string): number {
  const scanner = createScanner(text, true);
  let [level, deepest] = [0, 0];
  do {
    scanner.scan();
    const first = text.charAt(scanner.getTokenOffset());
    level += first === '{' || first === '[' ? 1 : first === '}' || first === ']' ? -1 : 0;
    deepest = Math.max(deepest, level);
  } while (scanner.getTokenOffset() < text.length);
  return deepest;
}

/**
 * Leaves out settings that only a user may have, such as connections. Throws a UsageError for invalid JSON or unquoted
 * IDs.
 */
export function parseSettings(written: string): Readonly<Record<string, unknown>> {
  const text = written.replace(/^\ufeff/, '');
  if (deepestLevel(text) > mostLevels) {
    throw new UsageError(l10n.t('{0} is nested too deeply to be read.', settingsFile));
  }
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error !== undefined) {
    const lines = linesOf(text);
    const line = lineAt(lines, error.offset);
    const column = error.offset - (lines[line]?.start ?? 0) + 1;
    const where = `${settingsFile}:${line + 1}:${column}`;
    throw new UsageError(`${where}: ${printParseErrorCode(error.error)}`);
  }
  const {
    'publishToWiki.connections': _connections,
    'publishToWiki.export': _export,
    ...shared
  } = membersOf(settings);
  const folders = Object.values(membersOf(shared['publishToWiki.folders'])).map(membersOf);
  const places = Object.entries(shared).filter(([name]) => /^publishToWiki\.(?:space|parent)$/.test(name));
  for (const [name, value] of [
    ...places,
    ...folders.flatMap(({ space, parent }) => Object.entries({ space, parent })),
  ]) {
    // JavaScript rounds numbers above 2⁵³, which would change a long ID.
    if (typeof value === 'number') {
      throw new UsageError(
        `${settingsFile}: ${l10n.t('{0} is a number. Write the ID in quotation marks.', name)}`,
      );
    }
  }
  return shared;
}
