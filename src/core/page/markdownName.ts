import { visibleLine } from '../text/plainLine';

// VS Code opens files with these endings as Markdown, so a publish of a folder has to find them, too.
const endings = /\.(?:md|markdown|mdown|mkd|mkdn|mdwn|markdn|mdtxt|mdtext)$/i;

export function isMarkdownName(name: string): boolean {
  return endings.test(name);
}

const mdxEnding = /\.mdx$/i;

/** MDX has JavaScript in it, so it is not sent. */
export function isMdx(name: string): boolean {
  return mdxEnding.test(name);
}

// Wikis that keep pages as files write these characters as codes: “Why%3F.md” is the page “Why?”.
const codes = /%(?:2D|3A|3F|22|3C|3E|2A|7C)/gi;

/**
 * `set-up_guide.md` → “set up guide”, but a date at the beginning stays: `2024-05-01-notes.md` → “2024-05-01
 * notes”. A name with another ending stays as it is.
 */
export function titleOfFile(name: string): string {
  const words = name.replace(endings, '').replace(mdxEnding, '');
  if (words === name) {
    return visibleLine(name);
  }
  const [date = ''] = /^\d{4}-\d{2}-\d{2}(?![^-_\s])/.exec(words) ?? [];
  const rest = words.slice(date.length).replace(/[-_\s]+/g, ' ');
  return visibleLine(date + rest.replace(codes, decodeURIComponent));
}
