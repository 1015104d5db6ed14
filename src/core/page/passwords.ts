import type { Span } from './lines';

/** Matches `://user:password@host`. */
const inAddress = /:\/\/([^\s:/?#@"'`<>[\]()]{0,100}):([^\s/?#@"'`<>()]{1,200})@[\w.-]{1,255}/g;

/**
 * Tested on the text before a match of `inAddress`: a longer pattern that began with the scheme would be
 * tried at every letter.
 */
const scheme = /(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}$/i;
const longestScheme = 21;

/** Matches `password = "`, `"api_key": "` or `| Token | `, up to where the value begins. */
const assignment =
  /(?:passwor[dt]|passwd|passphrase|pwd|kennwort|contraseña|mot de passe|パスワード|密码|(?<![a-z])pass|(?<key>secret|token|(?:access|account|api|auth|encryption|master|private|secret|signing)[-_ ]?key(?:_base)?))["'`\]*_\\]{0,4}[ \t]{0,8}(?::=|=>|[:=：|])[ \t*_\\]{0,8}(?<quote>["'`]?)/gi;

/**
 * Matches what stands before a value: `--password `, `-u name:` of `curl`, or HTTP’s header for credentials
 * and its scheme, such as `Basic `.
 */
const introduction =
  /(?:--(?:\w{1,20}-){0,3}(?:password|passwd|passphrase|(?<key>secret|token))[ \t]{1,8}|(?<!\S)(?:-u|--user)[ \t=]{1,8}["']?[\w.@$-]{1,64}:|authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?<scheme>basic|bearer|token)[ \t]{1,8})(?<quote>["'`]?)/gi;

const placeholderWords =
  /p[a@4][s$]{2}(?:w[o0]r[dt]|wd|phrase|code)?|kennwort|contraseña|pwd|secret|geheim|token|user(?:name)?|admin|root|guest|demo|database|db|app|your?|ihr|dein|votre|tu|my|the|some|any|new|old|str[o0]ng|secure|super|very|here|change|me|it|example|sample|dummy|test|foo|bar|hidden|redacted|insert|enter|replace|with|word|value|string|x{3,}|123\d*/gi;

const longestPassword = 128;

/** Finds keys, too. Each span is that of a value, or all of `scheme://user:password@host`. */
export function findPasswords(text: string): readonly Span[] {
  const inAddresses = [...text.matchAll(inAddress)].flatMap((found) => {
    const [whole, user, password = ''] = found;
    const before = text.slice(Math.max(0, found.index - longestScheme - 1), found.index);
    const [named = ''] = scheme.exec(before) ?? [];
    const isOne = named !== '' && password.length > 3 && password !== user && !isPlaceholder(password);
    return isOne ? [{ start: found.index - named.length, end: found.index + whole.length }] : [];
  });
  const assigned = [assignment, introduction].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((found) => {
      const start = found.index + found[0].length;
      const { key, scheme, quote = '' } = found.groups ?? {};
      const value = valueAt(text, start, quote);
      return isSecret(value, scheme ?? key) ? [{ start, end: start + value.length }] : [];
    }),
  );
  return [...inAddresses, ...assigned];
}

/** `named`: the header’s scheme or the key’s name; undefined after “password” and the like. */
function isSecret(value: string, named: string | undefined): boolean {
  if (named?.toLowerCase() === 'basic') {
    return hasPassword(value);
  }
  return named === undefined ? isPassword(value) : isKey(value);
}

function isPassword(value: string): boolean {
  return looksChosen(value) && !isPlaceholder(value) && !isExpression(value);
}

/** Keys look drawn by chance: they are long, with digits in several places, and no character is frequent. */
function isKey(value: string): boolean {
  const [shortest, leastEntropy] = /^[0-9a-f]+$/i.test(value) ? [32, 3] : [16, 3.5];
  return (
    value.length >= shortest &&
    /^[!-~]+$/.test(value) &&
    /\d\D+\d/.test(value) &&
    entropyOf(value) >= leastEntropy &&
    !isPlaceholder(value)
  );
}

/** `credentials`: `user:password` in Base64, as HTTP’s Basic scheme has it. */
function hasPassword(credentials: string): boolean {
  const [, password = ''] = /^[ -9;-~]*:([!-~]*)$/.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return looksChosen(password) && !isPlaceholder(password);
}

/** In bits per character. */
function entropyOf(value: string): number {
  const counts = Object.values(Object.groupBy(value, (character) => character)).map(
    (each = []) => each.length,
  );
  return -counts.reduce((sum, count) => sum + (count / value.length) * Math.log2(count / value.length), 0);
}

/** Empty if the value is too long, a quoted sentence, or code, as in `password = read()`. */
function valueAt(text: string, start: number, quote: string): string {
  const ofValue = quote === '' ? /^[^\s"'`,;&|<>(){}[\]]*/ : /^[^\s"'`]*/;
  const [value = ''] = ofValue.exec(text.slice(start, start + longestPassword)) ?? [];
  const after = text.charAt(start + value.length);
  const isWhole = value.length < longestPassword && (quote === '' ? !/[([{<]/.test(after) : after === quote);
  // A “\” or “**” at the end belongs to JSON or Markdown, not to the value.
  return isWhole ? value.replace(/(?<![\\*_])[\\*_]+$/, '') : '';
}

/** Unlike a word, a password has a digit or a sign among its letters. */
function looksChosen(value: string): boolean {
  return /^[!-~]{8,}$/.test(value) && /[a-z]/i.test(value) && /[\d!#$%^&*+=?@~]/.test(value.slice(0, -1));
}

/**
 * True for mere words such as “your-password”, and for any value with a variable (`$PASSWORD`, `%PASSWORD%`) or a
 * mask (`abc...`).
 */
function isPlaceholder(value: string): boolean {
  const rest = value.replace(placeholderWords, '');
  return /^\$|\$\(|[{}<>]|%\w+%|\.{3}/.test(value) || !/[a-z]|\d{3}/i.test(rest);
}

/** True for `process.env.DB_PASSWORD`, and also for a path or an address. */
function isExpression(value: string): boolean {
  return /^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|^(?:[~.]{0,2}|[a-z-]+)[/\\]|^[A-Z]:\\|:\/\//.test(value);
}
