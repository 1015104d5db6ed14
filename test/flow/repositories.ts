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

const docusaurus: Repository = {
  tool: 'Docusaurus',
  folder: 'docs',
  files: {
    'package.json': '{ "dependencies": { "@docusaurus/core": "3.9.0" } }\n',
    'docs/README.md': [
      '---',
      'id: intro',
      'slug: /',
      'sidebar_position: 1',
      '---',
      '',
      '# Welcome',
      '',
      `{/* ${hidden}: prices */}`,
      '',
      ':::tip',
      'Begin with [the installation](./01-setup/01-install.md#requirements).',
      ':::',
      '',
    ].join('\n'),
    'docs/01-setup/_category_.json': '{ "label": "Setup", "position": 1 }\n',
    'docs/01-setup/README.md':
      '# Setup\n\nFirst [install it](./01-install), then [configure it](./02-configure.md).\n',
    'docs/01-setup/01-install.md': [
      '---',
      'title: "Install"',
      'description: What is needed',
      '---',
      '',
      '## Requirements {#requirements}',
      '',
      'Node.js. Then [configure it](02-configure).',
      '',
    ].join('\n'),
    'docs/01-setup/02-configure.md': 'Set the port: see [the requirements](./01-install.md#requirements).\n',
    'docs/roadmap.md': `---\ntitle: Roadmap\ndraft: true\n---\n\nThis is ${hidden}.\n`,
  },
  tree: { Welcome: undefined, Setup: 'Welcome', Install: 'Setup', configure: 'Setup' },
  links: [
    ['Welcome', 'Install', 'Requirements'],
    ['Setup', 'Install'],
    ['Setup', 'configure'],
    ['Install', 'configure'],
    ['configure', 'Install', 'Requirements'],
  ],
};

const hugo: Repository = {
  tool: 'Hugo',
  folder: 'content',
  files: {
    'hugo.toml': "baseURL = 'https://docs.acme.example/'\ntitle = 'Handbook'\n",
    'content/_index.md':
      '+++\ntitle = "Handbook"\n+++\n\nBegin with [the tasks](/tasks/) or with [deploying](tasks/deploy.md).\n',
    'content/tasks/_index.md': '+++\ntitle = "Tasks"\nweight = 10\n+++\n',
    'content/tasks/deploy.md': [
      '+++',
      'title = "Deploy"',
      'date = 2026-03-01',
      'draft = false',
      '+++',
      '',
      `{{/* ${hidden}: the old cluster */}}`,
      '',
      '## Roll back {#undo}',
      '',
      'See [how to release](/tasks/release/) and [undo it](#undo).',
      '',
    ].join('\n'),
    'content/tasks/release/index.md': '+++\ntitle = "Release"\n+++\n\nFirst [deploy](../deploy.md#undo).\n',
    'content/tasks/salaries.md': `+++\ntitle = "Salaries"\ndraft = true\n+++\n\nThis is ${hidden}.\n`,
  },
  tree: { Handbook: undefined, Tasks: 'Handbook', Deploy: 'Tasks', Release: 'Tasks' },
  links: [
    ['Handbook', 'Tasks'],
    ['Handbook', 'Deploy'],
    ['Deploy', 'Release'],
    ['Release', 'Deploy', 'Roll back'],
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

const azureWiki: Repository = {
  tool: 'Azure DevOps',
  folder: '',
  files: {
    '.order': 'Home\nGetting-Started\n',
    'Home.md':
      '# Home\n\n[[_TOC_]]\n\n## Where to begin\n\n[Set it up](/Getting-Started/Set-up-%2D-Windows).\n',
    'Getting-Started.md': 'See [how to set it up](Getting-Started/Set-up-%2D-Windows#the-port).\n',
    'Getting-Started/.order': 'Set-up-%2D-Windows\n',
    'Getting-Started/Set-up-%2D-Windows.md': [
      '## The port',
      '',
      `<!-- ${hidden} -->`,
      '',
      'It is 8080. Back to [the start](/Home) or [all](/Getting-Started).',
      '',
    ].join('\n'),
  },
  tree: {
    Home: undefined,
    'Getting Started': undefined,
    'Set up - Windows': 'Getting Started',
  },
  links: [
    ['Home', 'Set up - Windows'],
    ['Getting Started', 'Set up - Windows', 'The port'],
    ['Set up - Windows', 'Home'],
    ['Set up - Windows', 'Getting Started'],
  ],
};

const obsidian: Repository = {
  tool: 'Obsidian',
  folder: '',
  files: {
    '.obsidian/app.json': '{ "promptDelete": false }\n',
    'Gifts/Gifts.md': `What [[Santa]] brings. %% ${hidden} %%\n\n%%\n${hidden} too\n%%\n\nSee [[Reindeer#Food|what they eat]].\n`,
    'Gifts/Santa.md':
      '---\naliases: [Father Christmas]\ntags: [people]\n---\n\nHe has [[Reindeer|nine of them]]. #people\n',
    'Gifts/Animals/Animals.md': '# Animals\n\n- [[Reindeer]]\n',
    'Gifts/Animals/Reindeer.md':
      '# Reindeer\n\n## Food\n\n> [!note]\n> Carrots. ^carrots\n\nThey belong to [Santa](../Santa.md).\n',
  },
  tree: { Gifts: undefined, Santa: 'Gifts', Animals: 'Gifts', Reindeer: 'Animals' },
  links: [
    ['Gifts', 'Santa'],
    ['Gifts', 'Reindeer', 'Food'],
    ['Santa', 'Reindeer'],
    ['Animals', 'Reindeer'],
    ['Reindeer', 'Santa'],
  ],
};

export const repositories = [mkDocs, docusaurus, hugo, jekyll, azureWiki, obsidian];
