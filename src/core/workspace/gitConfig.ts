/** A setting of Git: its name, such as `remote.origin.url`, and its value, which may be empty. */
export type GitSetting = readonly [name: string, value: string];

const skipped = /(?:\s|[#;][^\n]*)*/y;
const section = /\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const variable = /([a-z][\da-z-]*)[ \t]*(?:=[ \t]*|(?=[\r\n#;]|$))/iy;
const written = /(?:[^"\\\n#;]|\\(?:\r?\n|[^\r\n])|"(?:[^"\\\n]|\\(?:\r?\n|[^\r\n]))*")*/y;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Stops at the first place that Git would refuse. */
export function parseGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  for (let within = ''; ;) {
    next(skipped);
    const header = next(section);
    if (header !== null) {
      const [, name = '', sub] = header;
      within = `${name.toLowerCase()}.${sub === undefined ? '' : `${sub.replaceAll(/\\([^])/g, '$1')}.`}`;
      continue;
    }
    const [, name] = next(variable) ?? [];
    if (name === undefined) {
      return settings;
    }
    settings.push([within + name.toLowerCase(), valueOf(next(written)?.[0] ?? '')]);
  }
}

/** Unquoted blanks at the end are no part of a value, except blanks before a backslash at a line’s end. */
function valueOf(text: string): string {
  let value = '';
  let end: number | undefined;
  let isQuoted = false;
  for (const [piece] of text.matchAll(/\\(?:\r?\n|[^])|[^]/g)) {
    const isBlank = !isQuoted && /^\s/.test(piece);
    end = isBlank ? (end ?? value.length) : undefined;
    if (piece === '"') {
      isQuoted = !isQuoted;
    } else if (piece.startsWith('\\')) {
      const escaped = piece.slice(1);
      value += escaped.endsWith('\n') ? '' : (escapes[escaped] ?? escaped);
    } else if (!isBlank || value !== '') {
      value += piece;
    }
  }
  return value.slice(0, end);
}
