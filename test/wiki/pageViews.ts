import type { FastifyInstance, FastifyReply } from 'fastify';
import MarkdownIt from 'markdown-it';
import { Html, html, sendPage } from './layout.js';
import type { Page, Space, Spaces } from './spaces.js';

const markdown = new MarkdownIt({ html: false });
markdown.core.ruler.push('ids of headings', ({ tokens }) => {
  const counts = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const words = token.type === 'heading_open' ? (tokens[index + 1]?.children ?? []) : undefined;
    if (words !== undefined) {
      const id = words
        .map(({ content }) => content)
        .join('')
        .trim()
        .replaceAll(/\s/g, '-');
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      token.attrSet('id', count === 0 ? id : `${id}.${count}`);
    }
  }
});

export function spaceAddress(space: Space): string {
  return `/wiki/spaces/${space.key}`;
}

export function pageAddress(page: Page, space: Space): string {
  const slug = page.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  const base = `${spaceAddress(space)}/pages/${page.id}`;
  return slug === '' ? base : `${base}/${encodeURIComponent(slug)}`;
}

/** The start page, the spaces and the pages as readers see them. */
export function pageViews(scope: FastifyInstance, spaces: Spaces): void {
  const links = (pages: readonly Page[], space: Space): Html => html`
    <ul>
      ${pages.map(
        (page) =>
          html`<li>
            <a href="${pageAddress(page, space)}">${page.title}</a>
            ${spaces.children(page).length > 0 ? links(spaces.children(page), space) : undefined}
          </li>`,
      )}
    </ul>
  `;
  const notFound = (reply: FastifyReply) =>
    sendPage(
      reply,
      'Page not found',
      html`<h1>Page not found</h1>
        <p>It may have been deleted.</p>`,
      404,
    );

  scope.get('/', (_request, reply) => {
    const content = html`<h1>Spaces</h1>
      <ul>
        ${spaces.spaces.map(
          (space) =>
            html`<li>
              <a href="${spaceAddress(space)}">${space.name}</a> (key ${space.key}, ID
              ${space.id}${space.restricted ? ', closed to API tokens' : ''})
            </li>`,
        )}
      </ul>`;
    return sendPage(reply, 'Team Wiki', content);
  });

  scope.get<{ Params: { key: string } }>('/wiki/spaces/:key', (request, reply) => {
    const space = spaces.findSpaceByKey(request.params.key);
    if (space === undefined) {
      return notFound(reply);
    }
    const roots = spaces.pages.filter((page) => page.spaceId === space.id && page.parentId === undefined);
    const content = html`<h1>${space.name}</h1>
      ${links(roots, space)}`;
    return sendPage(reply, space.name, content);
  });

  // What a colleague does with many clicks
  scope.post<{ Body: { id: string } }>('/wiki/edit', (request, reply) => {
    const page = spaces.page(request.body.id);
    const space = page && spaces.findSpaceById(page.spaceId);
    if (page === undefined || space === undefined) {
      return notFound(reply);
    }
    spaces.edit(page, { content: `Mara was here.\n\n${page.content}` });
    return reply.redirect(pageAddress(page, space), 303);
  });

  const route = '/wiki/spaces/:key/pages/:id';
  for (const path of [route, `${route}/:slug`]) {
    scope.get<{ Params: { key: string; id: string } }>(path, (request, reply) => {
      const space = spaces.findSpaceByKey(request.params.key);
      const page = spaces.page(request.params.id);
      if (space === undefined || page?.spaceId !== space.id) {
        return notFound(reply);
      }
      return sendPage(reply, page.title, viewPage(page, space));
    });
  }

  function viewPage(page: Page, space: Space): Html {
    const parent = page.parentId === undefined ? undefined : spaces.page(page.parentId);
    const children = spaces.children(page);
    return html`<p>
        <a href="${spaceAddress(space)}">${space.name}</a>
        ${parent && html`/ <a href="${pageAddress(parent, space)}">${parent.title}</a>`}
      </p>
      <h1 id="title">${page.title}</h1>
      <p>Version <span id="version">${page.version}</span>, page ID ${page.id}</p>
      <form method="post" action="/wiki/edit">
        <input type="hidden" name="id" value="${page.id}" />
        <button>Edit as Mara Lind</button>
      </form>
      <article id="content">${new Html(markdown.render(page.content))}</article>
      ${
        children.length > 0
          ? html`<h2>Child pages</h2>
              ${links(children, space)}`
          : undefined
      }`;
  }
}
