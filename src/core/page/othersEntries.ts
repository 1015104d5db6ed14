import * as l10n from '@vscode/l10n';
import type { Comment } from './comments';
import type { Span } from './lines';
import type { Problem } from './problem';
import { regionOpening } from './marks';
import { plainLine, quote } from '../text/plainLine';

/** A top-level entry of front matter, or a comment such as `<!-- Space: DOCS -->`. The span is that of the key. */
export interface OthersEntry extends Span {
  readonly key: string;
  /** As written; undefined for a list or a map. */
  readonly text: string | undefined;
  readonly isComment?: boolean;
}

const isYes = /^(?:true|yes|on)$/i;
const isNo = /^(?:false|no|off)$/i;
const isDate = /^\d{4}-\d{2}-\d{2}(?!\d)/;

// These match the words of a key: `dg-publish` → “dg publish”, `ignorePublish` → “ignore publish”.
const keptBackByYes = /^draft$|(?:^| )ignore publish$/;
const keptBackByNo = /(?:^| )(?<!\b(?:ignore|no|not|never|skip) )(?:publish|published|synchronized)$/;
const publicationDate = /(?:^| )pub(?:lish(?:ed)?|lication)?(?: ?(?:date|at|on))?$/;
const place = /^(?:space|parents)$|(?:^| )(?:space (?:key|id)|page id|parent (?:page )?id)$/;
const placeInComment = /^parent$/;
/** Of the keys that belong under `wiki`, no other tool has this one. */
const unmistakable = 'publishOnSave';

const wordsOf = (key: string): string =>
  key
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[-_. ]+/g, ' ')
    .toLowerCase();

/** Whether `readOthersEntries` needs the entry. */
export function isOthersKey(key: string): boolean {
  const words = wordsOf(key);
  return (
    key === unmistakable ||
    [keptBackByYes, keptBackByNo, publicationDate, place].some((pattern) => pattern.test(words))
  );
}

export interface ReadOthersEntries {
  /** Names the first entry that keeps the page back, such as `dg-publish: false`. */
  readonly draft: string | undefined;
  readonly problems: readonly Problem[];
}

/** `hasPlace`: entries of “wiki” name a place, so that of another tool is not meant for this one. */
export function readOthersEntries(
  entries: readonly OthersEntry[],
  { hasPlace, now }: { readonly hasPlace: boolean; readonly now: number },
): ReadOthersEntries {
  let draft: string | undefined;
  const problems: Problem[] = [];
  for (const { key, text, start, end, isComment } of entries) {
    const words = wordsOf(key);
    const tell = (message: string): void => {
      problems.push({ kind: 'doubtfulFrontMatter', message, start, end, isNoted: true });
    };
    if (
      keptBackByYes.test(words) ? isYes.test(text ?? '') : keptBackByNo.test(words) && isNo.test(text ?? '')
    ) {
      draft ??= l10n.t('It says “{0}”.', plainLine(`${key}: ${text}`));
    }
    if (key === unmistakable) {
      tell(l10n.t('{0} counts only as an entry of “wiki”, on an indented line.', quote(key)));
    } else if (place.test(words) || (isComment === true && placeInComment.test(words))) {
      if (!hasPlace) {
        tell(
          l10n.t(
            '{0} is another tool’s name for a place, which does not count here. Name the place under “wiki”, by “space” and “parent” on indented lines.',
            quote(key),
          ),
        );
      }
    } else if (
      publicationDate.test(words) &&
      isDate.test(text ?? '') &&
      Date.parse(text?.slice(0, 10) ?? '') > now
    ) {
      tell(
        l10n.t(
          '{0} is in the future, but the page is published now. To keep it back until then, write “draft: true”.',
          quote(key),
        ),
      );
    }
  }
  return { draft, problems };
}

/** Reads comments above all text, each with an entry: `<!-- Title: Day shift -->`. `end`: where the last one ends. */
export function entriesInComments(
  markdown: string,
  comments: readonly Comment[],
): { readonly entries: readonly OthersEntry[]; readonly end: number } {
  const entries: OthersEntry[] = [];
  let at = 0;
  for (const { start, end, text } of comments) {
    // What follows the mark of a skipped region is left out.
    if (text === regionOpening || markdown.slice(at, start).trim() !== '') {
      break;
    }
    at = end;
    const [, key, value] = /^([a-z][\w -]{0,39}):[ \t]*(\S.*)$/i.exec(text) ?? [];
    if (key !== undefined) {
      entries.push({ key, text: value, start, end, isComment: true });
    }
  }
  return { entries, end: at };
}
