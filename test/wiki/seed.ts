import type { Spaces } from './spaces.js';

const docsHome = `Everything a customer needs to install, run and understand the product.

- **Guides** walk through one task from start to end.
- **Reference** lists every setting and command.

> Pages under *Guides* are published from Markdown files. Edit the file, not the page.
`;

const guides = `Step-by-step guides, each for one task.

| Guide | Time |
|---|---|
| Install the product | 10 minutes |
| Invite your team | 5 minutes |
`;

const reference = `Settings live in \`settings.yaml\`:

\`\`\`yaml
language: en
autosave: true
\`\`\`
`;

const engineeringHome = `How we build: decisions, runbooks and the on-call handbook.

1. Read the architecture overview.
2. Pair on a first change.
3. Ask for a review early.
`;

const decisions = `One page per decision: the context, the options, the choice and its consequences.
`;

const operationsHome = `Runbooks and contacts of the operations team. Only members may read or write here.
`;

const space = (id: string, key: string, name: string, homepageId: string, restricted = false) => ({
  id,
  key,
  name,
  homepageId,
  restricted,
});

/** Three spaces, each with a home page; API tokens have no access to OPS. */
export function seed(spaces: Spaces): void {
  spaces.addSpace(space('1001', 'DOCS', 'Product Documentation', '100101'));
  spaces.addSpace(space('1002', 'ENG', 'Engineering', '100201'));
  spaces.addSpace(space('1003', 'OPS', 'Operations', '100301', true));

  const page = (id: string, spaceId: string, title: string, content: string, parentId?: string) =>
    spaces.createPage({ id, spaceId, title, content, ...(parentId !== undefined && { parentId }) });
  page('100101', '1001', 'Product Documentation Home', docsHome);
  page('100102', '1001', 'Guides', guides, '100101');
  page('100103', '1001', 'Reference', reference, '100101');
  page('100201', '1002', 'Engineering Home', engineeringHome);
  page('100202', '1002', 'Decisions', decisions, '100201');
  page('100203', '1002', 'Runbooks', 'What to do when something breaks.\n', '100201');
  page('100301', '1003', 'Operations Home', operationsHome);
}
