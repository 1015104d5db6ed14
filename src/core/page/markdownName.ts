import { visibleLine } from '../text/plainLine';

// VS Code takes these endings for Markdown. A file that can be published alone is found in a folder too.
const endings = /\.(?:md|markdown|mdown|mkd|mkdn|mdwn|markdn|mdtxt|mdtext)$/i;

export function isMarkdownName(name: string): boolean {
  return endings.test(name);
}

const mdxEnding = /\.mdx$/i;

/** MDX has JavaScript in it, so it is not sent. */
export function isMdx(name: string): boolean {
  return mdxEnding.test(name);
}

// Azure DevOps wikis write a space in a file’s name as “-”, and these characters as codes.
const codes = /%(?:2D|3A|3F|22|3C|3E|2A|7C)/gi;

/** Makes a title of a file's name; a date at its beginning is kept as it is. */
export function titleOfFile(name: string): string {
  const words = name.replace(endings, '').replace(mdxEnding, '');
  if (words === name) {
    return visibleLine(name);
  }
  const [date = ''] = /^\d{4}-\d{2}-\d{2}(?![^-_\s])/.exec(words) ?? [];
  const rest = words.slice(date.length).replace(/[-_\s]+/g, ' ');
  return visibleLine(date + rest.replace(codes, decodeURIComponent));
}
