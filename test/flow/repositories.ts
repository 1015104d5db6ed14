/** A small repository, as a tool for documentation has it, and what a sensible person expects of its tree of pages. */
export interface Repository {
  readonly tool: string;
  /** What is published of it; '' is all. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
  /** The title of each page and that of the page above it, `undefined` at the top. */
  readonly tree: Readonly<Record<string, string | undefined>>;
  /** The titles of pages of which one links to the other, and the heading that it leads to. */
  readonly links: readonly (readonly [from: string, to: string, heading?: string])[];
}

/** What stands in comments and drafts, and must not reach the wiki. */
export const hidden = 'kept on this computer';

/** What tools read and nobody should see. */
export const markup = /\{#|\{:|\{\/\*|\{\{|\{%|%%|\[\[|\[\/\/\]|=\d+x\d+\)/;

const mkDocs: Repository = {
  tool: 'MkDocs',
  folder: 'docs',
  files: {
    'mkdocs.yml':
      'site_name: Orders\ntheme:\n  name: material\nmarkdown_extensions: [admonition, attr_list]\n',
    'README.md': '# orders\n\nThe service of the shop.\n',
    'docs/index.md': [
      '# Orders',
      '',
      `<!-- ${hidden}: the new name -->`,
      '',
      '!!! note "Read this first"',
      '    Orders are taken day and night.',
      '',
      'Begin with [the installation](install.md#the-database) or read [the guide](guide/index.md).',
      '',
      '![How an order goes](img/order.png){ width="300" }',
      '',
    ].join('\n'),
    'docs/install.md': [
      '---',
      'tags: [setup, database]',
      'hide:',
      '  - navigation',
      '---',
      '',
      '# Installation {#installation}',
      '',
      '## The database {#the-database .wide}',
      '',
      '=== "Linux"',
      '',
      '    ```sh',
      '    apt install postgresql # {# no id #}',
      '    ```',
      '',
      'Back to [the start](index.md), or [further down](#the-database).',
      '',
    ].join('\n'),
    'docs/guide/index.md': '---\ntitle: Guide\n---\n\nHow [orders are placed](first-order.md).\n',
    'docs/guide/first-order.md':
      '# The first order\n\nSee [the guide](index.md) and [the start](../index.md).\n',
  },
  tree: { Orders: undefined, Installation: 'Orders', Guide: 'Orders', 'The first order': 'Guide' },
  links: [
    ['Orders', 'Installation', 'The database'],
    ['Orders', 'Guide'],
    ['Installation', 'Orders'],
    ['Guide', 'The first order'],
    ['The first order', 'Guide'],
    ['The first order', 'Orders'],
  ],
};

const jekyll: Repository = {
  tool: 'Jekyll',
  folder: '',
  files: {
    '_config.yml': 'title: Style guide\nmarkdown: kramdown\n',
    '.gitignore': '_site\n',
    'index.md': [
      '---',
      'layout: default',
      'title: Style guide',
      '---',
      '',
      `{% comment %} ${hidden}: the old logo {% endcomment %}`,
      '',
      '## Colours',
      '{: .no_toc }',
      '',
      'Read [how to write](writing.html#numbers) and [what is new](news/).',
      '',
    ].join('\n'),
    'writing.md': [
      '---',
      'layout: default',
      'title: Writing',
      '---',
      '',
      '## Numbers {#numbers}',
      '',
      `[//]: # (${hidden})`,
      '',
      'Up to twelve are words. Back to [the start](index.html).',
      '',
    ].join('\n'),
    'news/index.md': '---\nlayout: default\ntitle: News\n---\n\nA [post](first.md).\n',
    'news/first.md': '---\ntitle: The first post\n---\n\nAbout [writing](../writing.md).\n',
    'news/second.md': `---\ntitle: The second post\npublished: false\n---\n\nThis is ${hidden}.\n`,
  },
  tree: { 'Style guide': undefined, Writing: 'Style guide', News: 'Style guide', 'The first post': 'News' },
  links: [
    ['Style guide', 'Writing', 'Numbers'],
    ['Style guide', 'News'],
    ['Writing', 'Style guide'],
    ['News', 'The first post'],
    ['The first post', 'Writing'],
  ],
};

export const repositories = [mkDocs, jekyll];
