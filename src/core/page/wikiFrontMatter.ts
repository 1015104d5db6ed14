import * as l10n from '@vscode/l10n';
import type { Parsed } from '../text/parsed';
import { quote, visibleLine } from '../text/plainLine';
import { editDistance } from '../text/editDistance';
import type { Fix, Problem } from './problem';
import type { Span } from './lines';
import {
  maxTitleLength,
  parsePlace,
  combinePlaces,
  type PlaceAddresses,
  type PlaceSetting,
} from '../wiki/target';

export interface FrontMatter {
  readonly title?: string;
  readonly connection?: string;
  readonly space?: string;
  readonly parent?: string;
  /** The key of the space in the parent’s address, used if nothing else names a space. */
  readonly spaceKey?: string;
  readonly addresses?: PlaceAddresses;
  readonly overwrite?: boolean;
  readonly publishOnSave?: boolean;
  /** Why the page is kept back, as a sentence: an entry such as `draft: true`, or what is known of its folder. */
  readonly draft?: string;
}

/** Offsets count from behind the document’s byte order mark. Lists and maps have no `text`. */
export interface FrontMatterNode extends Span {
  readonly text?: string | undefined;
  /**
   * Only in `quoted` text, spaces at the ends are deliberate. The span of a `block` is not that of its text
   * alone, so no edit may replace it.
   */
  readonly style?: 'plain' | 'quoted' | 'block';
  readonly entries?:
    | readonly {
        readonly key: string;
        readonly at: Span & Pick<FrontMatterNode, 'style'>;
        readonly value: FrontMatterNode | undefined;
      }[]
    | undefined;
}

type Wiki = { -readonly [Key in keyof FrontMatter]: FrontMatter[Key] };
const knownKeys = ['connection', 'space', 'parent', 'title', 'overwrite', 'publishOnSave'] as const;

const isYes = /^(?:true|yes|on)$/i;
const isNo = /^(?:false|no|off)$/i;

/** Whether an entry of “wiki” in the front matter may have this key. */
export const isWikiKey = (key: string): boolean => knownKeys.some((one) => one === key);

/** Invalid entries count, too; `title` and `draft` don’t, since they may be for another tool. */
export function hasWikiEntries(frontMatter: FrontMatter, problems: readonly Problem[]): boolean {
  return (
    Object.keys(frontMatter).some((key) => key !== 'title' && key !== 'draft') ||
    problems.some(({ kind, isFatal }) => kind === 'frontMatter' && isFatal !== true)
  );
}

export function readWikiEntries(
  wiki: FrontMatterNode | undefined,
  connections?: readonly string[],
): { value: FrontMatter; problems: readonly Problem[] } {
  const value: Wiki = {};
  const places: Parameters<typeof combinePlaces>[0] = {};
  const problems: Problem[] = [];
  const problem = ({ start, end }: Span, message: string, fixes: readonly Fix[] = []): void => {
    problems.push({ kind: 'frontMatter', message, start, end, fixes });
  };
  if (wiki?.text !== undefined && wiki.entries === undefined) {
    const message = l10n.t(
      '“wiki” has a text here, so it is taken for that of another tool. For this one, it needs entries of its own, for example “space: DOCS” on an indented line.',
    );
    problems.push({ kind: 'doubtfulFrontMatter', message, start: wiki.start, end: wiki.end });
  } else if (wiki !== undefined && wiki.entries === undefined) {
    problem(wiki, l10n.t('“wiki” needs entries of its own, for example “space: DOCS” on an indented line.'));
  }
  for (const { key, at, value: entry } of wiki?.entries ?? []) {
    const name = knownKeys.find((one) => one === key);
    if (name === undefined) {
      const message = l10n.t(
        '{0} is not known here. These are known: {1}.',
        quote(key),
        knownKeys.join(', '),
      );
      problem(at, message, changeTo(at, keyMeantBy(key, wiki?.entries)));
    } else if (entry === undefined) {
      // A key without a value, such as “space:”, has no effect.
      continue;
    } else if (name === 'title') {
      const { title, problems: found } = readTitle(entry);
      problems.push(...found);
      Object.assign(value, title === undefined || title === '' ? {} : { title });
    } else {
      const parsed = parseValue(name, entry.text);
      if (parsed.problem !== undefined) {
        problem(entry, parsed.problem, changeTo(entry, booleanMeantBy(name, entry.text)));
        continue;
      }
      if (typeof parsed.value === 'object') {
        places[name === 'space' ? 'space' : 'parent'] = parsed.value;
        continue;
      }
      // A connection that does not exist is kept, so that no other takes its place. Where there is none, a publish asks for one.
      Object.assign(value, { [name]: parsed.value });
      const isKnown =
        connections === undefined || connections.length === 0 || connections.includes(String(parsed.value));
      if (name === 'connection' && !isKnown) {
        const meant = connections.filter((each) => plain(each) === plain(entry.text ?? ''));
        problems.push({
          kind: 'frontMatter',
          message: l10n.t(
            'You have no connection named {0}. “Manage Connections…” adds one.',
            quote(String(parsed.value)),
          ),
          start: entry.start,
          end: entry.end,
          fixes: changeTo(entry, meant.length === 1 ? meant[0] : undefined),
          // There is nowhere to send it, so nobody can publish it anyway.
          isFatal: true,
        });
      }
    }
  }
  return { value: { ...value, ...combinePlaces(places) }, problems };
}

