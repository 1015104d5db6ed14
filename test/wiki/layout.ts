import type { FastifyReply } from 'fastify';

export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | undefined | readonly Piece[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(piece: Piece): string {
  if (piece instanceof Html) {
    return piece.text;
  }
  if (piece === undefined) {
    return '';
  }
  if (typeof piece === 'object') {
    return piece.map(render).join('');
  }
  return String(piece).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A template whose values are escaped unless they are Html themselves. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

/** Every page begins a session, as where a person is signed in. */
export const session = 'wiki-session=reader';

/** Sends a whole page with the wiki's frame around it. */
export function sendPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font: 16px/1.5 sans-serif;
            max-width: 54rem;
            margin: 1rem auto;
          }
        </style>
      </head>
      <body>
        <nav>
          <a href="/">Team Wiki</a> · <a href="/admin/tokens">API tokens</a> ·
          <a href="/admin/trials">Trials</a>
        </nav>
        ${content}
      </body>
    </html> `;
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('set-cookie', `${session}; Path=/; HttpOnly; SameSite=Lax`)
    .send(page.text);
}
