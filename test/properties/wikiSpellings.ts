import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown, type Options } from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';
import { format } from 'prettier';

/** How a wiki hands out again what it was given. */
export interface WikiSpelling {
  readonly name: string;
  readonly spell: (markdown: string) => string | Promise<string>;
  /** The address of the page with an id, as it stands in the wiki’s text. */
  readonly address: (id: number) => string;
}

export const site = 'https://wiki.example/wiki';

export function addressOfPage(id: number): string {
  return `${site}/spaces/DOCS/pages/${id}/Page+${id}`;
}

function withMdast(markdown: string, options: Options): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return toMarkdown(tree, { ...options, extensions: [gfmToMarkdown()] });
}

export const wikiSpellings: readonly WikiSpelling[] = [
  { name: 'as it was sent', spell: (markdown) => markdown, address: addressOfPage },
  {
    name: '-, _, #, cells in columns',
    spell: (markdown) => format(markdown, { parser: 'markdown', embeddedLanguageFormatting: 'off' }),
    address: (id) => `/wiki/spaces/DOCS/pages/${id}/Another+title`,
  },
  {
    name: '*, underlines, ~~~, no comments',
    spell: (markdown) =>
      withMdast(markdown.replaceAll(/^[ >]*<!-- -->\r?\n|<!-- -->/gm, ''), {
        bullet: '*',
        emphasis: '*',
        fence: '~',
        setext: true,
        rule: '*',
        listItemIndent: 'one',
      }),
    address: (id) => `${site}/pages/viewpage.action?pageId=${id}`,
  },
  {
    name: '+, _, wide lists, no fences',
    spell: (markdown) =>
      withMdast(markdown, {
        bullet: '+',
        emphasis: '_',
        rule: '_',
        fences: false,
        listItemIndent: 'tab',
        tightDefinitions: true,
        closeAtx: true,
      }),
    address: (id) => `../${id}`,
  },
];
