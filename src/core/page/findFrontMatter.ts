/**
 * `start` and `end` enclose the front matter without its “---” or “+++”, but with the braces of JSON. The Markdown
 * begins at `contentAt`.
 */
export interface FoundFrontMatter {
  readonly form: FrontMatterFormat;
  readonly start: number;
  readonly end: number;
  readonly contentAt: number;
}

export type FrontMatterFormat = 'yaml' | 'toml' | 'json';

const lineEnd = String.raw`[ \t]*(?:\r\n|\r|\n)`;
const lastEnd = String.raw`[ \t]*(?:\r\n|\r|\n|$(?![\s\S]))`;
const marks: readonly (readonly [opening: RegExp, closing: RegExp, form: FrontMatterFormat])[] = [
  [new RegExp(`^---(?: ?yaml)?${lineEnd}`), new RegExp(String.raw`^(?:---|\.\.\.)${lastEnd}`, 'm'), 'yaml'],
  [
    new RegExp(String.raw`^\+\+\+(?: ?toml)?${lineEnd}`),
    new RegExp(String.raw`^\+\+\+${lastEnd}`, 'm'),
    'toml',
  ],
];
const brace = new RegExp(`^}${lastEnd}`, 'm');

export function findFrontMatter(text: string): FoundFrontMatter | undefined {
  for (const [opening, closing, form] of marks) {
    const start = opening.exec(text)?.[0].length;
    const end = start === undefined ? null : closing.exec(text.slice(start));
    if (start !== undefined && end !== null) {
      const at = start + end.index;
      return { form, start, end: at, contentAt: at + end[0].length };
    }
  }
  const end = /^\{[ \t]*[\r\n]/.test(text) ? brace.exec(text) : null;
  return end === null
    ? undefined
    : { form: 'json', start: 0, end: end.index + 1, contentAt: end.index + end[0].length };
}
