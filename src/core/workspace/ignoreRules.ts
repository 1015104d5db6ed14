/** Tools write these folders, so they are searched only if a rule includes them. */
const defaultRules = 'node_modules/\n.*/';
/** In characters. A longer rule is skipped, since no path is that long. */
const longestRule = 4096;
/** The most rules that may apply in one folder. A project of thousands of folders has some hundreds. */
export const mostRules = 5_000;
/** Limits the comparison of one path with all rules. `mostRules` rules of usual length take a tenth of the limit. */
const mostSteps = 2_000_000;

/** A wildcard: `*` in a name, `**` in a path. */
const anyNumber = Symbol('any');
type Character = typeof anyNumber | string | ((character: string) => boolean);
type Name = typeof anyNumber | readonly Character[];

interface Pattern {
  readonly keeps: boolean;
  readonly onlyFolders: boolean;
  readonly names: readonly Name[];
}

/**
 * The rules of one folder, such as those in its `.wikiignore`, and of the folders above it, as Git reads them
 * with `core.ignoreCase`. They don’t become regular expressions, since a hostile rule could then take forever.
 */
export class IgnoreRules {
  readonly #count: number;

  private constructor(
    private readonly rules: readonly Pattern[],
    private readonly above?: IgnoreRules,
    private readonly folder = '',
  ) {
    this.#count = rules.length + (above === undefined ? 0 : above.#count);
  }

  static readonly none = new IgnoreRules([]);
  static readonly usual = new IgnoreRules(readRules(defaultRules) ?? []);

  /**
   * Adds the rules of `text`. `folder` is the path from the root to its folder, such as `a/b/`, and empty for
   * the root itself. Undefined if more than `mostRules` rules would apply.
   */
  within(folder: string, text: string): IgnoreRules | undefined {
    const rules = readRules(text, mostRules - this.#count);
    return rules && (rules.length === 0 ? this : new IgnoreRules(rules, this, folder));
  }

  /**
   * The `path` from the root ends with “/” for a folder; no folder above it may be ignored itself.
   * Undefined if no rule matches; true if matching takes more than `mostSteps`.
   */
  ignores(path: string, steps: Steps = { left: mostSteps }): boolean | undefined {
    const isFolder = path.endsWith('/');
    const names = namesIn(path, this.folder);
    const rule = this.rules.findLast(
      ({ onlyFolders, names: rule }) =>
        (isFolder || !onlyFolders) && matchesPattern(rule, names, matchesName, steps),
    );
    if (steps.left < 0) {
      return true;
    }
    return rule === undefined ? this.above?.ignores(path, steps) : !rule.keeps;
  }

  /** Drops the rules that exclude `folder` itself, for a person who has chosen that folder all the same. */
  withoutRulesFor(folder: string): IgnoreRules {
    const names = namesIn(folder, this.folder);
    const rules = this.rules.filter(
      ({ keeps, names: rule }) => keeps || !matchesPattern(rule, names, matchesName, { left: mostSteps }),
    );
    return new IgnoreRules(rules, this.above?.withoutRulesFor(folder), this.folder);
  }
}

function namesIn(path: string, folder: string): readonly (readonly string[])[] {
  return path
    .slice(folder.length)
    .replace(/\/$/, '')
    .toLowerCase()
    .split('/')
    .map((name) => Array.from(name));
}

interface Steps {
  left: number;
}

function readRules(text: string, most = mostRules): readonly Pattern[] | undefined {
  const rules: Pattern[] = [];
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    const rule = readRule(line.replace(/\r$/, ''));
    if (rule !== undefined && rules.push(rule) > most) {
      return undefined;
    }
  }
  return rules;
}