/** No fix where nobody knows what was meant, or where the span is not that of the text alone. */
function changeTo({ start, end, style }: Span & Pick<FrontMatterNode, 'style'>, meant?: string): Fix[] {
  if (meant === undefined || style === undefined || style === 'block') {
    return [];
  }
  const text = style === 'quoted' || /[^\w]/.test(meant) ? JSON.stringify(meant) : meant;
  return [{ kind: 'edit', title: l10n.t('Change to {0}', quote(meant)), edit: { start, end, text } }];
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** Returns the known key that differs in at most one letter besides case and separators, and is not there already. */
function keyMeantBy(key: string, entries: FrontMatterNode['entries'] = []): string | undefined {
  return knownKeys.find(
    (one) => editDistance(plain(key), plain(one)) < 2 && entries.every((entry) => entry.key !== one),
  );
}

function booleanMeantBy(name: (typeof knownKeys)[number], text = ''): string | undefined {
  const isBoolean = name === 'overwrite' || name === 'publishOnSave';
  return isBoolean ? (isYes.test(text) ? 'true' : isNo.test(text) ? 'false' : undefined) : undefined;
}

function parseValue(
  name: Exclude<(typeof knownKeys)[number], 'title'>,
  text: string | undefined,
): Parsed<string | boolean | PlaceSetting> {
  if (text === undefined) {
    return { problem: l10n.t('“{0}” needs a single value, not a list or entries of its own.', name) };
  }
  switch (name) {
    case 'space':
    case 'parent':
      return parsePlace(text, name);
    case 'connection':
      return { value: text };
    default:
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { problem: l10n.t('Write true or false.') };
  }
}

/** Cuts at the end of a word if more than half of `maxTitleLength` stays, and never inside an emoji. */
function shortenedTitle(title: string): string {
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(title.slice(0, maxTitleLength + 1))) {
    if (cut.length + segment.length > maxTitleLength) {
      break;
    }
    cut += segment;
  }
  const end = title[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return end > maxTitleLength / 2 ? cut.slice(0, end) : cut;
}

export function titleTooLongText({ length }: string): string {
  return l10n.t('The title has {0} characters; at most {1} are allowed.', length, maxTitleLength);
}

/** An empty title counts as none, so the heading or the file’s name is used. */
function readTitle(entry: FrontMatterNode): { title?: string; problems: Problem[] } {
  const { text, style, start, end } = entry;
  if (text === undefined) {
    return {
      problems: [
        {
          kind: 'title',
          start,
          end,
          message: l10n.t(
            'The title must be a single text, so this is not used. A title that begins with a bracket or a brace needs quotation marks.',
          ),
        },
      ],
    };
  }
  const title = visibleLine(text);
  const problems: Problem[] = [];
  if (title === '') {
    problems.push({ kind: 'title', start, end, message: l10n.t('The title is empty. It is not used.') });
  } else if (title.length > maxTitleLength) {
    const edit = { start, end, text: JSON.stringify(shortenedTitle(title)) };
    const fix = { kind: 'edit', title: l10n.t('Shorten to {0} Characters', maxTitleLength), edit } as const;
    problems.push({
      kind: 'title',
      start,
      end,
      message: titleTooLongText(title),
      fixes: style === 'block' ? [] : [fix],
    });
  } else if (style === 'quoted' && text !== text.trim()) {
    const edit = { start, end, text: JSON.stringify(title) };
    problems.push({
      kind: 'title',
      start,
      end,
      message: l10n.t('The title has leading or trailing spaces. They are not sent.'),
      fixes: [{ kind: 'edit', title: l10n.t('Remove Leading and Trailing Spaces'), edit }],
    });
  }
  return { title, problems };
}
