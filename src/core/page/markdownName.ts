import { visible } from '../text/plain';

// These are the endings that VS Code takes for Markdown, so that a file that can be published alone is found in a folder too.
const endings = /\.(?:md|markdown|mdown|mkd|mkdn|mdwn|markdn|mdtxt|mdtext)$/i;

export function isMarkdownName(name: string): boolean {
  return endings.test(name);
}

const mdxEnding = /\.mdx$/i;

/** MDX has JavaScript in it, so it is not sent. */
export function isMdx(name: string): boolean {
  return mdxEnding.test(name);
}

// Azure's wikis write a space as “-”, and so these characters as their codes.
const codes = /%(?:2D|3A|3F|22|3C|3E|2A|7C)/gi;

/** Makes a title of a file's name; a date at its beginning is kept as it is. */
export function titleOfFile(name: string): string {
  const words = name.replace(endings, '').replace(mdxEnding, '');
  if (words === name) {
    return visible(name);
  }
  const [date = ''] = /^\d{4}-\d{2}-\d{2}(?![^-_\s])/.exec(words) ?? [];
  const rest = words.slice(date.length).replace(/[-_\s]+/g, ' ');
  return visible(date + rest.replace(codes, decodeURIComponent));
}