function readRule(line: string): Pattern | undefined {
  if (line.startsWith('#') || line.length > longestRule) {
    return undefined;
  }
  const keeps = line.startsWith('!');
  const path = withoutTrailingSpaces(keeps ? line.slice(1) : line);
  const onlyFolders = path.endsWith('/');
  const parts = (onlyFolders ? path.slice(0, -1) : path)
    .replace(/\\[^]/g, (pair) => (pair === '\\/' ? '/' : pair))
    .split('/');
  // A rule without a slash matches at any depth.
  const anchored = parts.length > 1 ? (parts[0] === '' ? parts.slice(1) : parts) : ['**', ...parts];
  const names: Name[] = [];
  for (const part of anchored) {
    const name = /^\*{2,}$/.test(part) ? anyNumber : readName(part);
    if (name === undefined || (name !== anyNumber && name.length === 0)) {
      return undefined;
    }
    names.push(name);
  }
  if (names.at(-1) === anyNumber) {
    // `a/**` matches everything in `a`, but not `a` itself.
    names.push([anyNumber]);
  }
  return { keeps, onlyFolders, names };
}

function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ' && text[end - 2] !== '\\') {
    end--;
  }
  return text.slice(0, end);
}

/** Undefined if the pattern can match nothing, such as one with an unclosed “[”. */
function readName(text: string): readonly Character[] | undefined {
  const characters = Array.from(text.toLowerCase());
  const name: Character[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at];
    if (character === '*') {
      name.push(anyNumber);
    } else if (character === '?') {
      name.push(() => true);
    } else if (character === '[') {
      const read = readClass(characters, at + 1);
      if (read === undefined) {
        return undefined;
      }
      name.push(read.matches);
      at = read.end;
    } else {
      const literal = character === '\\' ? characters[++at] : character;
      if (literal === undefined) {
        return undefined;
      }
      name.push(literal);
    }
  }
  return name;
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[\da-z]/,
  alpha: /[a-z]/,
  blank: /[\t ]/,
  digit: /\d/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\r ]/,
  upper: /[a-z]/,
  xdigit: /[\da-f]/,
};

/** `start`: right after “[”; `end`: at the closing “]”. */
function readClass(
  characters: readonly string[],
  start: number,
): { readonly matches: (character: string) => boolean; readonly end: number } | undefined {
  const isNegated = characters[start] === '!' || characters[start] === '^';
  const first = isNegated ? start + 1 : start;
  const members: ((character: string) => boolean)[] = [];
  for (let at = first; at < characters.length; at++) {
    if (characters[at] === ']' && at > first) {
      return { matches: (other) => members.some((member) => member(other)) !== isNegated, end: at };
    }
    const named = characters[at] === '[' && characters[at + 1] === ':' ? characters.indexOf(']', at) : -1;
    if (named > 0 && characters[named - 1] === ':') {
      const known = classes[characters.slice(at + 2, named - 1).join('')];
      if (known === undefined) {
        return undefined;
      }
      members.push((other) => known.test(other));
      at = named;
      continue;
    }
    const from = characters[at] === '\\' ? characters[++at] : characters[at];
    let to = from;
    if (characters[at + 1] === '-' && at + 2 < characters.length && characters[at + 2] !== ']') {
      at += 2;
      to = characters[at] === '\\' ? characters[++at] : characters[at];
    }
    if (from === undefined || to === undefined) {
      return undefined;
    }
    members.push((other) => from <= other && other <= to);
  }
  return undefined;
}

function matchesName(name: readonly Character[], characters: readonly string[], steps: Steps): boolean {
  return matchesPattern(name, characters, matchesCharacter, steps);
}

function matchesCharacter(one: Exclude<Character, typeof anyNumber>, character: string): boolean {
  return typeof one === 'string' ? one === character : one(character);
}

/**
 * Only the last wildcard may have to match more, so nothing before it is
 * tried again. Once `steps.left` is below zero, the result means nothing.
 */
function matchesPattern<Part, Item>(
  pattern: readonly (Part | typeof anyNumber)[],
  items: readonly Item[],
  matchesOne: (part: Part, item: Item, steps: Steps) => boolean,
  steps: Steps,
): boolean {
  let next = 0;
  let retry: { readonly next: number; at: number } | undefined;
  for (let at = 0; at < items.length;) {
    if (--steps.left < 0) {
      return true;
    }
    const part = pattern[next];
    if (part === anyNumber) {
      retry = { next: ++next, at };
    } else if (part !== undefined && matchesOne(part, items[at] as Item, steps)) {
      next++;
      at++;
    } else if (retry !== undefined) {
      next = retry.next;
      at = ++retry.at;
    } else {
      return false;
    }
  }
  return pattern.slice(next).every((part) => part === anyNumber);
}
