/** Larger documents are not read. */
export const mostMegabytes = 4.99;

const blocks = {
  prose: 'Some *words*, a [link](other.md) and ![an image](a.png).\n\n',
  'one paragraph': 'Some *words*, a [link](other.md) <!-- c --> and more\n',
  code: '```\n<!-- c -->\n```\n\n',
  lists: '- a\n  - b\n    - c <!-- d -->\n',
  HTML: '<div>\n<!-- c -->\n</div>\n\n',
  brackets: '[',
};

/** Each as long as a document may be. */
export const shapes: readonly (readonly [what: string, text: () => string])[] = Object.entries(blocks).map(
  ([what, block]) => [what, () => block.repeat(Math.floor((mostMegabytes * 1024 * 1024 - 8) / block.length))],
);
